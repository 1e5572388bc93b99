import type { Call } from '#infra/local/carrier-simulator/journal/journal-entries.ts';
import { filterList } from './filter-list.ts';

const filters = {
  fields: {
    To: ({ to }: Call) => to,
    From: ({ from }: Call) => from,
    Status: ({ status }: Call) => status,
    ParentCallSid: () => '',
  },
  times: {
    // A call that has not been dialled has no start yet, and is in no list by start.
    StartTime: ({ dialledAt }: Call) => dialledAt,
    EndTime: ({ endedAt }: Call) => endedAt,
  },
};

/** The calls that a list request asks for. */
export const filterCalls = (
  calls: readonly Call[],
  query: URLSearchParams,
  onUnknown: (name: string) => void,
): Call[] => filterList(calls, filters, query, onUnknown);
