import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import {
  type Call,
  type DialAttempt,
  type IncomingNumber,
  type JournalEntry,
  journalEntry,
  type JournalEvent,
  type Message,
  type MessageAttempt,
  type Recording,
  type Violation,
} from '#infra/local/carrier-simulator/journal/journal-entries.ts';

type JournalListener = (entry: JournalEntry) => void;

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

/** The entries of a data file, oldest first. A last line that was cut off by a crash was never answered for: it is left out. */
function readDataFile(path: string): JournalEntry[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return text.split('\n').flatMap((line) => toEntry(line) ?? []);
}

/** Written before anything is answered, and by the kernel's count at once: a killed process loses nothing. */
function appendToDataFile(path: string, entry: JournalEntry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`);
}

function toEntry(line: string): JournalEntry | undefined {
  if (line === '') return undefined;
  try {
    const result = v.safeParse(journalEntry, JSON.parse(line));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}
