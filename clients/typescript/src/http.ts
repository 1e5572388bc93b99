import { webcrypto } from '#webcrypto';
import { accessToken, apiAddress } from './access.ts';
import { defined } from './defined.ts';
import { ApiError, ConnectionError } from './errors.ts';

/** What this client asks of `fetch`. */
export interface FetchInit {
  method: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
  redirect?: 'manual';
}

/** Sends a request, as `fetch` does. */
export type Fetch = (url: URL, init: FetchInit) => Promise<Response>;

export interface ClientOptions {
  /** The access token, `rb_…`. */
  token: string;
  /** The address of the API, with its prefix: `https://calls.example.com/api`. */
  baseUrl: string;
  /** How often a request that may be repeated is sent again. Default 2. */
  maxRetries?: number;
  /** Milliseconds for one attempt. Default 30,000: an SMS waits up to 10 s for its outcome. */
  timeout?: number;
  /** Another `fetch`, such as `proxyFetch()` of `@ringback/client/proxy`. */
  fetch?: Fetch;
}

export interface RequestOptions {
  /** Ends the request, and the wait before a retry. */
  signal?: AbortSignal | undefined;
}

export interface CreateOptions extends RequestOptions {
  /** Your own key, such as the id of your order: the same request with the same key is carried out once in 24 hours. */
  idempotencyKey?: string;
}

export interface HttpRequest {
  query?: object | undefined;
  body?: unknown;
  /** Undefined for routes that take no key. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

export interface Http {
  send<Result>(method: string, path: string, request?: HttpRequest): Promise<Result>;
  /** As `send`, with an idempotency key, so that the request may be sent again. */
  create<Result>(path: string, body: unknown, options?: CreateOptions): Promise<Result>;
}

interface PreparedRequest {
  url: URL;
  init: Omit<FetchInit, 'signal'>;
}

const FIRST_WAIT_MS = 500;
/** The longest wait that the service has not asked for. */
const LONGEST_BACKOFF_MS = 8000;
/** If the service asks for more, the error is thrown, and has `retryAfter`. */
const LONGEST_WAIT_MS = 60_000;

export function createHttp(options: ClientOptions): Http {
  const { maxRetries = 2 } = options;
  const send: Http['send'] = async (method, path, request = {}) => {
    const prepared = prepare(options, method, path, request);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await sendOnce(options, prepared, request.signal);
      } catch (error) {
        const wait = attempt < maxRetries ? waitBeforeRetry(error, attempt, method, request) : undefined;
        if (wait === undefined || request.signal?.aborted) throw error;
        await pause(wait, request.signal);
      }
    }
  };
  return {
    send,
    create: (path, body, { idempotencyKey = webcrypto.randomUUID(), signal } = {}) =>
      send('POST', path, { body, idempotencyKey, signal }),
  };
}

async function sendOnce<Result>(
  { timeout = 30_000, fetch = globalThis.fetch }: ClientOptions,
  { url, init }: PreparedRequest,
  signal: AbortSignal | undefined,
): Promise<Result> {
  const limit = limitOf(timeout, signal);
  try {
    const response = await fetch(url, { ...init, signal: limit.signal });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response, parse(text));
    if (/^\s*</.test(text)) throw new ApiError(response, text);
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    const reason = limit.isLate()
      ? `did not answer within ${timeout / 1000} s`
      : `cannot be reached: ${reasonOf(error)}`;
    throw new ConnectionError(`${url.origin} ${reason}`, { cause: error });
  } finally {
    limit.end();
  }
}

/** Ends a request in time, or with the signal. A signal of `AbortSignal.timeout` would outlive it, with all that the request holds. */
function limitOf(timeout: number, signal: AbortSignal | undefined) {
  const ending = new AbortController();
  let isLate = false;
  const stop = () => ending.abort(signal?.reason);
  const timer = setTimeout(() => {
    isLate = true;
    ending.abort(new DOMException('The request took too long.', 'TimeoutError'));
  }, timeout);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  return {
    signal: ending.signal,
    isLate: () => isLate,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    },
  };
}

/** @throws TypeError for a mistake of the program: nothing is sent */
function prepare(
  { baseUrl, token }: ClientOptions,
  method: string,
  path: string,
  { query = {}, body, idempotencyKey }: HttpRequest,
): PreparedRequest {
  const url = new URL(apiAddress(baseUrl) + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  // `fetch` repeats a value that it refuses in its error.
  const secret = accessToken(token);
  if (idempotencyKey !== undefined && !/^[\x20-\x7e]*[\x21-\x7e][\x20-\x7e]*$/.test(idempotencyKey)) {
    throw new TypeError('The idempotency key must be printable ASCII characters');
  }
  const headers = defined({
    accept: 'application/json',
    authorization: `Bearer ${secret}`,
    'content-type': body === undefined ? undefined : 'application/json',
    'idempotency-key': idempotencyKey,
  });
  return { url, init: { method, headers, body: body === undefined ? null : JSON.stringify(body) } };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Milliseconds to wait; undefined when the request must not be sent again. 429 says that nothing was carried out. After
 * 5xx or without an answer that is not known, so that only a read or a request with an idempotency key may be repeated.
 */
function waitBeforeRetry(
  error: unknown,
  attempt: number,
  method: string,
  { idempotencyKey }: HttpRequest,
): number | undefined {
  // Half of it at random: clients that failed together do not come back together.
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2);
  const isRepeatable = method === 'GET' || idempotencyKey !== undefined;
  if (error instanceof ConnectionError) return isRepeatable ? backoff : undefined;
  if (!(error instanceof ApiError)) return undefined;
  const { status, retryAfter, replayed, detail } = error;
  // With an idempotency key, 409 and Retry-After mean that the first request is still being carried out.
  const isWorthIt =
    status === 429 ||
    (isRepeatable &&
      ((status >= 500 && !replayed && detail === undefined) || (status === 409 && retryAfter !== undefined)));
  const wait = retryAfter === undefined ? backoff : retryAfter * 1000;
  return isWorthIt && wait <= LONGEST_WAIT_MS ? wait : undefined;
}

/** Waits. @throws the reason of the signal when it is aborted */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
