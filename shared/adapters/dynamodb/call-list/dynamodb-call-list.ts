import { listCalls } from '#shared/adapters/dynamodb/call-list/list-calls.ts';
import { closeSegment } from '#shared/adapters/dynamodb/call-list/seal-calls.ts';
import { createSegmentCache } from '#shared/adapters/dynamodb/call-list/segment-cache.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { listSizes, type ListSizes } from '#shared/domain/call-list/list-sizes.ts';
import type { CallList } from '#shared/ports/call-list.ts';

/** Dialling and following a call need none of it: see `invalidateSegments` for the one tie. */
export function createDynamoDbCallList(table: Table, sizes: ListSizes = listSizes): CallList {
  const cache = createSegmentCache();
  return {
    list: (userId, filter, page) => listCalls({ table, cache, sizes }, userId, filter, page),

    async seal(userId, now, steps) {
      for (let done = 0; done < steps; done += 1) if (!(await closeSegment(table, userId, now, sizes))) return done;
      return steps;
    },
  };
}
