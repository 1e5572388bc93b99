import { createListener, createVoice, type Listener, type Voice } from './speech.ts';
import { type WebCall, type WebCallOptions, type WebCallPass, WebCallRefused } from './web-call-types.ts';

/** The frames of the simulator: infra/simulators/twilio/web/page-frames.ts */
type Frame =
  | { type: 'connected' }
  | { type: 'in_progress' }
  | { type: 'voice' }
  | { type: 'assistant'; turn: number; token: string; last: boolean }
  | { type: 'customer'; turn: number; text: string }
  | { type: 'interrupted'; turn: number; heard: string }
  | { type: 'latency'; turn: number; milliseconds: number }
  | { type: 'ended'; by: 'customer' | 'assistant' | 'error' }
  | { type: 'refused'; code: number; message: string };

/** Begins a call at the carrier simulator. */
export function connectSimulator(pass: WebCallPass, options: WebCallOptions): Promise<WebCall> {
  return new SimulatorCall(pass, options).answered.promise;
}

/** A call with the carrier simulator, by text and by the browser's own speech where it is asked for. */
class SimulatorCall implements WebCall {
  readonly callId: number;
  readonly transport = 'simulator';
  readonly canType = true;
  readonly answered = Promise.withResolvers<WebCall>();
  private readonly options: WebCallOptions;
  private readonly socket: WebSocket;
  private readonly voice: Voice | undefined;
  private readonly listener: Listener | undefined;
  private readonly texts = new Map<number, string>();
  private refusal: string | undefined;

  constructor(pass: WebCallPass, options: WebCallOptions) {
    this.callId = pass.call_id;
    this.options = options;
    const { language = globalThis.document?.documentElement.lang || 'en', speech } = options;
    this.voice = speech?.speak === true ? createVoice(language) : undefined;
    const hear = {
      onWords: (text: string) => this.send({ type: 'speaking', text }),
      onSentence: (text: string) => this.say(text),
      onProblem: (error: string) => options.onEvent({ type: 'not-listening', error }),
    };
    this.listener = speech?.listen === true ? createListener(language, hear) : undefined;
    this.socket = new WebSocket(pass.url ?? '');
    this.socket.addEventListener('open', () => this.send({ type: 'connect', access_token: pass.access_token }));
    this.socket.addEventListener('message', ({ data }) => this.receive(JSON.parse(String(data))));
    this.socket.addEventListener('close', () => this.close());
    options.signal?.addEventListener('abort', () => this.abort(), { once: true });
  }

  say(text: string): void {
    this.send({ type: 'said', text });
  }

  press(key: string): void {
    this.send({ type: 'key', digit: key });
  }

  interrupt(): void {
    this.send({ type: 'speaking' });
  }

  mute(isMuted: boolean): void {
    this.listener?.pause(isMuted);
  }

  hangUp(): void {
    this.voice?.stop();
    this.send({ type: 'hang_up' });
  }

  /** Waits for nothing: the page may be left. */
  private abort(): void {
    this.hangUp();
    this.socket.close();
  }

  private send(frame: Record<string, unknown>): void {
    if (this.socket.readyState === this.socket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  private receive(frame: Frame): void {
    const { onEvent } = this.options;
    if (frame.type === 'in_progress') {
      onEvent({ type: 'status', status: 'in-progress' });
      this.listener?.start();
      this.answered.resolve(this);
    } else if (frame.type === 'assistant') {
      const { turn, token, last } = frame;
      const text = (this.texts.get(turn) ?? '') + token;
      this.texts.set(turn, text);
      this.voice?.say(token, last);
      onEvent({ type: 'assistant', turn, text, last });
    } else if (frame.type === 'refused') {
      this.refusal = frame.message;
    } else if (frame.type !== 'connected' && frame.type !== 'voice') {
      if (frame.type === 'interrupted') this.voice?.stop();
      onEvent(frame);
    }
  }

  /** A call that has ended well has had its event: a second end has no effect. */
  private close(): void {
    this.listener?.stop();
    this.answered.reject(new WebCallRefused(0, this.refusal ?? 'The call was not answered.'));
    this.options.onEvent({ type: 'ended', by: 'error', message: this.refusal ?? 'The connection was lost.' });
  }
}
