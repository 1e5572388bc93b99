import type { SpeechState } from '#line/speech-player.ts';
import type { CarrierContext } from '#twilio/context/simulator-context.ts';
import type { Call, EndStatus } from '#twilio/journal/journal-entries.ts';

interface CallEnd {
  status: EndStatus;
  by: 'caller' | 'app' | 'carrier';
  sipCode?: number;
  /** Defaults to now. */
  at?: number;
}

/** The conversation that a document has opened on a call. The customer's phone calls these methods. */
export interface CallSession {
  customerStarts(text: string): void;
  /** What the transcription makes of the part of the sentence that the customer has said so far. */
  customerContinues(text: string, part: string): void;
  customerStops(text: string, since: number | undefined): Promise<void>;
  customerPresses?(digit: string): void;
  noiseStarts?(): void;
  noiseStops?(): void;
  /** Closes the connection without a closing handshake, as a crash of the carrier does. */
  terminate(): void;
  /** The connection to the service breaks; the call stays up. */
  drop?(): void;
}

/** Receives what is said on a call, for as long as `<Start><Transcription>` runs. */
export interface CallTranscription {
  addSpeech(track: 'inbound_track' | 'outbound_track', text: string): void;
  /** Resolves when all callbacks have been sent. */
  finish(): Promise<void>;
}

/** A call that has not ended: its record in the journal, the speech on the line, and its end. */
export interface LiveCall {
  readonly sid: string;
  readonly context: CarrierContext;
  readonly recorder: EventRecorder;
  readonly record: Call;
  /** The number of the simulated customer: the called number, or the caller of an inbound call. */
  readonly customer: string;
  /** Aborted when the call has ended. */
  readonly over: AbortSignal;
  session: CallSession | undefined;
  /** Takes the phone off the hook, where a call rings until its conversation is connected. */
  answer: (() => void) | undefined;
  transcription: CallTranscription | undefined;
  /** When the customer started to speak, in real time; undefined while the customer is silent. */
  speakingSince: number | undefined;
  /** Whether the mailbox beeped at the end of its greeting. Never resolves if a person has answered. */
  readonly greetingEnded: Promise<boolean>;
  endGreeting(beeps: boolean): void;
  /** A parameter of the request that created the call. */
  parameter(name: string): string | undefined;
  change(changes: Partial<Call>): void;
  addEvent(type: string, data?: Record<string, unknown>): void;
  addViolation(code: number, message: string): void;
  /** Ends the call this many call seconds after the answer. */
  limitTo(seconds: number): void;
  /** The customer hangs up. An inbound call that was not answered ends as `no-answer`. */
  hangUp(): void;
  /** Ends the call. Later calls of this method do nothing. */
  end(end: CallEnd): void;
}

export function createLiveCall(sid: string, context: CarrierContext): LiveCall {
  const { clock, journal } = context;
  const over = new AbortController();
  // After a restart: its last callback is still to be sent.
  if (journal.call(sid)?.endedAt !== undefined) over.abort();
  let stopTimeLimit: (() => void) | undefined;
  return {
    sid,
    context,
    recorder: createEventRecorder(),
    session: undefined,
    answer: undefined,
    transcription: undefined,
    speakingSince: undefined,
    over: over.signal,
    ...greetingOfMailbox(),
    get record() {
      const call = journal.call(sid);
      if (!call) throw new Error(`no call ${sid}`);
      return call;
    },
    get customer() {
      const { direction, actsAs, from, to } = this.record;
      return actsAs ?? (direction === 'inbound' ? from : to);
    },
    parameter: (name) => journal.call(sid)?.parameters[name]?.[0],
    change(changes) {
      journal.saveCall({ ...this.record, ...changes, updatedAt: clock.now() });
      if (changes.status !== undefined) this.addEvent('status', { status: changes.status });
    },
    addEvent(type, data = {}) {
      const at = clock.now();
      journal.addEvent({ callSid: sid, at, callSeconds: clock.seconds(at - this.record.createdAt), type, data });
    },
    addViolation: (code, message) => journal.addViolation({ at: clock.now(), callSid: sid, code, message }),
    limitTo(seconds) {
      stopTimeLimit?.();
      stopTimeLimit = limitCall(this, seconds) ?? stopTimeLimit;
    },
    hangUp() {
      this.end({ status: isUnanswered(this.record) ? 'no-answer' : 'completed', by: 'caller' });
    },
    end(end) {
      if (over.signal.aborted) return;
      stopTimeLimit?.();
      saveEnd(this, end);
      over.abort();
      this.recorder.notify();
    },
  };
}

function greetingOfMailbox(): Pick<LiveCall, 'greetingEnded' | 'endGreeting'> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  return { greetingEnded: promise, endGreeting: resolve };
}

const isUnanswered = ({ direction, answeredAt }: Call) => direction === 'inbound' && answeredAt === undefined;

function limitCall(live: LiveCall, seconds: number): (() => void) | undefined {
  const { clock } = live.context;
  const { answeredAt } = live.record;
  live.change({ timeLimitSeconds: seconds });
  if (answeredAt === undefined) return undefined;
  const left = seconds - clock.seconds(clock.now() - answeredAt);
  return clock.after(Math.max(left, 0), () => live.end({ status: 'completed', by: 'carrier' }));
}

function saveEnd(live: LiveCall, { status, by, sipCode = 200, at }: CallEnd): void {
  const { clock } = live.context;
  const { answeredAt } = live.record;
  const endedAt = at ?? clock.now();
  const talkSeconds = answeredAt === undefined ? 0 : clock.seconds(Math.max(endedAt - answeredAt, 0));
  live.change({ status, endedBy: by, sipCode, endedAt, durationSeconds: Math.ceil(talkSeconds) });
  live.addEvent('hangup', { by });
}

type EventRecorder = ReturnType<typeof createEventRecorder>;

/** Records what the customer hears: the state of the speech, and the text since the last `takeSpeech`. */
function createEventRecorder() {
  let state: SpeechState = 'quiet';
  let text = '';
  let isConnected = false;
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    hasSpeech: () => text !== '',
    isConnected: () => isConnected,
    connect() {
      isConnected = true;
      notify();
    },
    setState(next: SpeechState) {
      if (next === state) return;
      state = next;
      notify();
    },
    addSpeech(more: string) {
      text = `${text} ${more.trim()}`.trim();
      notify();
    },
    takeSpeech(): string {
      const taken = text;
      text = '';
      return taken;
    },
    /** Returns a function that ends the subscription. */
    onChange(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify,
  };
}
