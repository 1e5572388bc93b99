import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Secrets } from '#shared/platform/secrets.ts';
import type { SealedHeaders, ToolHeader } from '#shared/tools/user-tool.ts';

type SecretDeps = { secrets: Pick<Secrets, 'get' | 'match'> };

/** The tool that the values belong to: those of another one cannot be put in their place. */
export interface ToolKey {
  userId: number;
  toolId: number;
}

/** By the name of the header. */
export type HeaderValues = Readonly<Record<string, string>>;

const HeaderValues = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** A key of their own encrypts the values, and `tool-secret-key` that key. */
export async function sealHeaders(values: HeaderValues, key: ToolKey, { secrets }: SecretDeps): Promise<SealedHeaders> {
  const secret = await secrets.get('tool-secret-key');
  const dataKey = randomBytes(KEY_BYTES);
  return {
    keyId: keyIdOf(secret),
    wrappedKey: encrypt(dataKey, wrappingKey(secret), contextOf(key)),
    content: encrypt(Buffer.from(JSON.stringify(values)), dataKey, contextOf(key)),
  };
}

/** @throws Error if `tool-secret-key` has changed twice since the tool was saved */
export async function openHeaders(sealed: SealedHeaders, key: ToolKey, { secrets }: SecretDeps): Promise<HeaderValues> {
  const open = (secret: string) => {
    if (keyIdOf(secret) !== sealed.keyId) return undefined;
    const dataKey = decrypt(sealed.wrappedKey, wrappingKey(secret), contextOf(key));
    return v.parse(HeaderValues, decrypt(sealed.content, dataKey, contextOf(key)).toString());
  };
  const values = await secrets.match('tool-secret-key', open);
  if (!values) throw new Error(`no live key opens the secret of tool ${key.toolId}`);
  return values;
}

const BULLETS = '••••';
/** Of a shorter value, its last four characters would be too much. */
const LEAST_SHOWN = 8;

export function maskValue(value: string): string {
  return value.length < LEAST_SHOWN ? BULLETS : `${BULLETS}${value.slice(-4)}`;
}

/** A client sends back what it has read: the value is unchanged. */
export const isMasked = (value: string): boolean => value.startsWith(BULLETS);

export function toToolHeaders(values: HeaderValues): ToolHeader[] {
  return Object.entries(values).map(([name, value]) => ({ name, masked: maskValue(value) }));
}

/** Replaces values of headers in a text that is shown or told. Words such as `json` are no secrets. */
export function hideValues(text: string, values: HeaderValues): string {
  const hidden = Object.values(values).flatMap((value) => [value, value.replace(/^\w+ /, '')]);
  return hidden
    .filter((value) => value.length >= LEAST_SHOWN)
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, value) => shown.replaceAll(value, maskValue(value)), text);
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Names a key without telling anything about it. */
const keyIdOf = (secret: string) => createHash('sha256').update(`tool-secret-key:${secret}`).digest('hex').slice(0, 16);
const wrappingKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'tool-secrets', KEY_BYTES));
const contextOf = ({ userId, toolId }: ToolKey) => Buffer.from(`tool:${userId}:${toolId}`);

function encrypt(plain: Buffer, key: Buffer, context: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(context);
  const content = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64');
}

function decrypt(text: string, key: Buffer, context: Buffer): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(context)
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
