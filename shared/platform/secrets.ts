import { environment, once } from '#shared/platform/environment.ts';
import { clock, type Clock } from '#shared/platform/clock.ts';
import { readFile } from 'node:fs/promises';
import * as v from 'valibot';

export const secretNames = [
  'twilio-auth-token',
  'webhook-signing-key',
  'openai-api-key',
  'openai-webhook-secret',
] as const;
export type SecretName = (typeof secretNames)[number];

/** The secret store. Values are cached for five minutes, so that a rotated secret is picked up without a deploy. */
export interface Secrets {
  get(name: SecretName): Promise<string>;
}

export const SECRET_CACHE_MS = 5 * 60_000;

/** Keeps each value for five minutes, as the port promises. A read that fails is not kept. */
export function createCachedSecrets(load: (name: SecretName) => Promise<string>, clock: Clock): Secrets {
  const cache = new Map<SecretName, { value: Promise<string>; loadedAt: number }>();
  return {
    async get(name) {
      const now = clock.now();
      const cached = cache.get(name);
      if (cached && now - cached.loadedAt < SECRET_CACHE_MS) return cached.value;
      const entry = { value: load(name), loadedAt: now };
      cache.set(name, entry);
      try {
        return await entry.value;
      } catch (error) {
        if (cache.get(name) === entry) cache.delete(name);
        throw error;
      }
    },
  };
}

/** Name → value. The local stack keeps secrets of its own in the same file. */
const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Secrets of a developer's machine, in one JSON file that only its owner can read. */
export function createFileSecrets(path: string, clock: Clock): Secrets {
  return createCachedSecrets(async (name) => {
    const content = v.safeParse(SecretsFile, await readFile(path, 'utf8'));
    // The issues of the parser would quote the content, so they stay out of the error.
    if (!content.success) throw new Error(`the secrets file ${path} is not a JSON object of texts`);
    const value = content.output[name];
    if (value === undefined) throw new Error(`the secrets file ${path} has no ${name}`);
    return value;
  }, clock);
}

/** Reads the text of one secret by its full name; undefined when it is stored as bytes. */
export type FetchSecret = (secretId: string) => Promise<string | undefined>;

/** Secrets in AWS Secrets Manager, each under the prefix followed by its name. */
export function createSecretsManagerSecrets(
  prefix: string,
  clock: Clock,
  fetchSecret: FetchSecret = createFetchSecret(),
): Secrets {
  return createCachedSecrets(async (name) => {
    const value = await fetchSecret(`${prefix}${name}`);
    if (value === undefined) throw new Error(`the secret ${prefix}${name} is not a text`);
    return value;
  }, clock);
}

/** The client is imported on the first read, so that a function which needs no secret in a request does not load it. */
function createFetchSecret(): FetchSecret {
  let client: Promise<FetchSecret> | undefined;
  return async (secretId) => (await (client ??= loadClient()))(secretId);
}

async function loadClient(): Promise<FetchSecret> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ maxAttempts: 5 });
  return async (secretId) => (await client.send(new GetSecretValueCommand({ SecretId: secretId }))).SecretString;
}

/** One for the whole process, because it holds the cache. */
const sharedSecrets = /* @__PURE__ */ once((): Secrets => {
  const { SECRETS_FILE, SECRETS_PREFIX } = environment.secrets();
  return SECRETS_FILE === undefined
    ? createSecretsManagerSecrets(SECRETS_PREFIX, clock())
    : createFileSecrets(SECRETS_FILE, clock());
});

export function secrets(): Secrets {
  return sharedSecrets();
}
