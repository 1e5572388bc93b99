import * as v from 'valibot';
import type { CallList } from '#shared/calls/call-list.ts';
import { closeSegment, findWatermark, type SegmentCursor } from '#shared/calls/listing/close-segments.ts';
import { listCalls } from '#shared/calls/listing/list-calls.ts';
import { createSummaryCache } from '#shared/calls/listing/read-summaries.ts';
import { listSizes, type ListSizes } from '#shared/calls/listing/summary.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';

/** Keeps the summary cache of this process. Writes of calls touch summaries only through `changeSummary`. */
export function createDynamoDbCallList(table: Table, sizes: ListSizes = listSizes): CallList {
  const cache = createSummaryCache();
  return {
    list: (userId, filter, page) => listCalls({ table, cache, sizes }, userId, filter, page),

    async closeSegments(userId, now, steps) {
      const failures = new Map<string, unknown>();
      let done = 0;
      const watermark = await findWatermark(table, userId, now);
      const run = { table, userId, now, watermark, sizes, failures };
      while (done < steps && (await closeSegment(run))) done += 1;
      if (failures.size === 0) return done;
      throw new AggregateError([...failures.values()], `${failures.size} summaries of calls were not written`);
    },
  };
}

const SegmentCursorItem = v.object({ userId: v.number() });

/** Two runs at once may move it back and forth: that costs a look at users who have nothing to close. */
export function createDynamoDbSegmentCursor(table: Table): SegmentCursor {
  const key = keys.callSegmentCursor();
  return {
    read: async () => (await read(table, key, SegmentCursorItem))?.userId ?? 0,
    async save(userId) {
      await put(table, { ...key, userId });
    },
  };
}
