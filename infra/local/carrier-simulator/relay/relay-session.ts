import { type RawData, WebSocket } from 'ws';
import type { LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { newSid } from '#infra/local/carrier-simulator/formats.ts';
import {
  type AppFrame,
  closedByTheService,
  frameText,
  heardPart,
  neverConnected,
  parseAppFrame,
  promptFrame,
  reportsOver,
  type SessionEnd,
  setupFrame,
  stopsSpeech,
} from '#infra/local/carrier-simulator/relay/relay-frames.ts';
import { type RelaySettings, toInput } from '#infra/local/carrier-simulator/relay/relay-settings.ts';
import { Mouth } from '#infra/local/carrier-simulator/relay/speech-player.ts';
import { sign } from '#infra/local/carrier-simulator/service-client.ts';

const MAX_BAD_FRAMES_IN_A_ROW = 10;
const MEDIA_SECONDS = 3;
const END_OF_SPEECH_SECONDS = 0.5;

/** One conversation over the service's WebSocket: the carrier's ears and voice on one side, frames on the other. */
export class RelaySession {
  readonly sessionId = newSid('VX');
  readonly #live: LiveCall;
  readonly #settings: RelaySettings;
  readonly #mouth: Mouth;
  readonly #socket: WebSocket;
  readonly #ended = Promise.withResolvers<SessionEnd>();
  #openedAt: number | undefined;
  #isOver = false;
  #badFrames = 0;
  #language: string;
  #problem = 'closed before it was open';

  constructor(live: LiveCall, settings: RelaySettings) {
    this.#live = live;
    this.#settings = settings;
    this.#language = settings.transcriptionLanguage;
    this.#mouth = new Mouth(live.exchange.clock, {
      onState: (state) => this.#mouthBecomes(state),
      onPlayed: (text) => this.#played(text),
      onCycle: (text, cut) => live.note('dialogue', { who: 'assistant', text: text.trim(), ...(cut ? { cut } : {}) }),
    });
    this.#socket = new WebSocket(settings.url, {
      headers: { 'x-twilio-signature': sign(live.exchange.authToken, settings.url) },
      handshakeTimeout: live.exchange.limits.connectMs,
      perMessageDeflate: false,
    });
  }

  /** Over when one side has ended it. */
  async run(): Promise<SessionEnd> {
    const hungUp = () => this.#finish({ status: 'completed' });
    this.#live.over.addEventListener('abort', hungUp);
    this.#socket.on('open', () => this.#opened());
    this.#socket.on('message', (data) => this.#received(data));
    this.#socket.on('error', ({ message }) => {
      this.#problem = message;
    });
    this.#socket.on('close', (code) => this.#closed(code));
    if (this.#live.over.aborted) hungUp();
    const end = await this.#ended.promise;
    this.#live.over.removeEventListener('abort', hungUp);
    return end;
  }

  /** Cuts the line without a word, as when the carrier itself dies. */
  terminate(): void {
    this.#isOver = true;
    this.#mouth.cut();
    this.#socket.terminate();
  }

  customerStarts(text: string): void {
    this.#speakerEvent('clientSpeaking', 'on');
    this.#interrupt(text);
  }

  /** What was understood so far, where the service wants to know that before the end. */
  customerGoesOn(text: string): void {
    this.#interrupt(text);
    if (this.#settings.partialPrompts && !this.#isLost(text)) this.#send(promptFrame(text, this.#spoken, false));
  }

  async customerStops(text: string, since: number | undefined): Promise<void> {
    this.#interrupt(text);
    this.#speakerEvent('clientSpeaking', 'off');
    const isLost = this.#isLost(text);
    const { clock } = this.#live.exchange;
    const heard = heardPart(text, { since: since ?? 0, from: this.#openedAt ?? clock.now(), until: clock.now() });
    await clock.sleep(END_OF_SPEECH_SECONDS, { signal: this.#live.over });
    if (heard === '' || isLost) return this.#live.note('unheard', { text });
    this.#send(promptFrame(heard, this.#spoken, true));
  }

  customerPresses(digit: string): void {
    if (['any', 'dtmf'].includes(this.#mouth.stoppedBy ?? 'none')) this.#cutShort();
    if (this.#settings.dtmfDetection) this.#send({ type: 'dtmf', digit });
  }

  /** Whether words of now are not told to the service, because the assistant is speaking. */
  #isLost(text: string): boolean {
    return this.#mouth.stoppedBy !== undefined && !reportsOver(this.#settings, text);
  }

  get #spoken(): string {
    return this.#language === 'multi' ? 'en' : this.#language;
  }

  #opened(): void {
    this.#openedAt = this.#live.exchange.clock.now();
    this.#live.session = this;
    this.#send(setupFrame(this.#live, this.sessionId, this.#settings.parameters));
    if (this.#settings.greeting !== '') {
      this.#mouth.text(this.#settings.greeting, true, {
        interruptible: this.#settings.greetingInterruptible,
        preemptible: false,
      });
    }
    if (this.#live.speakingSince !== undefined) this.#speakerEvent('clientSpeaking', 'on');
    this.#live.ear.connect();
  }

  #received(data: RawData): void {
    if (this.#isOver) return;
    const text = frameText(data);
    const parsed = parseAppFrame(text);
    if ('problem' in parsed) return this.#refuse(text, parsed.problem);
    this.#badFrames = 0;
    this.#live.note('frame', { from: 'service', frame: parsed.frame });
    this.#obey(parsed.frame);
  }

  #obey(frame: AppFrame): void {
    switch (frame.type) {
      case 'text':
        return this.#mouth.text(frame.token, frame.last, this.#manner(frame));
      case 'play':
        return this.#mouth.media(MEDIA_SECONDS * (frame.loop ?? 1), this.#manner(frame));
      case 'language':
        this.#language = frame.transcriptionLanguage ?? this.#language;
        return;
      case 'sendDigits':
        return;
      case 'end':
        return this.#finish({ status: 'ended', handoffData: frame.handoffData });
    }
  }

  #refuse(text: string, problem: string): void {
    const message = `frame refused: ${problem.replaceAll(/\s+/g, ' ')}`;
    this.#live.violate(64_107, message);
    this.#live.note('frame', { from: 'service', refused: text.slice(0, 500), problem });
    this.#send({ type: 'error', description: message });
    this.#badFrames += 1;
    if (this.#badFrames >= MAX_BAD_FRAMES_IN_A_ROW) {
      this.#finish({ status: 'failed', code: 64_107, message: 'too many invalid messages' });
    }
  }

  #closed(code: number): void {
    this.#finish(this.#openedAt === undefined ? neverConnected(this.#problem) : closedByTheService(code));
  }

  #finish(end: SessionEnd): void {
    if (this.#isOver) return;
    // What was said up to here counts, and the socket still takes the events of it.
    this.#mouth.cut();
    this.#isOver = true;
    this.#live.session = undefined;
    this.#live.ear.becomes('quiet');
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
    else this.#socket.close(1000);
    this.#ended.resolve(end);
  }

  #interrupt(text: string): void {
    if (stopsSpeech(this.#settings, this.#mouth.stoppedBy, text)) this.#cutShort();
  }

  #cutShort(): void {
    const cut = this.#mouth.cut();
    if (!cut) return;
    const { utterance, durationMs } = cut;
    this.#send({ type: 'interrupt', utteranceUntilInterrupt: utterance, durationUntilInterruptMs: durationMs });
  }

  #manner(frame: { interruptible?: Parameters<typeof toInput>[0]; preemptible?: boolean | undefined }) {
    return {
      interruptible: toInput(frame.interruptible, this.#settings.interruptible),
      preemptible: frame.preemptible ?? this.#settings.preemptible,
    };
  }

  #mouthBecomes(state: 'quiet' | 'speaking' | 'stalled'): void {
    const wasQuiet = this.#live.ear.state === 'quiet';
    this.#live.ear.becomes(state);
    if (state === 'speaking' && wasQuiet) this.#speakerEvent('agentSpeaking', 'on');
    if (state === 'quiet') this.#speakerEvent('agentSpeaking', 'off');
  }

  #played(text: string): void {
    this.#live.ear.hears(text);
    if (this.#settings.tokensPlayed) this.#send({ type: 'info', name: 'tokensPlayed', value: text });
  }

  #speakerEvent(name: 'agentSpeaking' | 'clientSpeaking', value: 'on' | 'off'): void {
    if (this.#settings.speakerEvents) this.#send({ type: 'info', name, value, ts: this.#live.exchange.clock.now() });
  }

  #send(frame: Record<string, unknown>): void {
    if (this.#isOver || this.#socket.readyState !== WebSocket.OPEN) return;
    this.#live.note('frame', { from: 'carrier', frame });
    this.#socket.send(JSON.stringify(frame));
  }
}
