import { webcrypto } from '#webcrypto';
import type { webhooks } from '../openapi.d.ts';

/** The event that the service posts when a call is finished. */
export type WebhookEvent = webhooks['call.completed']['post']['requestBody']['content']['application/json'];

/** The request is not one of the service, or it is too old. Answer 400, and process nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

/** A captured request that is sent again later than this is refused. */
const TOLERANCE_SECONDS = 300;
const encoder = new TextEncoder();

/**
 * Verifies a webhook as Standard Webhooks describes, and parses it.
 *
 * @param headers of the request, in any case
 * @param body the raw body as it arrived, not parsed and written again
 * @param secret `whsec_…`; several during a rotation
 * @param now milliseconds since 1970
 * @throws WebhookVerificationError
 */
export async function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array | ArrayBuffer,
  secret: string | readonly string[],
  now = Date.now(),
): Promise<WebhookEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing');
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookVerificationError('The webhook is too old or too new');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const signed = encoder.encode(`${id}.${timestamp}.${text}`);
  for (const one of [secret].flat()) {
    if (await isSigned(signed, signatures, one)) return JSON.parse(text);
  }
  throw new WebhookVerificationError('No signature of the webhook matches');
}

/** Signs a body as the service does, for tests of a receiver. Returns the headers. */
export async function signWebhook({
  id,
  body,
  secret,
  now = Date.now(),
}: {
  id: string;
  body: string;
  secret: string;
  now?: number;
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1000));
  const content = encoder.encode(`${id}.${timestamp}.${body}`);
  const signature = await webcrypto.subtle.sign('HMAC', await keyOf(secret), content);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

/** `verify` compares in constant time. During a rotation the header has several signatures. */
async function isSigned(content: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const key = await keyOf(secret);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? fromBase64(signature.slice(3)) : undefined;
    if (bytes && (await webcrypto.subtle.verify('HMAC', key, bytes, content))) return true;
  }
  return false;
}

function keyOf(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new WebhookVerificationError('The webhook secret is not one: it begins with whsec_');
  return webcrypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function header(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}
