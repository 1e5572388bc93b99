import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { attribute, expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { put, remove, updateIf } from '#shared/platform/table/write.ts';

/** One key of one user on one route. Only the hash of the header is stored, because it may contain anything. */
export interface IdempotencyKey {
  userId: number;
  /** The id of the function. Several paths may share it. */
  route: string;
  keyHash: string;
}

const IdempotencyItem = v.object({
  fingerprint: v.string(),
  recordId: v.number(),
  token: v.string(),
  run: v.string(),
  startedAt: v.number(),
  /** A run without a response by then has crashed. */
  leaseUntil: v.number(),
  /** `body`: JSON, as it was first sent. Older records have no headers. */
  answer: v.nullable(
    v.object({ status: v.number(), body: v.string(), headers: v.optional(v.record(v.string(), v.string())) }),
  ),
  /** Epoch seconds; the key can be reused afterwards, and DynamoDB deletes the record. */
  expiresAt: v.number(),
});
export type IdempotencyRecord = v.InferOutput<typeof IdempotencyItem>;

/** Longer than the timeout of HTTP functions (30 s): a run whose lease has ended is certainly over. */
export const LEASE_MS = 40_000;
export const KEPT_SECONDS = 24 * 3600;

export interface IdempotencyStore {
  /** Stores the record if the key has none, in one round trip. Returns the stored record; its `run` shows who stored it. */
  putIfAbsent(key: IdempotencyKey, record: IdempotencyRecord): Promise<IdempotencyRecord>;
  /** If it has no response and `run` is still its run; false otherwise. */
  replace(key: IdempotencyKey, record: IdempotencyRecord, run: string): Promise<boolean>;
  release(key: IdempotencyKey, run: string): Promise<void>;
}

type RepeatDecision =
  | { kind: 'replay'; answer: NonNullable<IdempotencyRecord['answer']> }
  | { kind: 'conflict' }
  | { kind: 'running'; retryAfterSeconds: number }
  | { kind: 'resume' };

export function classifyRepeat(known: IdempotencyRecord, fingerprint: string, now: number): RepeatDecision {
  if (known.fingerprint !== fingerprint) return { kind: 'conflict' };
  if (known.answer) return { kind: 'replay', answer: known.answer };
  if (known.leaseUntil > now) return { kind: 'running', retryAfterSeconds: retryAfter(known, now) };
  return { kind: 'resume' };
}

/** Seconds: as long as the run has taken so far, at most until its lease ends. Short for a quick run, long for a crashed one. */
function retryAfter({ startedAt, leaseUntil }: IdempotencyRecord, now: number): number {
  const seconds = Math.min(now - startedAt, leaseUntil - now) / 1000;
  return Math.max(1, Math.ceil(seconds));
}

/** Equal for bodies that hold the same JSON values, in any order of keys. */
export function fingerprint(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('base64url');
}

type Step = { text: string } | { value: unknown };

/** JSON with sorted keys and a comma after every item. Not recursive: the schema limits the depth, and runs later. */
function canonicalJson(root: unknown): string {
  const steps: Step[] = [{ value: root }];
  let json = '';
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    if ('text' in step) json += step.text;
    else for (const part of partsOf(step.value).toReversed()) steps.push(part);
  }
  return json;
}

function partsOf(value: unknown): Step[] {
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value) ?? 'null' }];
  if (Array.isArray(value)) {
    return [{ text: '[' }, ...value.flatMap((item: unknown) => [{ value: item }, { text: ',' }]), { text: ']' }];
  }
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = entries.flatMap(([key, item]) => [{ text: `${JSON.stringify(key)}:` }, { value: item }, { text: ',' }]);
  return [{ text: '{' }, ...parts, { text: '}' }];
}

export interface Reservation {
  id: number;
  /** Store it with the record: it tells the record from another with the same id. */
  token: string;
  /** An earlier run crashed or failed, and may have created the record. */
  resumed: boolean;
}

interface ReservedRecord<Item> {
  item?: Item | undefined;
  id?: number;
}

const MAX_TAKEN = 100;

/** Called before any check: what was done stays done, even if it would be refused now. A run that finds an id taken
 * tries the next one: the record has the reserved id or one of the next, up to a free one. */
export async function findReservedRecord<Item>(
  reservation: Reservation | undefined,
  get: (id: number) => Promise<Item | undefined>,
  tokenOf: (item: Item) => string | undefined,
): Promise<ReservedRecord<Item>> {
  if (reservation === undefined) return {};
  if (!reservation.resumed) return { id: reservation.id };
  for (let tries = 0; tries < MAX_TAKEN; tries += 1) {
    const id = reservation.id + tries;
    const item = await get(id);
    if (item === undefined || tokenOf(item) === reservation.token) return { id, item };
  }
  throw new Error(`${MAX_TAKEN} record ids in a row are taken`);
}

/** For the next try after the id was taken, by another record or by this request. */
export function asResumed(reservation: Reservation | undefined): Reservation | undefined {
  return reservation && { ...reservation, resumed: true };
}

/** The SDK repeats a request whose response was lost: every write here is idempotent. */
export function createDynamoDbIdempotencyStore(table: Table): IdempotencyStore {
  const isOpen = (run: string) => ({ run, answer: null });
  return {
    async putIfAbsent(key, record) {
      const known = await addIfAbsent(table, key, record);
      if (known.expiresAt * 1000 > record.startedAt) return known;
      // DynamoDB deletes expired items hours later. The first request that replaces the item starts a run; the others see it.
      const item = { ...keys.idempotencyKey(key), ...record };
      const isReplaced = await put(table, item, { expiresAt: known.expiresAt });
      return isReplaced ? record : addIfAbsent(table, key, record);
    },

    replace: (key, record, run) =>
      put(table, { ...keys.idempotencyKey(key), ...record }, { run: [run, record.run], answer: null }),

    async release(key, run) {
      await remove(table, keys.idempotencyKey(key), isOpen(run));
    },
  };
}

/** One unconditional update: existing attributes keep their values, and the response contains the stored item. */
async function addIfAbsent(table: Table, key: IdempotencyKey, record: IdempotencyRecord): Promise<IdempotencyRecord> {
  const set = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, expr`if_not_exists(${attribute(name)}, ${value})`]),
  );
  const stored = await updateIf(table, keys.idempotencyKey(key), IdempotencyItem, { set });
  if (!stored) throw new Error('an update without a condition was refused');
  return stored;
}
