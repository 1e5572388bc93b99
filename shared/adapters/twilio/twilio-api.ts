import * as v from 'valibot';

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
