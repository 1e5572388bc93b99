import * as v from 'valibot';
import { toPlainTime } from '#shared/platform/clock.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import { phoneNumberText, plainTime, plainText } from '#shared/platform/http/record-fields.ts';

export const doNotCallSources = ['api', 'import', 'call', 'sms'] as const;
/** Who put the number on the list: the user, the ops line, the called person in a call, or that person's STOP. */
export type DoNotCallSource = (typeof doNotCallSources)[number];

/** A number that a user must not call. */
export interface DoNotCallEntry {
  userId: number;
  /** E.164. */
  phoneNumber: string;
  source: DoNotCallSource;
  reason: string | null;
  createdAt: number;
}

export function toDoNotCallRecord({ phoneNumber, source, reason, createdAt }: DoNotCallEntry): DoNotCallRecord {
  return { phone_number: phoneNumber, source, reason, created_at: toPlainTime(createdAt) };
}

/** The order of the list; entries of one moment, as an import makes them, go by their number. */
export function newestFirst(one: DoNotCallEntry, other: DoNotCallEntry): number {
  return other.createdAt - one.createdAt || (one.phoneNumber < other.phoneNumber ? -1 : 1);
}

/** The words that carriers and recipients agree on. */
const stops = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'OPTOUT', 'REVOKE']);
const starts = new Set(['START', 'UNSTOP', 'YES']);

/** What somebody wants who has texted this, in capitals or not, with a full stop or not; undefined for any other text. */
export function parseOptOutKeyword(text: string): 'stop' | 'start' | undefined {
  const word = text
    .replaceAll(/[^\p{L}\s]/gu, '')
    .trim()
    .toUpperCase();
  if (stops.has(word)) return 'stop';
  return starts.has(word) ? 'start' : undefined;
}

/** The numbers that users must not call. A write that was answered is seen by every later read. */
export interface DoNotCallStore {
  /** A number that is on the list already keeps the entry that it has. */
  add(entry: DoNotCallEntry): Promise<'added' | 'exists'>;
  /** Takes a number off; only if it came from `onlySource`, where that is given. */
  remove(userId: number, e164: string, onlySource?: DoNotCallSource): Promise<'removed' | 'not_found'>;
  get(userId: number, e164: string): Promise<DoNotCallEntry | undefined>;
  has(userId: number, e164: string): Promise<boolean>;
  /** Newest first. */
  list(userId: number, page: PageRequest): Promise<PageOf<DoNotCallEntry>>;
}

/** A number of the do-not-call list as the API shows it. */
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
