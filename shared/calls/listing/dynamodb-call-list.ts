import type { CallList } from '#shared/calls/call-list.ts';
import { listSizes, type ListSizes } from '#shared/calls/listing/call-counts.ts';
import { closeSegment } from '#shared/calls/listing/close-segments.ts';
import { listCalls } from '#shared/calls/listing/list-calls.ts';
import { createSegmentCache } from '#shared/calls/listing/read-segments.ts';
import type { Table } from '#shared/platform/table/table.ts';

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
