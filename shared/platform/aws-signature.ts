import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

const UNSIGNED_HEADERS = /^(?:authorization|user-agent|x-amzn-trace-id)$/;

/**
 * Signature version 4 of a POST to `/`.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signatureOf(
  headers: Array<[string, string]>,
  body: string,
  { time, scope, secretAccessKey }: { time: string; scope: string; secretAccessKey: string },
): { names: string; signature: string } {
  const signed = headers.filter(([name]) => !UNSIGNED_HEADERS.test(name));
  const sorted = signed.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const names = sorted.map(([name]) => name).join(';');
  const lines = sorted.map(([name, value]) => `${name}:${value}\n`).join('');
  const canonical = digest(`POST\n/\n\n${lines}\n${names}\n${digest(body)}`);
  const dayScope = `${time.slice(0, 8)}/${scope}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${dayScope}\n${canonical}`;
  return { names, signature: hmac(signingKey(secretAccessKey, dayScope), text).toString('hex') };
}

/** Table and queues, before and after midnight or new credentials. */
const MOST_KEYS = 8;
const signingKeys = new Map<string, KeyObject>();

function signingKey(secretAccessKey: string, dayScope: string): KeyObject {
  const name = `${secretAccessKey} ${dayScope}`;
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  if (signingKeys.size >= MOST_KEYS) signingKeys.clear();
  const key = createSecretKey(dayScope.split('/').reduce(hmac, Buffer.from(`AWS4${secretAccessKey}`)));
  signingKeys.set(name, key);
  return key;
}

const digest = (text: string) => hash('sha256', text);
const hmac = (key: string | Buffer | KeyObject, text: string) => createHmac('sha256', key).update(text).digest();
