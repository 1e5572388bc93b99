import * as v from 'valibot';
import type { CallKey } from '#shared/calls/call.ts';
import { secrets } from '#shared/platform/secrets.ts';
import type { SmsKey } from '#shared/sms/sms.ts';

export interface TwilioApiOptions {
  /** `https://api.twilio.com`, or the simulator's. */
  apiUrl: string;
  accountSid: string;
  authToken: () => Promise<string>;
  timeoutMs?: number;
}

/** `unsent`: the request certainly did not reach Twilio. `lost`: it may have. */
export type TwilioAnswer =
  | { kind: 'answered'; status: number; body: unknown; retryAfterSeconds: number | null }
  | { kind: 'unsent' | 'lost'; reason: string };

/** One request to Twilio's REST API. Never throws for what the network or Twilio does. */
export type TwilioApi = (
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  parameters?: URLSearchParams,
) => Promise<TwilioAnswer>;

// A worker has 20 s; Twilio answers a call request in well under a second.
const TIMEOUT_MS = 10_000;

const NetworkError = v.object({ cause: v.object({ code: v.string() }) });
const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

export function createTwilioApi({
  apiUrl,
  accountSid,
  authToken,
  timeoutMs = TIMEOUT_MS,
}: TwilioApiOptions): TwilioApi {
  return async (method, path, parameters) => {
    const credentials = Buffer.from(`${accountSid}:${await authToken()}`).toString('base64');
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

/** What became of a request that must not be made twice. */
export type Outcome<Accepted> =
  | ({ kind: 'accepted' } & Accepted)
  | { kind: 'refused'; code: number; reason: string }
  | { kind: 'retry'; afterSeconds: number; reason: string }
  | { kind: 'unknown'; reason: string };

type Answered = Extract<TwilioAnswer, { kind: 'answered' }>;

/** 22005: over 24 h of calls wait at Twilio. 21611: the sender has too many messages waiting. */
const fullQueues = [22005, 21611];

const ErrorBody = v.object({ code: v.number(), message: v.string() });

/** Only what Twilio says it never took is tried again; a lost answer and a 5xx may both hide a request that got through. */
export function readOutcome<Accepted>(
  answer: TwilioAnswer,
  accept: (body: unknown) => Accepted | undefined,
): Outcome<Accepted> {
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
  return { kind: 'refused', code, reason: message };
}

export function errorOf(body: unknown): { code: number; message: string } {
  return v.is(ErrorBody, body) ? body : { code: 0, message: 'no error body' };
}

/** @throws when no answer came */
export function expectAnswer(answer: TwilioAnswer): Answered {
  if (answer.kind === 'answered') return answer;
  throw new Error(`Twilio did not answer: ${answer.reason}`);
}

/** @throws when the answer is no success */
export function expectSuccess({ status, body }: Answered): unknown {
  if (status >= 200 && status < 300) return body;
  const { code, message } = errorOf(body);
  throw new Error(`Twilio answered ${status}: ${code} ${message}`);
}

export type TwilioCallback =
  | 'answered'
  | 'status'
  | 'answering-machine'
  | 'recording'
  | 'conversation-ended'
  | 'transcription'
  | 'bridge-ended';

/** The address of one callback of one call. The call stands in the path, which the carrier's signature covers. */
export function twilioCallbackUrl(publicUrl: string, { userId, callId }: CallKey, callback: TwilioCallback): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/calls/${userId}/${callId}/${callback}`;
}

/** Where the carrier tells what becomes of a text message. */
export function twilioMessageCallbackUrl(publicUrl: string, { userId, smsId }: SmsKey): string {
  return `${withoutSlash(publicUrl)}/carrier/twilio/messages/${userId}/${smsId}/status`;
}

/** Where the carrier asks what to do with a call or a text that comes in, and where it tells what became of the call. */
export function twilioIncomingUrls(publicUrl: string): { voice: string; status: string; message: string } {
  const origin = `${withoutSlash(publicUrl)}/carrier/twilio`;
  return {
    voice: `${origin}/incoming`,
    status: `${origin}/incoming-status`,
    message: `${origin}/incoming-message`,
  };
}

function withoutSlash(publicUrl: string): string {
  return publicUrl.replace(/\/$/, '');
}

/** The token that signs the carrier's callbacks and opens its API. */
export function twilioAuthToken(): Promise<string> {
  return secrets().get('twilio-auth-token');
}
