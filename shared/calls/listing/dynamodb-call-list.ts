import * as v from 'valibot';
import type { CallList } from '#shared/calls/call-list.ts';
import { listSizes, type ListSizes } from '#shared/calls/listing/call-counts.ts';
import { closeSegment, type SegmentCursor } from '#shared/calls/listing/close-segments.ts';
import { listCalls } from '#shared/calls/listing/list-calls.ts';
import { createSegmentCache } from '#shared/calls/listing/read-segments.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { read, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';

/** Keeps the segment cache of this process. Writes of calls touch segments only through `invalidateSegments`. */
export function createDynamoDbCallList(table: Table, sizes: ListSizes = listSizes): CallList {
  const cache = createSegmentCache();
  return {
    list: (userId, filter, page) => listCalls({ table, cache, sizes }, userId, filter, page),

    async closeSegments(userId, now, steps) {
      for (let done = 0; done < steps; done += 1) if (!(await closeSegment(table, userId, now, sizes))) return done;
      return steps;
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
