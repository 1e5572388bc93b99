import * as v from 'valibot';
import type { CallKey } from '#shared/calls/call.ts';
import type { CarrierOutcome } from '#shared/numbers/carrier-account.ts';
import { parseRecordId } from '#shared/platform/http/record-fields.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';
import type { SmsKey } from '#shared/sms/sms.ts';

export interface TwilioApiOptions {
  apiUrl: string;
  accountSid: string;
  authToken: () => Promise<string>;
  timeoutMs?: number;
}

/** `unsent`: the request certainly did not reach Twilio. `lost`: it may have reached it. */
export type TwilioAnswer =
  | { kind: 'answered'; status: number; body: unknown; retryAfterSeconds: number | null }
  | { kind: 'unsent' | 'lost'; reason: string };

/** Network errors and error responses are results, not exceptions. */
export type TwilioApi = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  parameters?: URLSearchParams,
) => Promise<TwilioAnswer>;

// A worker has 20 s; Twilio responds in well under a second.
const TIMEOUT_MS = 10_000;

/** Twilio's times have whole seconds, and its clock differs from ours. */
export const CLOCK_SKEW_MS = 5_000;

const NetworkError = v.object({ cause: v.object({ code: v.string() }) });
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function createTwilioApi({
  apiUrl,
  accountSid,
  authToken,
  timeoutMs = TIMEOUT_MS,
}: TwilioApiOptions): TwilioApi {
  return async (method, path, parameters) => {
    const token = await authToken().catch((error: unknown) => {
      // The worker waits and logs that the carrier took nothing; only here is it known why.
      logger.error('the auth token cannot be read', { error });
    });
    if (token === undefined) return { kind: 'unsent', reason: 'the auth token cannot be read' };
    const credentials = Buffer.from(`${accountSid}:${token}`).toString('base64');
    const query = method === 'GET' && parameters ? `?${parameters.toString()}` : '';
    try {
      const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/${path}${query}`, {
        method,
        headers: { authorization: `Basic ${credentials}` },
        signal: AbortSignal.timeout(timeoutMs),
        ...(method === 'POST' ? { body: parameters ?? new URLSearchParams() } : {}),
      });
      return {
        kind: 'answered',
        status: response.status,
        body: parseJson(await response.text()),
        retryAfterSeconds: readSeconds(response.headers.get('retry-after')),
      };
    } catch (error) {
      const code = v.is(NetworkError, error) ? error.cause.code : 'no answer in time';
      return { kind: unsentCodes.has(code) ? 'unsent' : 'lost', reason: code };
    }
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readSeconds(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

type Answered = Extract<TwilioAnswer, { kind: 'answered' }>;

/** 22005: over 24 h of calls wait at Twilio. 21611: the sender has too many messages waiting. */
const fullQueues = [22005, 21611];

/** Beside every 401: the account's fault, not the call's. https://www.twilio.com/docs/api/errors/10001 */
const accountCodes = [10001, 20003, 20005, 20010, 20403, 20404, 70051, 90010];

/** STOP to the number, or to another one of its messaging service. https://www.twilio.com/docs/api/errors/21610 */
const OPTED_OUT = 21610;

/** Invalid, not reachable, opted out, no mobile number, a landline. https://www.twilio.com/docs/api/errors */
const recipientCodes = [21211, 21214, 21217, OPTED_OUT, 21614, 21635];

const ErrorBody = v.object({ code: v.number(), message: v.string() });

/** Only what Twilio certainly did not accept is retried: a lost response or a 5xx may hide an accepted request. */
export function readOutcome<Accepted>(
  answer: TwilioAnswer,
  accept: (body: unknown) => Accepted | undefined,
): CarrierOutcome<Accepted> & { hasOptedOut?: boolean } {
  if (answer.kind !== 'answered') {
    const { kind, reason } = answer;
    return kind === 'unsent' ? { kind: 'retry', afterSeconds: 5, reason } : { kind: 'unknown', reason };
  }
  const { status, body } = answer;
  if (status === 201 || status === 200) {
    const accepted = accept(body);
    return accepted ? { kind: 'accepted', ...accepted } : { kind: 'unknown', reason: 'the answer does not parse' };
  }
  const { code, message } = errorOf(body);
  if (status === 429 || fullQueues.includes(code)) {
    return { kind: 'retry', afterSeconds: answer.retryAfterSeconds ?? 1, reason: `${code} ${message}` };
  }
  if (status >= 500) return { kind: 'unknown', reason: `status ${status}` };
  if (status === 401 || accountCodes.includes(code)) return { kind: 'closed', code, reason: message };
  return {
    kind: 'refused',
    code,
    reason: message,
    ...(recipientCodes.includes(code) && { isOfRecipient: true }),
    ...(code === OPTED_OUT && { hasOptedOut: true }),
  };
}

export function errorOf(body: unknown): { code: number; message: string } {
  return v.is(ErrorBody, body) ? body : { code: 0, message: 'no error body' };
}

/** @throws without a response */
export function expectAnswer(answer: TwilioAnswer): Answered {
  if (answer.kind === 'answered') return answer;
  throw new Error(`Twilio did not answer: ${answer.reason}`);
}

/** @throws unless the response is a success */
export function expectSuccess({ status, body }: Answered): unknown {
  if (status >= 200 && status < 300) return body;
  // Its text may name a customer's number, and errors are logged.
  throw new Error(`Twilio answered ${status}: ${errorOf(body).code}`);
}

export type TwilioCallback =
  | 'answered'
  | 'status'
  | 'answering-machine'
  | 'recording'
  | 'conversation-ended'
  | 'transcription'
  | 'bridge-ended'
  | 'transfer-leg'
  | 'transfer-ended';

// By default a 500 of the voice URL ends the call. So three attempts of 5 s (Twilio's limit for all is 15 s), also
// after 429 of API Gateway. Twilio sends and signs no fragment:
// https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
const RETRIES = '#rc=2&rt=5000&rp=ct,rt,4xx,5xx';

/** Every callback may run twice. The path identifies the call, and the carrier's signature covers it. */
export function twilioCallbackUrl(publicUrl: string, { userId, callId }: CallKey, callback: TwilioCallback): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/calls/${userId}/${callId}/${callback}${RETRIES}`;
}

/** What Twilio asks for when it has no usable answer about a call. */
export function twilioFallbackUrl(publicUrl: string): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/call-fallback${RETRIES}`;
}

export function readCallbackUrl(publicUrl: string, url: string): CallKey | undefined {
  const prefix = `${withoutSlash(publicUrl)}/carrier/twilio/calls/`;
  if (!url.startsWith(prefix)) return undefined;
  const [userId, callId] = url.slice(prefix.length).split('/').map(parseRecordId);
  return userId === undefined || callId === undefined ? undefined : { userId, callId };
}

export function twilioWebCallUrls(publicUrl: string): { voice: string; fallback: string; status: string } {
  const origin = `${withoutSlash(publicUrl)}/carrier/twilio`;
  return {
    voice: `${origin}/web-call${RETRIES}`,
    fallback: twilioFallbackUrl(publicUrl),
    status: `${origin}/incoming-status${RETRIES}`,
  };
}

export function twilioMessageCallbackUrl(publicUrl: string, { userId, smsId }: SmsKey): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/messages/${userId}/${smsId}/status${RETRIES}`;
}

export function twilioIncomingUrls(publicUrl: string): { voice: string; status: string; message: string } {
  const origin = `${withoutSlash(publicUrl)}/carrier/twilio`;
  return {
    voice: `${origin}/incoming${RETRIES}`,
    status: `${origin}/incoming-status${RETRIES}`,
    message: `${origin}/incoming-message${RETRIES}`,
  };
}

function withoutSlash(publicUrl: string): string {
  return publicUrl.replace(/\/$/, '');
}
