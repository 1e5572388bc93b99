import type { Answer, Call, CallDetail, EndedCall, NewCall, Query, StartedCall } from './api-types.ts';
import { ApiError, ConnectionError, RingbackError } from './errors.ts';
import { type CreateOptions, type Http, pause, type RequestOptions } from './http.ts';
import { Pages } from './pages.ts';
import { openStatuses } from './values.ts';

export interface WaitOptions extends RequestOptions {
  /** Milliseconds between two requests for the call. Default 1,000. */
  interval?: number;
  /** Milliseconds after which the wait fails. Default 30 minutes. */
  timeout?: number;
  /** Called with the call when its status has changed. */
  onStatus?: (call: CallDetail) => void;
}

export interface CallOperations {
  /**
   * Stores a call and puts it on the dial queue; it is dialled when its turn comes. The service holds the price of
   * the longest possible call, and charges the price of the actual one at its end. An unanswered call costs
   * nothing. If the balance pays for a minute but not for `max_call_duration`, the call is shorter. `variables`
   * override those of the assistant. Read the call to follow its status, or set up a webhook for its end. The
   * do-not-call list does not apply to these calls. Premium-rate, shared-cost and satellite numbers are refused.
   * Each user has a daily limit of expensive destinations.
   *
   * `wait` waits for its end.
   * @operation makeCall
   */
  make(call: NewCall, options?: CreateOptions): Promise<StartedCall>;
  /**
   * Returns one call with its outcome, its latency and the turns of its transcript. The other fields are those of
   * the list. The transcript of a live call grows as the conversation goes on.
   * @operation getCall
   */
  get(id: number, options?: RequestOptions): Promise<CallDetail>;
  /**
   * Returns your calls in pages, the newest first. A call must match all filters. Days are whole UTC days, and
   * `date_to` includes its day. A call is in the list as soon as `make_call` has answered.
   * @operation listCalls
   */
  list(filters?: Query<'/user/calls'>, options?: RequestOptions): Pages<Call, Answer<'/user/calls', 'get'>>;
  /**
   * Cancels a call that waits, so that it is never dialled, or hangs up a call that is ringing or live. The call
   * gets its webhook, its cost and its record like any other call, with the end reason `cancelled`. An unanswered
   * call of a lead counts as an attempt, and its campaign may call again; an answered one counts as reached. The
   * request is safe to repeat, and answers 409 if the call is over.
   * @throws ApiError with status 409 when the call is over
   * @operation endCall
   */
  end(id: number, options?: RequestOptions): Promise<EndedCall>;
  /**
   * Removes the call for good, with its transcript, its recording and its webhook deliveries. Lists and their
   * totals no longer contain it. The cost of the call is not refunded. The request answers 409 while the call is
   * not over.
   * @operation deleteCall
   */
  delete(id: number, options?: RequestOptions): Promise<void>;
  /** Waits until the call is over and evaluated, also through outages. @throws RingbackError when that takes too long */
  wait(id: number, options?: WaitOptions): Promise<CallDetail>;
}

/** Whether the record of a call still changes by itself. A status that is not known yet counts as final. */
export function isOpen({ status }: { status: string }): boolean {
  return openStatuses.some((open) => open === status);
}

export function callOperations(http: Http): CallOperations {
  const get: CallOperations['get'] = (id, options) => http.send('GET', `/user/calls/${id}`, { ...options });
  return {
    make: (call, options) => http.create('/user/make_call', call, options),
    get,
    list: (filters, options) =>
      new Pages((position) => http.send('GET', '/user/calls', { query: { ...filters, ...position }, ...options })),
    end: async (id, options) =>
      (await http.send<Answer<'/user/calls/{id}/end', 'post'>>('POST', `/user/calls/${id}/end`, { ...options })).data,
    delete: async (id, options) => {
      await http.send('DELETE', `/user/calls/${id}`, { ...options });
    },
    wait: (id, options) => waitForCall(get, id, options),
  };
}

async function waitForCall(
  get: CallOperations['get'],
  id: number,
  { interval = 1000, timeout = 30 * 60_000, onStatus, signal }: WaitOptions = {},
): Promise<CallDetail> {
  const giveUpAt = Date.now() + timeout;
  let seen: string | undefined;
  for (;;) {
    const call = await get(id, { signal }).catch((error: unknown) => {
      if (!isOutage(error) || Date.now() > giveUpAt) throw error;
    });
    if (call && call.status !== seen) onStatus?.(call);
    seen = call?.status ?? seen;
    if (call && !isOpen(call)) return call;
    if (Date.now() > giveUpAt)
      throw new RingbackError(`Call ${id} is still ${seen ?? 'of unknown status'} after ${timeout / 1000} s`);
    await pause(interval, signal);
  }
}

/** The call goes on meanwhile. */
const isOutage = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500);
