import { webcrypto } from '#webcrypto';
import type { webhooks } from '../openapi.d.ts';

type Posted<Event extends keyof webhooks> = Omit<
  webhooks[Event]['post']['requestBody']['content']['application/json'],
  'event'
> & { event: Event };

/** Every event that the service posts, tests too, by its name: `WebhookEvents['sms.received']`. */
export type WebhookEvents = { [Event in keyof webhooks]: Posted<Event> };
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];
/** Posted when a call is over. */
export type CallEvent = WebhookEvents['call.completed' | 'inbound_call.completed'];
/** Posted when an SMS is sent, moves on, or is received. */
export type SmsEvent = Exclude<WebhookEvent, CallEvent>;

/** The request is not one of the service, or it is too old. Answer 400, and process nothing. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** `Headers`, an object as of Node, pairs of names and values, or `rawHeaders` of Node. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | ReadonlyArray<string | readonly [string, string]>;

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
  const text = textOf(body);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures) throw new WebhookVerificationError('A webhook header is missing');
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!(age <= TOLERANCE_SECONDS)) throw new WebhookVerificationError('The webhook is too old or too new');
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

/** Middleware such as `express.json()` hands over a parsed body, whose text cannot be restored. */
function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof ArrayBuffer) return new TextDecoder().decode(body);
  if (ArrayBuffer.isView(body))
    return new TextDecoder().decode(new Uint8Array(body.buffer, body.byteOffset, body.byteLength));
  throw new WebhookVerificationError(
    'Pass the raw body as text or bytes, as of request.text() or express.raw(): the signature is that of the text, not of a parsed body',
  );
}

/** `verify` compares in constant time. During a rotation the header has several signatures. */
async function isSigned(content: Uint8Array<ArrayBuffer>, signatures: string, secret: string): Promise<boolean> {
  const key = await keyOf(secret);
  for (const signature of signatures.split(/,?\s+/)) {
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

/** Several values of a header are one with spaces between them. */
function header(headers: WebhookHeaders, name: string): string | undefined {
  const values = pairsOf(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? (value ?? []) : []));
  return values.length === 0 ? undefined : values.join(' ');
}

type Pair = readonly [string, string | readonly string[] | undefined];

function pairsOf(headers: WebhookHeaders): Pair[] {
  if (isHeaders(headers)) return [...headers];
  if (!isList(headers)) return Object.entries(headers);
  return headers.flatMap((one, index): Pair[] => {
    if (typeof one !== 'string') return [one];
    const value = headers[index + 1];
    return index % 2 === 0 && typeof value === 'string' ? [[one, value]] : [];
  });
}

/** Also those of a package, such as `node-fetch`. */
const isHeaders = (headers: WebhookHeaders): headers is Headers =>
  'get' in headers && typeof headers.get === 'function';

const isList = (headers: WebhookHeaders): headers is ReadonlyArray<string | readonly [string, string]> =>
  Array.isArray(headers);
