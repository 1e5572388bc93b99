import type { Call, CallBody } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-filter.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';

export interface CallWithBody {
  call: Call;
  body: CallBody;
}

/** The exact lists of calls. Making, dialling and following a call need none of it. */
export interface CallList {
  /** Newest first; `total` counts every call that matches. A write that was answered is always in it. */
  list(userId: number, filter: CallFilter, page: PageRequest): Promise<PageOf<CallWithBody>>;
  /**
   * Prepares what lists count the user's older calls by, at most so many steps of it; a step is some 1,000 calls.
   * Lists are exact without it, and cost more. Gives the number of steps done: fewer than asked for when all is prepared.
   */
  closeSegments(userId: number, now: number, steps: number): Promise<number>;
}
