import { listSizes, type ListSizes } from '#shared/calls/listing/call-counts.ts';
import type { CallList } from '#shared/calls/call-list.ts';
import { closeSegment } from '#shared/calls/listing/close-segments.ts';
import { listCalls } from '#shared/calls/listing/list-calls.ts';
import { createSegmentCache } from '#shared/calls/listing/read-segments.ts';
import type { Table } from '#shared/platform/table/table.ts';

/** Dialling and following a call need none of it: see `invalidateSegments` for the one tie. */
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
