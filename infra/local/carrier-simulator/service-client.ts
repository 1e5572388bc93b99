import { randomUUID } from 'node:crypto';
import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js';
import type { CallClock } from '#infra/local/carrier-simulator/call-clock.ts';
import type { Journal } from '#infra/local/carrier-simulator/journal/journal.ts';

export type HttpMethod = 'GET' | 'POST';

export interface ServiceRequest {
  /** The call that it is about, or the message. */
  callSid?: string;
  messageSid?: string;
  /** For the timeline: answered, status, answering-machine, recording, action, redirect, fallback, message-status. */
  purpose: string;
  url: string;
  method: HttpMethod;
  parameters: Record<string, string>;
  /** The same for every delivery of one event. */
  idempotencyToken?: string;
}

export type ServiceAnswer =
  | { kind: 'answered'; status: number; contentType: string; body: string }
  | { kind: 'unreachable'; reason: string }
  | { kind: 'timeout' };

/** Speaks to the service as the carrier does: signed, with a deadline, and once more if nobody is there. */
export class ServiceClient {
  readonly #authToken: string;
  readonly #journal: Journal;
  readonly #clock: CallClock;
  readonly #deadlineMs: number;
  readonly #gone = new AbortController();

  constructor(options: { authToken: string; journal: Journal; clock: CallClock; deadlineMs: number }) {
    this.#authToken = options.authToken;
    this.#journal = options.journal;
    this.#clock = options.clock;
    this.#deadlineMs = options.deadlineMs;
  }

  async request(request: ServiceRequest): Promise<ServiceAnswer> {
    const override = readConnectionOverride(request.url);
    const token = request.idempotencyToken ?? randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#attempt(request, override, token);
      this.#note(request, answer, token, attempt);
      if (attempt >= override.retries || !isRetried(answer, override.retryOn)) return answer;
    }
  }

  /** Breaks off everything under way. */
  close(): void {
    this.#gone.abort();
  }

  async #attempt(request: ServiceRequest, override: ConnectionOverride, token: string): Promise<ServiceAnswer> {
    const deadline = AbortSignal.timeout(Math.min(override.totalMs ?? this.#deadlineMs, this.#deadlineMs));
    try {
      const response = await fetch(this.#addressed(request, override.url), {
        ...this.#message(request, override.url, token),
        redirect: 'manual',
        signal: AbortSignal.any([deadline, this.#gone.signal]),
      });
      const contentType = response.headers.get('content-type') ?? '';
      return { kind: 'answered', status: response.status, contentType, body: await response.text() };
    } catch (error) {
      return deadline.aborted ? { kind: 'timeout' } : { kind: 'unreachable', reason: reasonOf(error) };
    }
  }

  #addressed({ method, parameters }: ServiceRequest, url: string): string {
    if (method === 'POST') return url;
    const query = new URLSearchParams(parameters).toString();
    return `${url}${url.includes('?') ? '&' : '?'}${query}`;
  }

  #message(request: ServiceRequest, url: string, token: string): RequestInit {
    const isPost = request.method === 'POST';
    const signature = isPost
      ? sign(this.#authToken, url, request.parameters)
      : sign(this.#authToken, this.#addressed(request, url));
    return {
      method: request.method,
      headers: {
        'User-Agent': 'TwilioProxy/1.1',
        'X-Twilio-Signature': signature,
        'I-Twilio-Idempotency-Token': token,
        ...(isPost ? { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' } : {}),
      },
      ...(isPost ? { body: new URLSearchParams(request.parameters).toString() } : {}),
    };
  }

  #note(request: ServiceRequest, answer: ServiceAnswer, token: string, attempt: number): void {
    const { callSid, messageSid, purpose, method, url, parameters } = request;
    const about = {
      ...(callSid === undefined ? {} : { callSid }),
      ...(messageSid === undefined ? {} : { messageSid }),
    };
    const at = this.#clock.now();
    const { createdAt = at } = this.#journal.call(callSid ?? '') ?? this.#journal.message(messageSid ?? '') ?? {};
    const outcome = answer.kind === 'answered' ? { status: answer.status } : { failure: answer.kind };
    this.#journal.note({
      ...about,
      at,
      callSeconds: this.#clock.seconds(at - createdAt),
      type: 'request',
      data: { purpose, method, url, parameters, attempt, idempotencyToken: token, ...outcome },
    });
    const problem = problemOf(answer);
    if (problem) this.#journal.violation({ at, ...about, code: 11_200, message: `${purpose} ${url}: ${problem}` });
  }
}

function problemOf(answer: ServiceAnswer): string | undefined {
  if (answer.kind === 'timeout') return 'no answer in time';
  if (answer.kind === 'unreachable') return `not reached: ${answer.reason}`;
  return answer.status >= 200 && answer.status < 300 ? undefined : `answered ${answer.status}`;
}

function isRetried(answer: ServiceAnswer, policies: readonly string[]): boolean {
  const wants = (policy: string) => policies.includes(policy) || policies.includes('all');
  if (answer.kind === 'unreachable') return wants('ct');
  if (answer.kind === 'timeout') return wants('rt');
  if (answer.status >= 500) return wants('5xx');
  return answer.status >= 400 && wants('4xx');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

interface ConnectionOverride {
  /** The address without its fragment: what is requested and signed. */
  url: string;
  retries: number;
  retryOn: readonly string[];
  totalMs: number | undefined;
}

const DEFAULT_RETRIES = 1;
const MAX_RETRIES = 5;

/** An address may say in its fragment how it wants to be retried: `#rc=3&rp=ct,rt,5xx&tt=15000`. */
export function readConnectionOverride(address: string): ConnectionOverride {
  const [url = '', fragment = ''] = address.split('#', 2);
  const settings = new URLSearchParams(fragment);
  const total = Number(settings.get('tt') ?? Number.NaN);
  return {
    url,
    retries: Math.min(Number(settings.get('rc') ?? DEFAULT_RETRIES) || 0, MAX_RETRIES),
    retryOn: (settings.get('rp') ?? 'ct').split(','),
    totalMs: Number.isFinite(total) ? total : undefined,
  };
}

/** The signature of a request: over the URL as it was given, and the form parameters of a POST. */
export function sign(authToken: string, url: string, parameters: Record<string, string> = {}): string {
  return twilioWebhooks.getExpectedTwilioSignature(authToken, url, parameters);
}

/** The carrier's default is POST. */
export const methodOf = (name: string | undefined): HttpMethod => (name === 'GET' ? 'GET' : 'POST');
