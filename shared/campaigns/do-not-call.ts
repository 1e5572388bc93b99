import * as v from 'valibot';
import { toPlainTime } from '#shared/platform/clock.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { phoneNumberText, plainTime, plainText } from '#shared/platform/http/record-fields.ts';

const doNotCallSources = ['api', 'import', 'call', 'sms'] as const;
/**
 * How the number got on the list: by the API, by an operator's import, by the customer during a call, or by a STOP
 * text.
 */
export type DoNotCallSource = (typeof doNotCallSources)[number];

/** A number that the user must not call. */
export const DoNotCallItem = v.object({
  userId: v.number(),
  /** E.164. */
  phoneNumber: v.string(),
  source: v.picklist(doNotCallSources),
  reason: v.nullable(v.string()),
  /** Epoch milliseconds. */
  createdAt: v.number(),
});
export type DoNotCallEntry = v.InferOutput<typeof DoNotCallItem>;

/** A text message of a customer that says STOP or START. */
export interface OptOutMessage {
  userId: number;
  /** The sender, E.164. */
  phoneNumber: string;
  wish: 'stop' | 'start';
  /** The carrier's id of the message. */
  messageId: string;
  /** The carrier's date of the message, epoch milliseconds. */
  sentAt: number;
}

/** The do-not-call lists of all users. Reads are strongly consistent. */
export interface DoNotCallStore {
  /** `exists`: the number is already on the list and keeps its entry. */
  add(entry: DoNotCallEntry): Promise<'added' | 'exists'>;
  remove(userId: number, e164: string): Promise<'removed' | 'not_found'>;
  /**
   * Applies a STOP or START once, if it is newer than the last one of its number. STOP adds the number, START removes an entry
   * of source `sms`. The carrier's dates have whole seconds; within a second, STOP wins. `repeated`: it is the last one itself.
   */
  applyOptOut(message: OptOutMessage, at: number): Promise<'applied' | 'repeated' | 'outdated'>;
  get(userId: number, e164: string): Promise<DoNotCallEntry | undefined>;
  /** Also true for a listed number that was erased. */
  has(userId: number, e164: string): Promise<boolean>;
  /**
   * Forgets the number and goes on refusing it: only a keyed hash of it stays, with the source. Idempotent. `remove`, and a
   * START after a STOP, take it off the list all the same.
   */
  erase(userId: number, e164: string): Promise<'erased' | 'not_listed'>;
  /** Newest first. */
  list(userId: number, page: PageRequest): Promise<PageOf<DoNotCallEntry>>;
}

/** An entry of the do-not-call list as the API returns it. */
export const DoNotCallRecord = v.pipe(
  v.strictObject({
    phone_number: phoneNumberText('+12025550100'),
    source: v.pipe(
      v.picklist(doNotCallSources),
      v.description('Who put it there: this API, an import, the called person in a call, or by SMS.'),
    ),
    reason: v.nullable(plainText('Asked not to be called.')),
    created_at: plainTime(),
  }),
  v.title('DoNotCallRecord'),
);
export type DoNotCallRecord = v.InferOutput<typeof DoNotCallRecord>;

export function toDoNotCallRecord({ phoneNumber, source, reason, createdAt }: DoNotCallEntry): DoNotCallRecord {
  return { phone_number: phoneNumber, source, reason, created_at: toPlainTime(createdAt) };
}

/** Compares two entries for the list. Entries of the same millisecond, as after an import, are ordered by number. */
export function newestFirst(one: DoNotCallEntry, other: DoNotCallEntry): number {
  return other.createdAt - one.createdAt || (one.phoneNumber < other.phoneNumber ? -1 : 1);
}

/** The opt-out and opt-in keywords of US carriers. */
const stops = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE']);
const starts = new Set(['START', 'UNSTOP', 'YES']);

/** The opt-out or opt-in keyword of a text message, ignoring case and punctuation. Undefined for any other text. */
export function parseOptOutKeyword(text: string): 'stop' | 'start' | undefined {
  const word = text
    .replaceAll(/[^\p{L}\s]/gu, '')
    .trim()
    .toUpperCase();
  if (stops.has(word)) return 'stop';
  return starts.has(word) ? 'start' : undefined;
}
