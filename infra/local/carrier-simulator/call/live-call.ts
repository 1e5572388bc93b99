import type { Transcription } from '#infra/local/carrier-simulator/call/transcription.ts';
import type { Call, EndStatus } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import type { Exchange } from '#infra/local/carrier-simulator/simulator-context.ts';

interface CallEnd {
  status: EndStatus;
  by: 'caller' | 'app' | 'carrier';
  sipCode?: number;
  /** When it ended, if that was before now. */
  at?: number;
}

/** Who holds the conversation at the other end of the customer's line. */
export interface CallSession {
  customerStarts(text: string): void;
  /** The customer has come so far in a sentence. */
  customerGoesOn(text: string): void;
  customerStops(text: string, since: number | undefined): Promise<void>;
  /** Missing where nobody takes keys. */
  customerPresses?(digit: string): void;
  /** Cuts the line without a word, as when the carrier itself dies. */
  terminate(): void;
}

/** A call while it lives: its record in the journal, the customer's ear, and the one way to end it. */
export class LiveCall {
  readonly sid: string;
  readonly exchange: Exchange;
  readonly ear = new Ear();
  /** The conversation under way, if the document on the line opened one. */
  session: CallSession | undefined;
  /** What writes down what is said, if the document on the line started it. */
  transcription: Transcription | undefined;
  /** Since when the customer has been speaking, on the wall. */
  speakingSince: number | undefined;
  readonly #over = new AbortController();
  #stopTimeLimit: (() => void) | undefined;

  constructor(sid: string, exchange: Exchange) {
    this.sid = sid;
    this.exchange = exchange;
  }

  get record(): Call {
    const call = this.exchange.journal.call(this.sid);
    if (!call) throw new Error(`no call ${this.sid}`);
    return call;
  }

  /** The number of the simulated customer: whom the service has called, or who calls in. */
  get customer(): string {
    const { direction, actsAs, from, to } = this.record;
    return actsAs ?? (direction === 'inbound' ? from : to);
  }

  /** Aborted when the call has ended. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** A parameter that the call was created with. */
  parameter(name: string): string | undefined {
    return this.record.parameters[name]?.[0];
  }

  change(changes: Partial<Call>): void {
    this.exchange.journal.saveCall({ ...this.record, ...changes, updatedAt: this.exchange.clock.now() });
    if (changes.status !== undefined) this.note('status', { status: changes.status });
  }

  note(type: string, data: Record<string, unknown> = {}): void {
    const at = this.exchange.clock.now();
    const callSeconds = this.exchange.clock.seconds(at - this.record.createdAt);
    this.exchange.journal.note({ callSid: this.sid, at, callSeconds, type, data });
  }

  violate(code: number, message: string): void {
    this.exchange.journal.violation({ at: this.exchange.clock.now(), callSid: this.sid, code, message });
  }

  /** Hangs up so many call seconds after the answer. */
  limitTo(seconds: number): void {
    const { answeredAt } = this.record;
    this.change({ timeLimitSeconds: seconds });
    if (answeredAt === undefined) return;
    const { clock } = this.exchange;
    this.#stopTimeLimit?.();
    const left = seconds - clock.seconds(clock.now() - answeredAt);
    this.#stopTimeLimit = clock.after(Math.max(left, 0), () => this.end({ status: 'completed', by: 'carrier' }));
  }

  /** The customer puts the receiver down. A caller whom nobody had answered was not on the line. */
  hangUp(): void {
    const { direction, answeredAt } = this.record;
    const isUnanswered = direction === 'inbound' && answeredAt === undefined;
    this.end({ status: isUnanswered ? 'no-answer' : 'completed', by: 'caller' });
  }

  /** Ends the call; the first one to say so counts. */
  end({ status, by, sipCode = 200, at }: CallEnd): void {
    if (this.over.aborted) return;
    this.#stopTimeLimit?.();
    const { answeredAt } = this.record;
    const endedAt = at ?? this.exchange.clock.now();
    const talked = answeredAt === undefined ? 0 : this.exchange.clock.seconds(Math.max(endedAt - answeredAt, 0));
    this.change({ status, endedBy: by, sipCode, endedAt, durationSeconds: Math.ceil(talked) });
    this.note('hangup', { by });
    this.#over.abort();
    this.ear.wake();
  }
}

/** What the customer hears: the state of the line, and the words since somebody last asked. */
class Ear {
  #state: 'quiet' | 'speaking' | 'stalled' = 'quiet';
  #fresh = '';
  #connected = false;
  readonly #listeners = new Set<() => void>();

  /** `stalled`: the assistant is in the middle of something, and no sound comes. */
  get state(): 'quiet' | 'speaking' | 'stalled' {
    return this.#state;
  }

  get fresh(): string {
    return this.#fresh;
  }

  /** Whether somebody is at the other end. */
  get connected(): boolean {
    return this.#connected;
  }

  connect(): void {
    this.#connected = true;
    this.wake();
  }

  becomes(state: 'quiet' | 'speaking' | 'stalled'): void {
    if (state === this.#state) return;
    this.#state = state;
    this.wake();
  }

  hears(text: string): void {
    this.#fresh = `${this.#fresh} ${text.trim()}`.trim();
    this.wake();
  }

  /** The words heard since the last time. */
  take(): string {
    const heard = this.#fresh;
    this.#fresh = '';
    return heard;
  }

  /** Returns what ends the subscription. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  wake(): void {
    for (const listener of this.#listeners) listener();
  }
}
