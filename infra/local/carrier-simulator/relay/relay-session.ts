import { WebSocket } from 'ws';
import type { CallSession, LiveCall } from '#infra/local/carrier-simulator/call/live-call.ts';
import { newSid } from '#infra/local/carrier-simulator/formats.ts';
import {
  type AppFrame,
  closed,
  frameText,
  heardPart,
  interruptsSpeech,
  notConnected,
  parseAppFrame,
  promptFrame,
  reportsDuringSpeech,
  type SessionEnd,
  setupFrame,
} from '#infra/local/carrier-simulator/relay/relay-frames.ts';
import { type RelaySettings, toInput } from '#infra/local/carrier-simulator/relay/relay-settings.ts';
import {
  createSpeechPlayer,
  type SpeechPlayer,
  type SpeechState,
} from '#infra/local/carrier-simulator/relay/speech-player.ts';
import { sign } from '#infra/local/carrier-simulator/service-client.ts';

export type RelaySession = ReturnType<typeof createRelaySession>;

const MAX_BAD_FRAMES_IN_A_ROW = 10;
const MEDIA_SECONDS = 3;
const END_OF_SPEECH_SECONDS = 0.5;

/** The state of one conversation over the service's WebSocket. */
interface Relay {
  readonly sessionId: string;
  readonly live: LiveCall;
  readonly settings: RelaySettings;
  readonly player: SpeechPlayer;
  readonly socket: WebSocket;
  readonly ended: PromiseWithResolvers<SessionEnd>;
  openedAt: number | undefined;
  isOver: boolean;
  badFrames: number;
  language: string;
}

/** Connects to the service's WebSocket, and holds the conversation that `<ConversationRelay>` describes. */
export function createRelaySession(live: LiveCall, settings: RelaySettings) {
  const relay: Relay = {
    sessionId: newSid('VX'),
    live,
    settings,
    player: createSpeechPlayer(live.context.clock, {
      onState: (state) => reportState(relay, state),
      onPlayed(text) {
        live.recorder.addSpeech(text);
        if (settings.tokensPlayed) send(relay, { type: 'info', name: 'tokensPlayed', value: text });
      },
      onUtterance: (text, cut) =>
        live.addEvent('dialogue', { who: 'assistant', text: text.trim(), ...(cut ? { cut } : {}) }),
    }),
    socket: new WebSocket(settings.url, {
      headers: { 'x-twilio-signature': sign(live.context.authToken, settings.url) },
      handshakeTimeout: live.context.limits.connectMs,
      perMessageDeflate: false,
    }),
    ended: Promise.withResolvers(),
    openedAt: undefined,
    isOver: false,
    badFrames: 0,
    language: settings.transcriptionLanguage,
  };
  return {
    sessionId: relay.sessionId,
    /** Resolves when one side has ended the conversation. */
    run: () => run(relay),
  };
}

async function run(relay: Relay): Promise<SessionEnd> {
  const { live, socket } = relay;
  let problem = 'closed before it was open';
  const onHangup = () => finish(relay, { status: 'completed' });
  live.over.addEventListener('abort', onHangup);
  socket.on('open', () => open(relay));
  socket.on('message', (data) => receive(relay, frameText(data)));
  socket.on('error', ({ message }) => {
    problem = message;
  });
  socket.on('close', (code) => finish(relay, relay.openedAt === undefined ? notConnected(problem) : closed(code)));
  if (live.over.aborted) onHangup();
  const end = await relay.ended.promise;
  live.over.removeEventListener('abort', onHangup);
  return end;
}

function open(relay: Relay): void {
  const { live, settings, player } = relay;
  relay.openedAt = live.context.clock.now();
  live.session = callSession(relay);
  send(relay, setupFrame(live, relay.sessionId, settings.parameters));
  if (settings.greeting !== '') {
    player.addText(settings.greeting, true, { interruptible: settings.greetingInterruptible, preemptible: false });
  }
  if (live.speakingSince !== undefined) sendSpeakerEvent(relay, 'clientSpeaking', 'on');
  live.recorder.connect();
}

/** What the customer's phone does to the conversation. */
function callSession(relay: Relay): CallSession {
  const { live, settings, player } = relay;
  const language = () => (relay.language === 'multi' ? 'en' : relay.language);
  /** Whether the service does not hear this text, because the assistant is speaking. */
  const isLost = (text: string) => player.interruptibleBy() !== undefined && !reportsDuringSpeech(settings, text);
  const interruptWith = (text: string) => {
    if (interruptsSpeech(settings, player.interruptibleBy(), text)) interrupt(relay);
  };
  return {
    customerStarts(text) {
      sendSpeakerEvent(relay, 'clientSpeaking', 'on');
      interruptWith(text);
    },
    customerContinues(text) {
      interruptWith(text);
      if (settings.partialPrompts && !isLost(text)) send(relay, promptFrame(text, language(), false));
    },
    async customerStops(text, since = 0) {
      interruptWith(text);
      sendSpeakerEvent(relay, 'clientSpeaking', 'off');
      const wasLost = isLost(text);
      const { clock } = live.context;
      const heard = heardPart(text, { since, from: relay.openedAt ?? clock.now(), until: clock.now() });
      await clock.sleep(END_OF_SPEECH_SECONDS, { signal: live.over });
      if (heard === '' || wasLost) return live.addEvent('unheard', { text });
      send(relay, promptFrame(heard, language(), true));
    },
    customerPresses(digit) {
      if (['any', 'dtmf'].includes(player.interruptibleBy() ?? 'none')) interrupt(relay);
      if (settings.dtmfDetection) send(relay, { type: 'dtmf', digit });
    },
    terminate() {
      relay.isOver = true;
      player.interrupt();
      relay.socket.terminate();
    },
  };
}

function receive(relay: Relay, text: string): void {
  if (relay.isOver) return;
  const parsed = parseAppFrame(text);
  if ('problem' in parsed) return refuse(relay, text, parsed.problem);
  relay.badFrames = 0;
  relay.live.addEvent('frame', { from: 'service', frame: parsed.frame });
  execute(relay, parsed.frame);
}

function execute(relay: Relay, frame: AppFrame): void {
  const { player, settings } = relay;
  switch (frame.type) {
    case 'text':
    case 'play': {
      const options = {
        interruptible: toInput(frame.interruptible, settings.interruptible),
        preemptible: frame.preemptible ?? settings.preemptible,
      };
      if (frame.type === 'text') player.addText(frame.token, frame.last, options);
      else player.addMedia(MEDIA_SECONDS * (frame.loop ?? 1), options);
      return;
    }
    case 'language':
      relay.language = frame.transcriptionLanguage ?? relay.language;
      return;
    case 'end':
      return finish(relay, { status: 'ended', handoffData: frame.handoffData });
    case 'sendDigits':
  }
}

function refuse(relay: Relay, text: string, problem: string): void {
  const message = `frame refused: ${problem.replaceAll(/\s+/g, ' ')}`;
  relay.live.addViolation(64_107, message);
  relay.live.addEvent('frame', { from: 'service', refused: text.slice(0, 500), problem });
  send(relay, { type: 'error', description: message });
  relay.badFrames += 1;
  if (relay.badFrames >= MAX_BAD_FRAMES_IN_A_ROW) {
    finish(relay, { status: 'failed', code: 64_107, message: 'too many invalid messages' });
  }
}

function finish(relay: Relay, end: SessionEnd): void {
  if (relay.isOver) return;
  const { live, player, socket } = relay;
  // Before `isOver`, so that the events of the interrupted utterance are still sent.
  player.interrupt();
  relay.isOver = true;
  live.session = undefined;
  live.recorder.setState('quiet');
  if (socket.readyState === WebSocket.CONNECTING) socket.terminate();
  else socket.close(1000);
  relay.ended.resolve(end);
}

function interrupt(relay: Relay): void {
  const interrupted = relay.player.interrupt();
  if (!interrupted) return;
  const { utterance, durationMs } = interrupted;
  send(relay, { type: 'interrupt', utteranceUntilInterrupt: utterance, durationUntilInterruptMs: durationMs });
}

function reportState(relay: Relay, state: SpeechState): void {
  const { recorder } = relay.live;
  const wasQuiet = recorder.state() === 'quiet';
  recorder.setState(state);
  if (state === 'speaking' && wasQuiet) sendSpeakerEvent(relay, 'agentSpeaking', 'on');
  if (state === 'quiet') sendSpeakerEvent(relay, 'agentSpeaking', 'off');
}

function sendSpeakerEvent(relay: Relay, name: 'agentSpeaking' | 'clientSpeaking', value: 'on' | 'off'): void {
  const ts = relay.live.context.clock.now();
  if (relay.settings.speakerEvents) send(relay, { type: 'info', name, value, ts });
}

function send({ isOver, socket, live }: Relay, frame: Record<string, unknown>): void {
  if (isOver || socket.readyState !== WebSocket.OPEN) return;
  live.addEvent('frame', { from: 'carrier', frame });
  socket.send(JSON.stringify(frame));
}
