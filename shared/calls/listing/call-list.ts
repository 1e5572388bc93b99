import type { CallBody } from '#shared/calls/call.ts';
import type { CallFilter } from '#shared/calls/listing/call-groups.ts';
import type { ShownCall } from '#shared/calls/shown-call.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

export interface CallWithBody {
  call: ShownCall;
  body: CallBody;
}

export interface AlsoListed {
  /** Else absent where it costs a read: calls of older releases. */
  outcome?: boolean | undefined;
  model?: boolean | undefined;
  reason?: boolean | undefined;
}

/** Exact lists. Making, dialling and tracking a call do not use them. */
export interface CallList {
  /** Newest first. Exact: includes every write that was acknowledged before. */
  list(userId: number, filter: CallFilter, page: PageRequest, also?: AlsoListed): Promise<PageOf<CallWithBody>>;
  /**
   * A step takes some 1,000 calls. Fewer steps than `steps` are done if no work is left. `now`: epoch milliseconds. `renews`, true by
   * default: whether segments that an older release has closed are closed again, which takes longer.
   */
  closeSegments(userId: number, now: number, steps: number, renews?: boolean): Promise<number>;
}
