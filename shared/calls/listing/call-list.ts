import type { CallBody } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-groups.ts';
import type { ShownCall } from '#shared/calls/shown-call.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

export interface CallWithBody {
  call: ShownCall;
  body: CallBody;
}

/** What a list contains only when it is asked for. */
export interface AlsoListed {
  /** Otherwise it may be absent from the rows: that of calls of older releases costs a read. */
  outcome?: boolean | undefined;
}

/** Exact lists of calls. Making, dialling and tracking a call do not use it. */
export interface CallList {
  /** Newest first. `total` counts every matching call. The result includes every write that was acknowledged before. */
  list(userId: number, filter: CallFilter, page: PageRequest, also?: AlsoListed): Promise<PageOf<CallWithBody>>;
  /**
   * Closes up to `steps` segments of older calls (about 1,000 calls each), so that lists read a summary instead of each
   * call. Lists are exact without it, but slower. Returns the number of steps done: fewer than `steps` if no work is left.
   * @param now epoch milliseconds
   */
  closeSegments(userId: number, now: number, steps: number): Promise<number>;
}
