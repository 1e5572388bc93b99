import type { Answer, Call, CallDetail, EndedCall, NewCall, Query, StartedCall } from './api-types.ts';
import { ApiError, ConnectionError, RingbackError } from './errors.ts';
import { type CreateOptions, type Http, pause, type RequestOptions } from './http.ts';
import { Pages } from './pages.ts';

export interface WaitOptions extends RequestOptions {
  /** Milliseconds between two looks at the call. Default 1,000. */
  interval?: number;
  /** Milliseconds after which the wait fails. Default 30 minutes. */
  timeout?: number;
  /** Is given the call each time its status has changed. */
  onStatus?: (call: CallDetail) => void;
}

export interface CallOperations {
  /** Makes a phone call. It goes on by itself: `wait` for it, or have a webhook tell you. */
  make(call: NewCall, options?: CreateOptions): Promise<StartedCall>;
  get(id: number, options?: RequestOptions): Promise<CallDetail>;
  /** The calls, newest first. */
  list(filters?: Query<'/user/calls'>, options?: RequestOptions): Pages<Call, Answer<'/user/calls', 'get'>>;
  /** Hangs up a live call, or cancels one that waits. @throws ApiError with status 409 when the call is over */
  end(id: number, options?: RequestOptions): Promise<EndedCall>;
  /** Deletes a finished call, with its recording. */
  delete(id: number, options?: RequestOptions): Promise<void>;
  /** Waits until the call is over and evaluated, also through outages. @throws RingbackError when that takes too long */
  wait(id: number, options?: WaitOptions): Promise<CallDetail>;
}

/** In these, something still happens, in this order. */
export const openStatuses = ['initiated', 'ringing', 'in-progress', 'ended'] as const;

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
  const options = signal === undefined ? {} : { signal };
  const giveUpAt = Date.now() + timeout;
  let seen: string | undefined;
  for (;;) {
    const call = await get(id, options).catch((error: unknown) => {
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
