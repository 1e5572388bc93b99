/** Every failure of this client. `status` is 0 when no answer arrived. */
export declare class RingbackError extends Error {
    name: string;
    readonly status: number;
    constructor(message: string, options?: {
        status?: number;
        cause?: unknown;
    });
}
/** No answer: the network failed, or the time ran out. It is not known whether the request was carried out. */
export declare class ConnectionError extends RingbackError {
    name: string;
}
/** The service refused the request, or failed. */
export declare class ApiError extends RingbackError {
    name: string;
    /** Sentences by field, of a request that breaks a rule. Empty for other refusals. */
    readonly errors: Readonly<Record<string, readonly string[]>>;
    /** The answer of the provider, when an SMS could not be sent. */
    readonly detail: string | undefined;
    /** Seconds after which the request may be sent again. */
    readonly retryAfter: number | undefined;
    /** The link to the description of the expected request. */
    readonly help: string | undefined;
    /** Quote it when you report a problem. */
    readonly requestId: string | undefined;
    /** Whether an earlier request with the same idempotency key got this answer. */
    readonly replayed: boolean;
    /** The parsed body, or its text. */
    readonly body: unknown;
    constructor(response: Response, body: unknown);
}
