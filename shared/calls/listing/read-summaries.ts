import type { Call } from '#shared/calls/call.ts';
import {
  bucketCount,
  bucketName,
  bucketOf,
  type CallGroup,
  type FilterGroup,
} from '#shared/calls/listing/call-groups.ts';
import { areOfVersion, readSummaries, readSummaryVersion } from '#shared/calls/listing/change-summaries.ts';
import { readSomeHeads } from '#shared/calls/listing/read-rows.ts';
import { chunkListPart, chunkPart } from '#shared/calls/listing/summary-content.ts';
import {
  BucketItem,
  ChunkItem,
  ChunkListItem,
  groupIn,
  type Bucket,
  type GroupChunks,
} from '#shared/calls/listing/summary-items.ts';
import type { IdRange, ListSizes, Summary, SummaryRow } from '#shared/calls/listing/summary.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read, type Table } from '#shared/platform/table/table.ts';

/** Valid while the version is the same: every write of a summary takes the next one. Parts of contents never change. */
export interface SummaryCache {
  versions: Bounded<number>;
  summaries: Bounded<Versioned<readonly Summary[]>>;
  buckets: Bounded<Versioned<ReadonlyMap<string, Bucket>>>;
  chunkLists: Bounded<GroupChunks>;
  chunks: Bounded<readonly SummaryRow[]>;
}

interface Versioned<Value> {
  version: number;
  value: Value;
}

interface Bounded<Value> {
  get(name: string): Value | undefined;
  set(name: string, value: Value): void;
}

interface ListStart {
  userId: number;
  group: FilterGroup;
  range: IdRange;
  sizes: ListSizes;
  /** The first page without filters: the newest heads are the page. */
  isFirstOfAll: boolean;
}

interface ListBeginning {
  summaries: readonly Summary[];
  buckets: ReadonlyMap<string, Bucket>;
  /** The newest, complete down to `reached`. */
  heads: Call[];
  reached: number;
}

/** A process that serves a single list saves the read of the version. */
const UNKNOWN = { version: -1 };

/** About 10 MB at most: the summaries of a user are up to 40 KB, the buckets of a group 30 KB, a chunk 40 KB. */
export function createSummaryCache(): SummaryCache {
  return {
    versions: bounded(1000),
    summaries: bounded(16),
    buckets: bounded(64),
    chunkLists: bounded(64),
    chunks: bounded(64),
  };
}

/** Cached summaries need only their version, and heads that are newer. A changed version costs a second round trip. */
export async function beginList(table: Table, cache: SummaryCache, start: ListStart): Promise<ListBeginning> {
  const { userId, group, range, sizes, isFirstOfAll } = start;
  const name = String(userId);
  const known = cache.versions.get(name);
  const cached = cache.summaries.get(name);
  const isTailEnough = cached !== undefined && !isFirstOfAll;
  const from = isTailEnough ? Math.max(range.from, Math.min(range.to, endOf(cached.value))) : range.from;
  const bucketsOf = `${name} ${group.kind} ${group.value}`;
  const bucketsBefore = cache.buckets.get(bucketsOf);
  const cachedBuckets = cached && bucketsBefore?.version === cached.version ? bucketsBefore.value : undefined;
  const [seen, fresh, buckets, newest] = await Promise.all([
    known === undefined && !cached ? UNKNOWN : readSummaryVersion(table, userId),
    cached ? undefined : readSummaries(table, userId),
    cachedBuckets ?? readBuckets(table, userId, group, sizes),
    readSomeHeads(table, userId, { range: { from, to: range.to }, limit: sizes.newest, order: 'newest first' }),
  ]);
  const { version } = seen;
  cache.versions.set(name, version);
  if (cached?.version === version) {
    cache.buckets.set(bucketsOf, { version, value: buckets });
    return { summaries: cached.value, buckets, ...newest };
  }
  const [summaries, current] = await Promise.all([
    fresh ?? readSummaries(table, userId),
    cached ? readBuckets(table, userId, group, sizes) : buckets,
  ]);
  // Summaries read beside the version may be older, unless an earlier request has seen it; while the transaction
  // that took it commits, later ones, too.
  if (seen !== UNKNOWN && (!fresh || known === version) && areOfVersion(summaries, seen)) {
    cache.summaries.set(name, { version, value: summaries });
    cache.buckets.set(bucketsOf, { version, value: current });
  }
  return { summaries, buckets: current, ...newest };
}

function endOf(summaries: readonly Summary[]): number {
  return summaries.reduce((end, { to }) => Math.max(end, to), 0);
}

/** One for each level of content, if the kind has different ones. */
async function readBuckets(
  table: Table,
  userId: number,
  group: CallGroup,
  sizes: ListSizes,
): Promise<ReadonlyMap<string, Bucket>> {
  const levels = Array.from({ length: sizes.levels - sizes.inlineLevels }, (_, level) => sizes.inlineLevels + level);
  const counts = [...new Set(levels.map((level) => bucketCount(group.kind, level, sizes)))];
  const buckets = await Promise.all(
    counts.map((count) => {
      const name = bucketName(group.kind, count, bucketOf(group, count));
      return query(table, { partition: keys.callSummaryGroups.partition(userId, name) }, BucketItem);
    }),
  );
  return new Map(buckets.flat().map((bucket) => [bucket.sk, bucket]));
}

interface ContentPart {
  userId: number;
  content: string;
  group: CallGroup;
}

export function readBucket(
  table: Table,
  { userId, content, group }: ContentPart,
  count: number,
): Promise<Bucket | undefined> {
  const name = bucketName(group.kind, count, bucketOf(group, count));
  return read(table, keys.callSummaryGroups.key(userId, name, content), BucketItem);
}

export function readChunkList(table: Table, { userId, content, group }: ContentPart) {
  return read(table, keys.callSummaryContent.key(userId, content, chunkListPart(group)), ChunkListItem);
}

export function readChunk(
  table: Table,
  { userId, content, group }: ContentPart,
  from: number,
): Promise<SummaryRow[] | undefined> {
  return read(table, keys.callSummaryContent.key(userId, content, chunkPart(group, from)), ChunkItem);
}

const SOURCE: CallGroup = { kind: 'source', value: '' };

/** @throws Error if parts are missing: another process has removed the content */
export async function readContent(
  table: Table,
  userId: number,
  { content, level }: Pick<Summary, 'content' | 'level'>,
  sizes: ListSizes,
): Promise<SummaryRow[]> {
  if (content === null) return [];
  const part = { userId, content, group: SOURCE };
  const bucket = await readBucket(table, part, bucketCount(SOURCE.kind, level, sizes));
  const group = bucket && groupIn(bucket, SOURCE.value);
  if (group?.kind === 'rows') return group.rows;
  const list = group?.kind === 'chunks' ? group : await readChunkList(table, part);
  if (!list) throw new Error(`content ${content} of user ${userId} has no rows`);
  const chunks = await Promise.all(list.chunks.map(({ from }) => readChunk(table, part, from)));
  return chunks.flatMap((chunk, index) => {
    if (!chunk) throw new Error(`chunk ${index} of content ${content} of user ${userId} is missing`);
    return chunk;
  });
}

/** Only for what never changes. */
export async function recall<Value>(
  cache: Bounded<Value>,
  name: string,
  read: () => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const value = await read();
  if (value !== undefined) cache.set(name, value);
  return value;
}

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
