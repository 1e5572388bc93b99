import type { CallBody, ShownCall } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-groups.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

export interface CallWithBody {
  call: ShownCall;
  body: CallBody;
}

/** Exact lists of calls. Making, dialling and tracking a call do not use it. */
export interface CallList {
  /** Newest first. `total` counts every matching call. The result includes every write that was acknowledged before. */
  list(userId: number, filter: CallFilter, page: PageRequest): Promise<PageOf<CallWithBody>>;
  /**
   * Closes up to `steps` segments of older calls (about 1,000 calls each), so that lists read a summary instead of each
   * call. Lists are exact without it, but slower. Returns the number of steps done: fewer than `steps` if no work is left.
   * @param now epoch milliseconds
   */
  closeSegments(userId: number, now: number, steps: number): Promise<number>;
}
