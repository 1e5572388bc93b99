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
  type ReceivedMessage,
  type Recording,
  type Violation,
} from '#twilio/journal/journal-entries.ts';

type JournalListener = (entry: JournalEntry) => void;
export type Journal = ReturnType<typeof createJournal>;

/** All records and events of the simulated carrier: in memory, and in the data file if there is one. */
export function createJournal(dataFile?: string) {
  const records = createRecords();
  const listeners = new Set<JournalListener>();
  let isOpen = true;
  if (dataFile !== undefined) for (const entry of readDataFile(dataFile)) apply(records, entry);
  const write = (entry: JournalEntry) => {
    if (!isOpen) return;
    if (dataFile !== undefined) appendToDataFile(dataFile, entry);
    apply(records, entry);
    for (const listener of listeners) listener(entry);
  };
  return {
    ...readersOf(records),
    saveCall: (value: Call) => write({ kind: 'call', value }),
    saveRecording: (value: Recording) => write({ kind: 'recording', value }),
    saveMessage: (value: Message) => write({ kind: 'message', value }),
    saveReceivedMessage: (value: ReceivedMessage) => write({ kind: 'received-message', value }),
    saveNumber: (value: IncomingNumber) => write({ kind: 'number', value }),
    addEvent: (event: Omit<JournalEvent, 'id'>) =>
      write({ kind: 'event', value: { id: records.lastEventId + 1, ...event } }),
    addViolation: (value: Violation) => write({ kind: 'violation', value }),
    addAttempt: (value: DialAttempt) => write({ kind: 'attempt', value }),
    addMessageAttempt: (value: MessageAttempt) => write({ kind: 'message-attempt', value }),
    /** Returns a function that ends the subscription. */
    subscribe(listener: JournalListener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Writes nothing from now on, as if the process had died here. */
    close() {
      isOpen = false;
      listeners.clear();
    },
  };
}

function createRecords() {
  return {
    calls: new Map<string, Call>(),
    events: new Map<string, JournalEvent[]>(),
    recordings: new Map<string, Recording>(),
    messages: new Map<string, Message>(),
    receivedMessages: new Map<string, ReceivedMessage>(),
    numbers: new Map<string, IncomingNumber>(),
    violations: new Array<Violation>(),
    attempts: new Array<DialAttempt>(),
    messageAttempts: new Array<MessageAttempt>(),
    lastEventId: 0,
  };
}

type Records = ReturnType<typeof createRecords>;

function readersOf(records: Records) {
  return {
    /** Newest first. */
    calls: () => [...records.calls.values()].toReversed(),
    call: (sid: string) => records.calls.get(sid),
    /** Newest first. */
    messages: () => [...records.messages.values()].toReversed(),
    message: (sid: string) => records.messages.get(sid),
    receivedMessage: (sid: string) => records.receivedMessages.get(sid),
    numbers: () => [...records.numbers.values()],
    /** Of a call or a message. */
    events: (sid: string) => records.events.get(sid) ?? [],
    recordings: () => [...records.recordings.values()].filter(({ status }) => status !== 'deleted'),
    violations: () => records.violations,
    attempts: () => records.attempts,
    messageAttempts: () => records.messageAttempts,
  };
}

function apply(records: Records, { kind, value }: JournalEntry): void {
  switch (kind) {
    case 'call':
      records.calls.set(value.sid, value);
      break;
    case 'event':
      records.lastEventId = value.id;
      addEvent(records.events, value);
      break;
    case 'violation':
      records.violations.push(value);
      break;
    case 'attempt':
      records.attempts.push(value);
      break;
    case 'recording':
      records.recordings.set(value.sid, value);
      break;
    case 'number':
      records.numbers.set(value.sid, value);
      break;
    case 'message':
      records.messages.set(value.sid, value);
      break;
    case 'received-message':
      records.receivedMessages.set(value.sid, value);
      break;
    case 'message-attempt':
      records.messageAttempts.push(value);
      break;
  }
}

function addEvent(events: Records['events'], event: JournalEvent): void {
  const sid = event.callSid ?? event.messageSid ?? '';
  const known = events.get(sid);
  if (known) known.push(event);
  else events.set(sid, [event]);
}

/** The entries of a data file, oldest first. A last line that a crash cut off was never answered for, and is left out. */
function readDataFile(path: string): JournalEntry[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (text !== '' && !text.endsWith('\n')) appendFileSync(path, '\n');
  return text.split('\n').flatMap((line) => toEntry(line) ?? []);
}

/** Synchronous, so that a killed process loses nothing that it has answered for. */
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
