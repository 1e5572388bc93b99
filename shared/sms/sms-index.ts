import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import * as v from 'valibot';
import { recordIdTime } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';
import { listStatusOf, otherSideOf, smsListStatuses, type Sms, type SmsListStatus } from '#shared/sms/sms.ts';

/**
 * The lists of SMS: docs/decisions/0068-lists-of-sms.md. Requests that read a list pack what is older than an hour into blocks.
 * A message that changes, or is stored, when its id is older than this, is noted beside the blocks: half an hour is left for
 * requests under way and clocks that differ.
 */
const LATE_AFTER_MS = 30 * 60_000;
export const PACKED_AFTER_MS = 60 * 60_000;

/** An SMS in a list. `party` is a hash of the other side's number. */
export interface SmsRow {
  id: number;
  status: SmsListStatus;
  party: string;
}

export function toRow(sms: Pick<Sms, 'id' | 'userId' | 'direction' | 'status' | 'from' | 'to'>): SmsRow {
  return { id: sms.id, status: listStatusOf(sms), party: partyOf(sms.userId, otherSideOf(sms)) };
}

/** 66 bits: two of a million numbers share one in 1.5 × 10^8 users. */
export function partyOf(userId: number, number: string): string {
  return createHash('sha256').update(`${userId} ${number}`).digest('base64url').slice(0, 11);
}

/** None in the first half hour, in which nearly all messages change: nothing is added to their writes. */
export function noteLate(
  { userId, smsId }: { userId: number; smsId: number },
  at: number,
  row: { status: SmsListStatus; party?: string },
): Write[] {
  if (at - recordIdTime(smsId) < LATE_AFTER_MS) return [];
  return [{ update: keys.smsIndex.late(userId, smsId), set: row }];
}

export const LateItem = v.pipe(
  v.object({ sk: v.string(), status: v.picklist(smsListStatuses), party: v.optional(v.string()) }),
  v.transform(({ sk, ...row }) => ({ id: Number(sk.slice(keys.smsIndex.lateOnes.length)), ...row })),
);
export type LateRow = v.InferOutput<typeof LateItem>;

const rank: Record<SmsListStatus, number> = {
  queued: 0,
  sent: 1,
  delivered: 2,
  undelivered: 2,
  failed: 2,
  received: 2,
};

/** Statuses move forward only, so the later one is the one that is further. */
export function withLate(rows: readonly SmsRow[], late: readonly LateRow[]): SmsRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, status, party } of late) {
    const known = byId.get(id);
    if (known && rank[status] > rank[known.status]) byId.set(id, { ...known, status });
    if (!known && party !== undefined) byId.set(id, { id, status, party });
  }
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}

type StatusCounts = Readonly<Record<SmsListStatus, number>>;

/** Rows that are stored together, oldest first. They never change: a block that does is another one. */
export interface Block {
  from: number;
  nonce: string;
  counts: StatusCounts;
}

export function countRows(rows: readonly SmsRow[]): StatusCounts {
  const counts = { queued: 0, sent: 0, delivered: 0, undelivered: 0, failed: 0, received: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

export function blockKey(userId: number, { from, nonce }: Pick<Block, 'from' | 'nonce'>): ItemKey {
  return keys.smsIndex.block(userId, from, nonce);
}

const Packed = v.pipe(
  v.instance(Uint8Array),
  v.transform((bytes) => inflateRawSync(bytes).toString()),
  v.parseJson(),
);

function pack(value: unknown): Uint8Array {
  return new Uint8Array(deflateRawSync(JSON.stringify(value)));
}

/** A row is some 14 bytes: the difference of its id, one digit, and the hash. */
export const BlockItem = v.pipe(
  v.object({
    rows: v.pipe(Packed, v.object({ steps: v.array(v.number()), statuses: v.string(), parties: v.array(v.string()) })),
  }),
  v.transform(({ rows: { steps, statuses, parties } }) => {
    let id = 0;
    return steps.map((step, index): SmsRow => {
      id += step;
      const status = smsListStatuses[Number(statuses[index])] ?? 'failed';
      return { id, status, party: parties[index] ?? '' };
    });
  }),
);

export function packRows(rows: readonly SmsRow[]): { rows: Uint8Array } {
  const steps = rows.map(({ id }, index) => id - (rows[index - 1]?.id ?? 0));
  const statuses = rows.map(({ status }) => smsListStatuses.indexOf(status)).join('');
  return { rows: pack({ steps, statuses, parties: rows.map(({ party }) => party) }) };
}

/** Names all blocks, oldest first. Messages with ids below `to` are in blocks. */
export const HeadItem = v.pipe(
  v.object({
    version: v.number(),
    to: v.number(),
    blocks: v.pipe(Packed, v.array(v.tuple([v.number(), v.string(), v.array(v.number())]))),
  }),
  v.transform(({ version, to, blocks }) => ({
    version,
    to,
    blocks: blocks.map(([from, nonce, counts]): Block => ({ from, nonce, counts: namedCounts(counts) })),
  })),
);
export type Head = v.InferOutput<typeof HeadItem>;

export const noHead: Head = { version: 0, to: 0, blocks: [] };

function namedCounts(counts: readonly number[]): StatusCounts {
  const [queued = 0, sent = 0, delivered = 0, undelivered = 0, failed = 0, received = 0] = counts;
  return { queued, sent, delivered, undelivered, failed, received };
}

export function packHead({ version, to, blocks }: Head) {
  const packed = blocks.map(({ from, nonce, counts }) => [from, nonce, smsListStatuses.map((one) => counts[one])]);
  return { version, to, blocks: pack(packed) };
}
