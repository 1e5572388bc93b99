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
   * Holds the cost of the call, stores the call and dials. The status then moves forward on its own: see the list
   * of calls, or have a webhook tell you. `variables` overlay those of the assistant.
   *
   * `wait` waits for its end.
   * @operation makeCall
   */
  make(call: NewCall, options?: CreateOptions): Promise<StartedCall>;
  /**
   * One call, with its transcript and what came of it; the same record that the list has. The transcript of a live
   * call grows as it is spoken.
   * @operation getCall
   */
  get(id: number, options?: RequestOptions): Promise<CallDetail>;
  /**
   * Your calls, newest first, in pages. Filters combine; days are whole UTC days, the last one included. A call
   * that has been answered by `make_call` is in the next list.
   * @operation listCalls
   */
  list(filters?: Query<'/user/calls'>, options?: RequestOptions): Pages<Call, Answer<'/user/calls', 'get'>>;
  /**
   * A waiting call leaves the queue and is not dialled; a live one is hung up. Webhook, cost and record follow as
   * for any call, with the end reason `cancelled`. The lead of a campaign call counts an attempt and is tried again
   * by the rules of its campaign. Safe to repeat: a call that is over answers 409.
   * @throws ApiError with status 409 when the call is over
   * @operation endCall
   */
  end(id: number, options?: RequestOptions): Promise<EndedCall>;
  /**
   * Removes the call for good, with its transcript and its recording; the lists and their totals forget it too.
   * What it has cost stays paid. A call that is not over yet is refused.
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
      new Pages((page) =>
        http.send('GET', '/user/calls', { query: { ...filters, page: page ?? filters?.page }, ...options }),
      ),
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
