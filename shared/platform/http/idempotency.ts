import { createHash } from 'node:crypto';

/** Names one key of one user on one route. A key may hold anything, so only its hash is kept. */
export interface IdempotencyKey {
  userId: number;
  /** The id of the function, which several paths may share. */
  route: string;
  keyHash: string;
}

export interface StoredAnswer {
  status: number;
  /** JSON, as it was first sent. */
  body: string;
}

/** What is stored under a key: the request that it stands for, the run that works on it, and the answer. */
export interface IdempotencyRecord {
  /** Of the request body; see `fingerprint`. */
  fingerprint: string;
  /** Reserved for the record that the request makes, so that every run of it makes the same one. */
  recordId: number;
  /** Stands on the record that the request made, and on no other. */
  token: string;
  /** The run that works on the request, or was the last to. */
  run: string;
  startedAt: number;
  /** A run that has not answered by then is dead. */
  leaseUntil: number;
  answer: StoredAnswer | null;
  /** Epoch seconds; from then on the key is free again. */
  expiresAt: number;
}

/** Longer than any function behind HTTP may run (30 s), so that a run whose lease has ended is certainly over. */
export const LEASE_MS = 40_000;
export const KEPT_SECONDS = 24 * 3600;

/** Which requests with an idempotency key have run, and how they were answered. An expired record counts as absent. */
export interface IdempotencyStore {
  /** Stores the record if the key has none, in one round trip. Returns the stored record; its `run` shows who stored it. */
  putIfAbsent(key: IdempotencyKey, record: IdempotencyRecord): Promise<IdempotencyRecord>;
  /** Replaces the record while it has no answer and `run` is still the one that works on it; false when not. */
  replace(key: IdempotencyKey, record: IdempotencyRecord, run: string): Promise<boolean>;
  /** Frees the key while its record has no answer and `run` is still the one that works on it. */
  release(key: IdempotencyKey, run: string): Promise<void>;
}

export type RepeatDecision =
  | { kind: 'replay'; answer: StoredAnswer }
  | { kind: 'conflict' }
  | { kind: 'running'; retryAfterSeconds: number }
  | { kind: 'resume' };

/** How a request is treated whose key has a record already. */
export function classifyRepeat(known: IdempotencyRecord, fingerprint: string, now: number): RepeatDecision {
  if (known.fingerprint !== fingerprint) return { kind: 'conflict' };
  if (known.answer) return { kind: 'replay', answer: known.answer };
  if (known.leaseUntil > now) return { kind: 'running', retryAfterSeconds: retryAfter(known, now) };
  return { kind: 'resume' };
}

/** As long again as the run has taken so far, but not beyond its lease: short for a quick run, long for a dead one. */
function retryAfter({ startedAt, leaseUntil }: IdempotencyRecord, now: number): number {
  const seconds = Math.min(now - startedAt, leaseUntil - now) / 1000;
  return Math.max(1, Math.ceil(seconds));
}

/** Equal for bodies that hold the same JSON values, in any order of keys. */
export function fingerprint(body: unknown): string {
  return createHash('sha256').update(canonicalJson(body)).digest('base64url');
}

type Step = { text: string } | { value: unknown };

/** JSON with sorted keys, and a comma after every item. Without recursion: how deep a body nests is for its schema to judge. */
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

/** The identity that an idempotency key reserves for the record of its request. */
export interface Reservation {
  id: number;
  /** To be kept on the record: tells it from another that has drawn the same id. */
  token: string;
  /** Whether an earlier run has died or failed, and may have made the record already. */
  resumed: boolean;
}

export interface ReservedRecord<Item> {
  /** What an earlier run of the same request has made already. */
  item?: Item | undefined;
  /** Where to make it now; undefined when nothing is reserved, so that an id is to be drawn. */
  id?: number;
}

/**
 * Looks for what an earlier run of the same request has made, before anything is checked: what was done stays done,
 * even if it would be refused now.
 *
 * It stands at the reserved id, or at one of the next where another record had drawn that id: a run that finds an id taken
 * tries the next one, so the first free id ends the search.
 */
export async function findReservedRecord<Item>(
  reservation: Reservation | undefined,
  get: (id: number) => Promise<Item | undefined>,
  tokenOf: (item: Item) => string | undefined,
): Promise<ReservedRecord<Item>> {
  if (reservation === undefined) return {};
  if (!reservation.resumed) return { id: reservation.id };
  for (let { id } = reservation; ; id += 1) {
    const item = await get(id);
    if (item === undefined || tokenOf(item) === reservation.token) return { id, item };
  }
}

/** For another try after the id was found taken, be it by another record or by this very request. */
export function asResumed(reservation: Reservation | undefined): Reservation | undefined {
  return reservation && { ...reservation, resumed: true };
}
