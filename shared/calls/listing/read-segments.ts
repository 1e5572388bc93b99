import type { Call, CallKey } from '#shared/calls/call.ts';
import { type CountsKind, type IdRange, type SegmentRows, countsKinds } from '#shared/calls/listing/call-counts.ts';
import { readSomeHeads } from '#shared/calls/listing/read-calls.ts';
import {
  CallSegmentItem,
  SegmentItem,
  SegmentVersionItem,
  SummaryNodeItem,
  type CallSegment,
  type SummaryNode,
} from '#shared/calls/listing/segment-items.ts';
import type { ItemKey } from '#shared/platform/table/definition.ts';
import { expr, absent } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/**
 * The segments that one process has read. A list reads the current version. A cached value of the same version is still
 * valid, because every write that removes or replaces a segment takes the next version.
 */
export interface SegmentCache {
  /** The version of each user's segments that was read last. */
  versions: Bounded<number>;
  segments: Bounded<Versioned<readonly CallSegment[]>>;
  nodes: Bounded<Versioned<SummaryNode | undefined>>;
  rows: Bounded<Versioned<SegmentRows | undefined>>;
}

/** The version was read before the value. While the version is the same, so is the value. */
interface Versioned<Value> {
  version: number;
  value: Value;
}

interface Bounded<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

export interface ListStart {
  userId: number;
  kind: CountsKind;
  range: IdRange;
  /** The number of newest heads to read. */
  limit: number;
  /** The first page without filters: the newest heads are the page. */
  isFirstOfAll: boolean;
}

export interface ListBeginning {
  segments: readonly CallSegment[];
  /** The newest heads, complete down to `reached`. */
  heads: Call[];
  reached: number;
  version: number;
  /** Whether `segments` are exactly those of `version`. */
  isOfVersion: boolean;
}

/** The version was not read. A process that serves a single list saves this read. */
const UNKNOWN = -1;

/** About 10 MB at most: a node of many assistants and campaigns is 400 KB, the rows of a segment 40 KB. */
export function createSegmentCache(): SegmentCache {
  return { versions: bounded(1000), segments: bounded(16), nodes: bounded(8), rows: bounded(64) };
}

/**
 * The first round trip of a list: the counts of all segments and the newest heads. If the counts are cached, it reads
 * their version instead, and only heads that are newer than all segments. If the version has changed, it reads the counts
 * in a second round trip.
 */
export async function beginList(
  table: Table,
  cache: SegmentCache,
  { userId, kind, range, limit, isFirstOfAll }: ListStart,
): Promise<ListBeginning> {
  const name = `${userId} ${kind} ${range.to}`;
  const known = cache.versions.get(String(userId));
  const cached = cache.segments.get(name);
  const isTailEnough = cached !== undefined && !isFirstOfAll;
  const from = isTailEnough ? Math.max(range.from, Math.min(range.to, endOf(cached.value))) : range.from;
  const [version, fresh, newest] = await Promise.all([
    known === undefined && !cached ? UNKNOWN : readSegmentVersion(table, userId),
    cached ? undefined : readSeals(table, userId, kind, range.to),
    readSomeHeads(table, userId, { range: { from, to: range.to }, limit, order: 'newest first' }),
  ]);
  cache.versions.set(String(userId), version);
  const isOfVersion = cached?.version === version;
  const segments = isOfVersion ? cached.value : (fresh ?? (await readSeals(table, userId, kind, range.to)));
  // Counts that were read concurrently with the version may be older, unless an earlier request has seen that version.
  if (!isOfVersion && version !== UNKNOWN && (!fresh || known === version)) {
    cache.segments.set(name, { version, value: segments });
  }
  return { segments, ...newest, version, isOfVersion };
}

function endOf(segments: readonly CallSegment[]): number {
  return segments.reduce((end, { to }) => Math.max(end, to), 0);
}

/** Reads the counts of all segments and summary nodes that start below an id, oldest first. */
export function readSeals(table: Table, userId: number, kind: CountsKind, below: number): Promise<CallSegment[]> {
  const where = expr`sk < ${sortableId(below)}`;
  return query(table, { partition: keys.callSegmentCounts.partition(userId, kind), where }, CallSegmentItem);
}

export function readSegment(table: Table, userId: number, from: number): Promise<SegmentRows | undefined> {
  return read(table, keys.callSegment.key(userId, from), SegmentItem);
}

export function readSummaryNode(
  table: Table,
  userId: number,
  kind: CountsKind,
  from: number,
): Promise<SummaryNode | undefined> {
  return read(table, keys.callSummaryNode(userId, kind, from), SummaryNodeItem);
}

/** Segments are written only under the version that was read before. Of two concurrent writers one fails. */
export async function readSegmentVersion(table: Table, userId: number): Promise<number> {
  return (await read(table, keys.callSegmentVersion(userId), SegmentVersionItem))?.version ?? 0;
}

/**
 * Returns the cached value of this version, or reads it. The cache is not used together with counts that are newer than
 * the version: they might count a call that the cached value does not contain.
 */
export async function recall<Value>(
  cache: Bounded<Versioned<Value>>,
  name: string,
  { version, isOfVersion }: { version: number; isOfVersion: boolean },
  read: () => Promise<Value>,
): Promise<Value> {
  const known = isOfVersion ? cache.get(name) : undefined;
  if (known?.version === version) return known.value;
  const value = await read();
  cache.set(name, { version, value });
  return value;
}

/** A map that evicts the least recently used value. */
function bounded<Value>(limit: number): Bounded<Value> {
  const values = new Map<string, Value>();
  const set = (name: string, value: Value) => {
    values.delete(name);
    values.set(name, value);
    for (const oldest of values.keys()) {
      if (values.size <= limit) break;
      values.delete(oldest);
    }
  };
  return {
    set,
    get(name) {
      const value = values.get(name);
      if (value !== undefined) set(name, value);
      return value;
    },
  };
}

/**
 * The writes that a transaction needs to add or remove a call below the watermark: they remove every segment and summary
 * node that contains its id. The first write takes the next version. It fails if segments changed in between: then call
 * this function again.
 */
export async function invalidateSegments(table: Table, { userId, callId }: CallKey): Promise<Write[]> {
  const version = await readSegmentVersion(table, userId);
  const containing = (await readSeals(table, userId, 'totals', callId + 1)).filter(({ to }) => to > callId);
  const stale = await Promise.all(
    containing.map(async ({ level, from }): Promise<ItemKey[]> => {
      const counts = countsKinds.map((kind) => keys.callSegmentCounts.key(userId, kind, from, level));
      if (level === 'leaf') return [...counts, keys.callSegment.key(userId, from)];
      const starts = (await readSummaryNode(table, userId, 'totals', from))?.starts ?? [];
      const start = starts.findLast((start) => start <= callId);
      const nodes = countsKinds.map((kind) => keys.callSummaryNode(userId, kind, from));
      return [...counts, ...nodes, ...(start === undefined ? [] : [keys.callSegment.key(userId, start)])];
    }),
  );
  const unique = new Map(stale.flat().map((key) => [`${key.pk} ${key.sk}`, key]));
  return [nextVersion(userId, version), ...[...unique.values()].map((key) => ({ remove: key }))];
}

/** Takes the next version of a user's segments. The transaction fails if another one has taken it. */
export function nextVersion(userId: number, seen: number): Write {
  const condition = seen === 0 ? absent : { version: seen };
  return { update: keys.callSegmentVersion(userId), set: { version: seen + 1 }, condition };
}
