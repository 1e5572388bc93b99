import { randomUUID } from 'node:crypto';
import twilioWebhooks from 'twilio/lib/webhooks/webhooks.js';
import type { CallClock } from '#line/call-clock.ts';
import type { Journal } from '#twilio/journal/journal.ts';

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

export type ServiceClient = ReturnType<typeof createServiceClient>;

interface ClientOptions {
  authToken: string;
  journal: Journal;
  clock: CallClock;
  deadlineMs: number;
}

/** Sends requests to the service as the carrier does: signed, with a deadline, and again when the service is unreachable. */
export function createServiceClient(options: ClientOptions) {
  const closed = new AbortController();
  const { authToken, deadlineMs } = options;

  async function send(request: ServiceRequest, url: string, token: string, timeoutMs: number) {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(addressOf(request, url), {
        ...messageOf(request, url, token, authToken),
        redirect: 'manual',
        signal: AbortSignal.any([deadline, closed.signal]),
      });
      const contentType = response.headers.get('content-type') ?? '';
      return { kind: 'answered', status: response.status, contentType, body: await response.text() } as const;
    } catch (error) {
      return deadline.aborted
        ? ({ kind: 'timeout' } as const)
        : ({ kind: 'unreachable', reason: reasonOf(error) } as const);
    }
  }

  return {
    async request(request: ServiceRequest): Promise<ServiceAnswer> {
      const { url, retries, retryOn, readMs, totalMs } = readConnectionOverride(request.url);
      const token = request.idempotencyToken ?? randomUUID();
      const end = performance.now() + Math.min(totalMs ?? deadlineMs, deadlineMs);
      for (let attempt = 0; ; attempt += 1) {
        const leftMs = Math.max(Math.ceil(end - performance.now()), 1);
        const limitMs = Math.min(readMs ?? leftMs, leftMs);
        const answer = await send(request, url, token, limitMs);
        recordRequest({ ...request, url }, answer, { attempt, idempotencyToken: token }, options);
        // A timer may end a fraction of a millisecond before the time that it was set for.
        const tookAllTime = answer.kind === 'timeout' && limitMs === leftMs;
        const isLast = attempt >= retries || tookAllTime || performance.now() >= end;
        if (isLast || !isRetried(answer, retryOn)) return answer;
      }
    },
    /** Aborts the requests under way. */
    close: () => closed.abort(),
  };
}

function addressOf({ method, parameters }: ServiceRequest, url: string): string {
  if (method === 'POST') return url;
  const query = new URLSearchParams(parameters).toString();
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}

function messageOf(request: ServiceRequest, url: string, token: string, authToken: string): RequestInit {
  const isPost = request.method === 'POST';
  const signature = isPost ? sign(authToken, url, request.parameters) : sign(authToken, addressOf(request, url));
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

function recordRequest(
  { callSid, messageSid, purpose, method, url, parameters }: ServiceRequest,
  answer: ServiceAnswer,
  delivery: { attempt: number; idempotencyToken: string },
  { clock, journal }: ClientOptions,
): void {
  const about = {
    ...(callSid === undefined ? {} : { callSid }),
    ...(messageSid === undefined ? {} : { messageSid }),
  };
  const at = clock.now();
  const { createdAt = at } = journal.call(callSid ?? '') ?? journal.message(messageSid ?? '') ?? {};
  const outcome = answer.kind === 'answered' ? { status: answer.status } : { failure: answer.kind };
  journal.addEvent({
    ...about,
    at,
    callSeconds: clock.seconds(at - createdAt),
    type: 'request',
    data: { purpose, method, url, parameters, ...delivery, ...outcome },
  });
  const problem = problemOf(answer);
  if (problem) journal.addViolation({ at, ...about, code: 11_200, message: `${purpose} ${url}: ${problem}` });
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
  /** The address without its fragment. The signature is over this one. */
  url: string;
  retries: number;
  retryOn: readonly string[];
  /** Of each attempt, and of all of them. */
  readMs: number | undefined;
  totalMs: number | undefined;
}

const DEFAULT_RETRIES = 1;
const MAX_RETRIES = 5;

/** Reads the retry settings in the fragment of an address: `#rc=3&rp=ct,rt,5xx&rt=5000&tt=15000`. */
export function readConnectionOverride(address: string): ConnectionOverride {
  const [url = '', fragment = ''] = address.split('#', 2);
  const settings = new URLSearchParams(fragment);
  const milliseconds = (name: string) => {
    const value = Number(settings.get(name) ?? Number.NaN);
    return Number.isFinite(value) ? value : undefined;
  };
  return {
    url,
    retries: Math.min(Number(settings.get('rc') ?? DEFAULT_RETRIES) || 0, MAX_RETRIES),
    retryOn: (settings.get('rp') ?? 'ct').split(','),
    readMs: milliseconds('rt'),
    totalMs: milliseconds('tt'),
  };
}

/** The signature of a request: over the URL as it was given, and the form parameters of a POST. */
export function sign(authToken: string, url: string, parameters: Record<string, string> = {}): string {
  return twilioWebhooks.getExpectedTwilioSignature(authToken, url, parameters);
}

/** The carrier's default is POST. */
export const methodOf = (name: string | undefined): HttpMethod => (name === 'GET' ? 'GET' : 'POST');
