import { bucketCount } from '#shared/calls/listing/call-groups.ts';
import {
  loadedRange,
  rangeOfHeads,
  rangesOfChunks,
  rangesOfGroup,
  type CountedRange,
  type ListRange,
  type ListRequest,
} from '#shared/calls/listing/list-ranges.ts';
import { readHeads } from '#shared/calls/listing/read-calls.ts';
import { readBucket, readChunk, readChunkList, recall } from '#shared/calls/listing/read-summaries.ts';
import { groupIn } from '#shared/calls/listing/summary-items.ts';

/** Reads the next part of a range. Returns its parts, newest first. */
export async function openRange(request: ListRequest, range: ListRange): Promise<ListRange[]> {
  if (range.kind === 'rows' || range.kind === 'loaded') return [range];
  const opened = range.kind === 'heads' ? undefined : await openCounted(request, range);
  if (opened) return opened.toReversed();
  // A gap between summaries, or a content that was removed in between.
  return [rangeOfHeads(request, await readHeads(request.table, request.userId, range), range)];
}

/** Oldest first. Undefined: the content does not exist any more. */
async function openCounted(request: ListRequest, range: CountedRange): Promise<ListRange[] | undefined> {
  const { table, userId, group, cache, sizes } = request;
  const { summary, of, next } = range;
  if (summary.content === null) return undefined;
  const part = { userId, content: summary.content, group };
  const name = `${userId} ${summary.content} ${group.kind} ${group.value}`;
  if (next.what === 'bucket') {
    const bucket = await readBucket(table, part, bucketCount(group.kind, summary.level, sizes));
    return bucket && rangesOfGroup(request, summary, groupIn(bucket, group.value), range);
  }
  if (next.what === 'chunk list') {
    const list = await recall(cache.chunkLists, name, () => readChunkList(table, part));
    return list && rangesOfChunks(request, summary, list, range);
  }
  const rows = await recall(cache.chunks, `${name} ${of.from}`, () => readChunk(table, part, next.firstId));
  return rows && [loadedRange(request, summary, { ofGroup: rows.filter(({ id }) => id < of.to) }, range)];
}
