import { appendToDataFile, readDataFile } from './data-file.ts';
import type {
  Call,
  DialAttempt,
  IncomingNumber,
  JournalEntry,
  JournalEvent,
  Recording,
  Violation,
} from './journal-entries.ts';
import type { Message, MessageAttempt } from './message-entries.ts';

export type JournalListener = (entry: JournalEntry) => void;

/** Everything that happened at this carrier, kept in memory and, if there is a data file, over restarts. */
export class Journal {
  readonly #calls = new Map<string, Call>();
  readonly #events = new Map<string, JournalEvent[]>();
  readonly #recordings = new Map<string, Recording>();
  readonly #messages = new Map<string, Message>();
  readonly #numbers = new Map<string, IncomingNumber>();
  readonly #violations: Violation[] = [];
  readonly #attempts: DialAttempt[] = [];
  readonly #messageAttempts: MessageAttempt[] = [];
  readonly #listeners = new Set<JournalListener>();
  readonly #dataFile: string | undefined;
  #lastEventId = 0;
  #open = true;

  constructor(dataFile?: string) {
    this.#dataFile = dataFile;
    if (dataFile !== undefined) for (const entry of readDataFile(dataFile)) this.#take(entry);
  }

  /** Newest first. */
  calls(): Call[] {
    return [...this.#calls.values()].toReversed();
  }

  call(sid: string): Call | undefined {
    return this.#calls.get(sid);
  }

  /** Newest first. */
  messages(): Message[] {
    return [...this.#messages.values()].toReversed();
  }

  message(sid: string): Message | undefined {
    return this.#messages.get(sid);
  }

  numbers(): IncomingNumber[] {
    return [...this.#numbers.values()];
  }

  /** Of a call or a message. */
  events(sid: string): JournalEvent[] {
    return this.#events.get(sid) ?? [];
  }

  recordings(): Recording[] {
    return [...this.#recordings.values()].filter(({ status }) => status !== 'deleted');
  }

  violations(): Violation[] {
    return this.#violations;
  }

  attempts(): DialAttempt[] {
    return this.#attempts;
  }

  messageAttempts(): MessageAttempt[] {
    return this.#messageAttempts;
  }

  saveCall(call: Call): void {
    this.#write({ kind: 'call', value: call });
  }

  saveRecording(recording: Recording): void {
    this.#write({ kind: 'recording', value: recording });
  }

  saveMessage(message: Message): void {
    this.#write({ kind: 'message', value: message });
  }

  saveNumber(number: IncomingNumber): void {
    this.#write({ kind: 'number', value: number });
  }

  note(event: Omit<JournalEvent, 'id'>): void {
    this.#write({ kind: 'event', value: { id: this.#lastEventId + 1, ...event } });
  }

  violation(violation: Violation): void {
    this.#write({ kind: 'violation', value: violation });
  }

  attempt(attempt: DialAttempt): void {
    this.#write({ kind: 'attempt', value: attempt });
  }

  messageAttempt(attempt: MessageAttempt): void {
    this.#write({ kind: 'message-attempt', value: attempt });
  }

  /** Returns what ends the subscription. */
  subscribe(listener: JournalListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** From here on nothing is written: what still happens in this process happened after its death. */
  close(): void {
    this.#open = false;
    this.#listeners.clear();
  }

  #write(entry: JournalEntry): void {
    if (!this.#open) return;
    if (this.#dataFile !== undefined) appendToDataFile(this.#dataFile, entry);
    this.#take(entry);
    for (const listener of this.#listeners) listener(entry);
  }

  #take(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'call':
        this.#calls.set(entry.value.sid, entry.value);
        break;
      case 'event':
        this.#lastEventId = entry.value.id;
        this.#takeEvent(entry.value);
        break;
      case 'violation':
        this.#violations.push(entry.value);
        break;
      case 'attempt':
        this.#attempts.push(entry.value);
        break;
      case 'recording':
        this.#recordings.set(entry.value.sid, entry.value);
        break;
      case 'number':
        this.#numbers.set(entry.value.sid, entry.value);
        break;
      case 'message':
        this.#messages.set(entry.value.sid, entry.value);
        break;
      case 'message-attempt':
        this.#messageAttempts.push(entry.value);
        break;
    }
  }

  #takeEvent(event: JournalEvent): void {
    this.#lastEventId = event.id;
    const sid = event.callSid ?? event.messageSid ?? '';
    const events = this.#events.get(sid);
    if (events) events.push(event);
    else this.#events.set(sid, [event]);
  }
}
