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
export declare function createHttp(options: ClientOptions): Http;
/** Waits. @throws the reason of the signal when it is aborted */
export declare function pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
