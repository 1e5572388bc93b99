import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { toSearchedNumber } from '#shared/platform/e164.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

export const doNotCallSources = ['api', 'import', 'call', 'sms'] as const;
/**
 * How the number got on the list: by the API, by an operator's import, by the customer during a call, or by a STOP
 * text, which may have reached the carrier only.
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
   * Forgets the number and goes on refusing it: only a keyed hash of it stays, with the source and the date of its
   * last STOP or START. Idempotent. `remove`, and a START that is newer, take it off the list all the same.
   */
  erase(userId: number, e164: string): Promise<'erased' | 'not_listed'>;
  /** Newest first. */
  list(userId: number, page: PageRequest): Promise<PageOf<DoNotCallEntry>>;
}

/** Compares two entries for the list. Entries of the same millisecond, as after an import, have no order of their own: by number here. */
export function newestFirst(one: DoNotCallEntry, other: DoNotCallEntry): number {
  return other.createdAt - one.createdAt || (one.phoneNumber < other.phoneNumber ? -1 : 1);
}

/** The opt-out and opt-in keywords of carriers in the US, and the French ones of Canada. */
const stops = new Set('STOP STOPALL UNSUBSCRIBE CANCEL END QUIT OPTOUT REVOKE ARRET ARRETE ARRETT'.split(' '));
const starts = new Set(['START', 'UNSTOP', 'YES']);

/**
 * The opt-out or opt-in keyword of a text message, ignoring case, accents, punctuation and spaces: the law names "opt out".
 * Undefined for any other text. https://www.law.cornell.edu/cfr/text/47/64.1200
 */
export function parseOptOutKeyword(text: string): 'stop' | 'start' | undefined {
  const word = text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toUpperCase();
  if (stops.has(word)) return 'stop';
  return starts.has(word) ? 'start' : undefined;
}

/** Closes the waiting leads with a number that must not be called. Campaigns hand it over. */
export type CloseWaitingLeads = (userId: number, phoneNumber: string) => Promise<void>;

export interface AddToDoNotCallDeps {
  doNotCall: Pick<DoNotCallStore, 'add' | 'get'>;
  closeWaitingLeads: CloseWaitingLeads;
  clock: Clock;
}

/**
 * Adds a number to the user's do-not-call list and closes the waiting leads with it. Returns the stored entry. A listed
 * number keeps its entry; its leads are checked again, because an earlier request may have crashed before that. A lead
 * that is being called stays open: the dialler checks the list before every call.
 */
export async function addToDoNotCall(
  entry: Omit<DoNotCallEntry, 'createdAt'>,
  deps: AddToDoNotCallDeps,
): Promise<DoNotCallEntry> {
  const added = { ...entry, createdAt: deps.clock.now() };
  const outcome = await deps.doNotCall.add(added);
  await deps.closeWaitingLeads(entry.userId, entry.phoneNumber);
  const kept = outcome === 'added' ? undefined : await deps.doNotCall.get(entry.userId, entry.phoneNumber);
  return kept ?? added;
}

/** E.164 has 15 digits. A key of DynamoDB has 1,024 bytes at most. */
const LONGEST_NUMBER = 32;

export interface RemoveFromDoNotCallDeps {
  doNotCall: Pick<DoNotCallStore, 'remove'>;
}

/**
 * Removes a number from the user's do-not-call list. Its leads stay `blacklisted` until the user sets them to
 * `created`.
 * @throws AppError phone_number_not_found
 */
export async function removeFromDoNotCall(
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  { doNotCall }: RemoveFromDoNotCallDeps,
): Promise<void> {
  const number = toSearchedNumber(phoneNumber);
  const isNumber = number !== '' && number.length <= LONGEST_NUMBER;
  const outcome = isNumber ? await doNotCall.remove(userId, number) : 'not_found';
  if (outcome === 'not_found') throw new AppError('phone_number_not_found');
}
