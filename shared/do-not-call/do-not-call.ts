import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Clock } from '#shared/platform/clock.ts';
import { toSearchedNumber } from '#shared/platform/e164.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { createRecordId, ID_EPOCH_MS } from '#shared/platform/ids.ts';

export const doNotCallSources = ['api', 'import', 'call', 'sms'] as const;
/** An import, the words of a customer, or a STOP, which may have reached the carrier only. */
export type DoNotCallSource = (typeof doNotCallSources)[number];

export const DoNotCallItem = v.object({
  userId: v.number(),
  /** E.164. */
  phoneNumber: v.string(),
  /** The entry of a later source counts all the same. */
  source: v.fallback(v.picklist(doNotCallSources), 'api'),
  reason: v.nullable(v.string()),
  /** Epoch milliseconds. */
  createdAt: v.number(),
});
export type DoNotCallEntry = v.InferOutput<typeof DoNotCallItem>;

/** `id`: its position in the list. */
export type ListedEntry = DoNotCallEntry & { id: number };

export interface OptOutMessage {
  userId: number;
  phoneNumber: string;
  wish: 'stop' | 'start';
  messageId: string;
  /** The carrier's, epoch milliseconds. */
  sentAt: number;
}

/** Reads are strongly consistent. */
export interface DoNotCallStore {
  add(entry: DoNotCallEntry): Promise<'added' | 'exists'>;
  remove(userId: number, e164: string): Promise<'removed' | 'not_found'>;
  /** Once, if newer than the last one of its number. The carrier's dates have whole seconds; within one, STOP wins. */
  applyOptOut(message: OptOutMessage, at: number): Promise<'applied' | 'repeated' | 'outdated'>;
  get(userId: number, e164: string): Promise<DoNotCallEntry | undefined>;
  /** Also for a listed number that was erased. */
  has(userId: number, e164: string): Promise<boolean>;
  /** Only for a listed number that was erased. Users do not see it in their list. */
  hasErased(userId: number, e164: string): Promise<boolean>;
  /** Keeps a keyed hash, so the number stays refused. Idempotent. `remove`, or a newer START, take it off the list. */
  erase(userId: number, e164: string): Promise<'erased' | 'not_listed'>;
  /** Newest first. */
  list(userId: number, page: PageRequest): Promise<PageOf<ListedEntry>>;
}

type StoredEntry = DoNotCallEntry & { id?: number | undefined };

/** Newest first. The id of an older entry follows from its time and its number, so that it is the same in every list. */
export function withPositions(entries: readonly StoredEntry[]): ListedEntry[] {
  const ascending = entries
    .map((entry) => ({ ...entry, id: entry.id ?? olderId(entry) }))
    .toSorted((one, other) => one.id - other.id || (one.phoneNumber < other.phoneNumber ? -1 : 1));
  let previous = -1;
  return ascending.map((entry) => ({ ...entry, id: (previous = Math.max(entry.id, previous + 1)) })).toReversed();
}

function olderId({ createdAt, phoneNumber }: DoNotCallEntry): number {
  const hash = createHash('sha256').update(phoneNumber).digest().readUInt32BE();
  return createRecordId(Math.max(ID_EPOCH_MS, createdAt), () => hash / 2 ** 32);
}

export type CloseWaitingLeads = (userId: number, phoneNumber: string) => Promise<void>;

export interface AddToDoNotCallDeps {
  doNotCall: Pick<DoNotCallStore, 'add' | 'get'>;
  closeWaitingLeads: CloseWaitingLeads;
  clock: Clock;
}

/** Leads of a listed number are checked again: an earlier request may have crashed. A lead in a call stays open. */
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

/** Its leads stay `blacklisted` until the user sets them to `created`. @throws AppError phone_number_not_found */
export async function removeFromDoNotCall(
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  { doNotCall }: RemoveFromDoNotCallDeps,
): Promise<void> {
  const number = toSearchedNumber(phoneNumber);
  const isNumber = number !== '' && number.length <= LONGEST_NUMBER;
  const outcome = isNumber ? await doNotCall.remove(userId, number) : 'not_found';
  if (outcome === 'not_found') throw new AppError('phone_number_not_found');
}
