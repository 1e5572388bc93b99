import type { TwilioApiOptions } from '#shared/adapters/twilio/twilio-api.ts';

/** The bytes of a resource as they come; undefined when there is no such resource. Throws when Twilio does not give them. */
export type TwilioMedia = (path: string) => Promise<ReadableStream<Uint8Array> | undefined>;

// An hour in two channels is some 115 MB; a stream that goes on for longer than this hangs.
const TIMEOUT_MS = 100_000;

/** Media of the account, from the same host as the API. */
export function createTwilioMedia({ apiUrl, accountSid, authToken, timeoutMs }: TwilioApiOptions): TwilioMedia {
  return async (path) => {
    const credentials = Buffer.from(`${accountSid}:${await authToken()}`).toString('base64');
    // Where Twilio redirects to a store of its own, the credentials do not go along.
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${accountSid}/${path}`, {
      headers: { authorization: `Basic ${credentials}` },
      signal: AbortSignal.timeout(timeoutMs ?? TIMEOUT_MS),
    });
    if (response.ok && response.body) return response.body;
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return undefined;
    throw new Error(`Twilio answered ${response.status} to a request for media`);
  };
}
