/** Every failure of this client. `status` is 0 when no answer arrived. */
export class RingbackError extends Error {
  override name = 'RingbackError';
  readonly status: number;

  constructor(message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = options.status ?? 0;
  }
}

/** No answer: the network failed, or the time ran out. It is not known whether the request was carried out. */
export class ConnectionError extends RingbackError {
  override name = 'ConnectionError';
}

/** The service refused the request, or failed. */
export class ApiError extends RingbackError {
  override name = 'ApiError';
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

  constructor(response: Response, body: unknown) {
    const fields = isRecord(body) ? body : {};
    const errors = fieldErrors(fields['errors']);
    super(messageOf(fields['message'], errors, response), { status: response.status });
    this.errors = errors;
    this.detail = typeof fields['error'] === 'string' ? fields['error'] : undefined;
    this.retryAfter = secondsOf(response.headers.get('retry-after')) ?? secondsOf(fields['retry_after']);
    this.help = /<([^>]+)>\s*;[^,]*rel="?help/.exec(response.headers.get('link') ?? '')?.[1];
    this.requestId = response.headers.get('x-request-id') ?? undefined;
    this.replayed = response.headers.get('idempotent-replayed') === 'true';
    this.body = body;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** "Validation failed" alone does not help the reader of a log: the sentences follow it. */
function messageOf(message: unknown, errors: ApiError['errors'], response: Response): string {
  const text = isFromElsewhere(message, response)
    ? `The address answered ${response.status}, not as the API does: the address of the API is like https://calls.example.com/api`
    : typeof message === 'string'
      ? message
      : `The service answered ${response.status}`;
  const sentences = Object.values(errors).flat();
  return sentences.length === 0 ? text : `${text} (${sentences.join(' ')})`;
}

/** A page, or the sentence of API Gateway about a path that it does not know. */
function isFromElsewhere(message: unknown, { ok, status }: Response): boolean {
  return ok || (status === 404 && (typeof message !== 'string' || message === 'Not Found'));
}

function fieldErrors(errors: unknown): Record<string, string[]> {
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).map(([field, sentences]) => [field, [sentences].flat().map(String)]),
  );
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(value: unknown): number | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const seconds = value === '' ? Number.NaN : Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(String(value));
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
