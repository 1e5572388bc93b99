import type { Call } from '#shared/calls/call.ts';
import type { SegmentRows, CountsKind, IdRange } from '#shared/calls/listing/call-counts.ts';
import { readSomeHeads } from '#shared/calls/listing/read-calls.ts';
import {
  SummaryNodeItem,
  SegmentItem,
  CallSegmentItem,
  SegmentVersionItem,
  type SummaryNode,
  type CallSegment,
} from '#shared/calls/listing/segment-items.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys, sortableId } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';

/** The counts of the segments and summary nodes that begin below an id, oldest first. */
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

/** Segments are written only if this is still the version, so that no two writers start from different states. */
export async function readSegmentVersion(table: Table, userId: number): Promise<number> {
  return (await read(table, keys.callSegmentVersion(userId), SegmentVersionItem))?.version ?? 0;
}

/**
 * What one process remembers of the segments. A list reads their version; what was read under the same version is still
 * stored, because no write removes or replaces a segment without taking the next version.
 */
export interface SegmentCache {
  /** The version of a user's segments, as an earlier request has read it. */
  versions: Bounded<number>;
  seals: Bounded<Versioned<readonly CallSegment[]>>;
  nodes: Bounded<Versioned<SummaryNode | undefined>>;
  segments: Bounded<Versioned<SegmentRows | undefined>>;
}

/** The version was read before the value: while it is the same, the value is too. */
interface Versioned<Value> {
  version: number;
  value: Value;
}

interface Bounded<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

/** Some 10 MB at most: a node of many assistants and campaigns takes 400 KB, a segment 40 KB. */
export function createSegmentCache(): SegmentCache {
  return { versions: bounded(1000), seals: bounded(16), nodes: bounded(8), segments: bounded(64) };
}

export interface ListStart {
  userId: number;
  kind: CountsKind;
  range: IdRange;
  /** How many of the newest heads. */
  limit: number;
  /** The newest calls without any filter: their heads are the page. */
  isFirstOfAll: boolean;
}

export interface ListBeginning {
  seals: readonly CallSegment[];
  heads: Call[];
  reached: number;
  version: number;
  isOfVersion: boolean;
}

/** Of segments whose version was not read: a process that serves one list only does not pay for it. */
const UNKNOWN = -1;

/**
 * The first round trip of a list: its counts and the newest heads. Where the counts are cached, only their version is read,
 * and only the heads that are newer than all of them; when the version has changed, the counts are read after all.
 */
export async function beginList(
  table: Table,
  cache: SegmentCache,
  { userId, kind, range, limit, isFirstOfAll }: ListStart,
): Promise<ListBeginning> {
  const name = `${userId} ${kind} ${range.to}`;
  const known = cache.versions.get(String(userId));
  const cached = cache.seals.get(name);
  const isTailEnough = cached !== undefined && !isFirstOfAll;
  const from = isTailEnough ? Math.max(range.from, Math.min(range.to, endOf(cached.value))) : range.from;
  const [version, fresh, newest] = await Promise.all([
    known === undefined && !cached ? UNKNOWN : readSegmentVersion(table, userId),
    cached ? undefined : readSeals(table, userId, kind, range.to),
    readSomeHeads(table, userId, { range: { from, to: range.to }, limit, order: 'newest first' }),
  ]);
  cache.versions.set(String(userId), version);
  const isOfVersion = cached?.version === version;
  const seals = isOfVersion ? cached.value : (fresh ?? (await readSeals(table, userId, kind, range.to)));
  // Counts that were read together with the version are of that version or later only if it was known before.
  if (!isOfVersion && version !== UNKNOWN && (!fresh || known === version))
    cache.seals.set(name, { version, value: seals });
  return { seals, ...newest, version, isOfVersion };
}

function endOf(seals: readonly CallSegment[]): number {
  return seals.reduce((end, { to }) => Math.max(end, to), 0);
}

/**
 * The value of this version, read only when it is not cached. It is not taken from the cache beside counts that were read
 * later: they might count a call that it does not have.
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

/** A map that drops the value that was not used for longest. */
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
