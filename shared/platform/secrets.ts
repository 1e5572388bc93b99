import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { clock, type Clock } from '#shared/platform/clock.ts';
import { environment, once } from '#shared/platform/environment.ts';

export const secretNames = [
  'twilio-auth-token',
  'webhook-signing-key',
  'openai-api-key',
  'openai-webhook-secret',
] as const;
export type SecretName = (typeof secretNames)[number];

/** The secrets. Values are cached for five minutes, so that a rotated secret is used without a deployment. */
export interface Secrets {
  get(name: SecretName): Promise<string>;
}

export const SECRET_CACHE_MS = 5 * 60_000;

/** Caches each value for five minutes. Failed reads are not cached. */
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

/** Name → value. The local stack stores its own secrets in the same file. */
const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Secrets for local development, in a JSON file that only its owner can read. */
export function createFileSecrets(path: string, clock: Clock): Secrets {
  return createCachedSecrets(async (name) => {
    const content = v.safeParse(SecretsFile, await readFile(path, 'utf8'));
    // Without the parser's issues, which would quote the content.
    if (!content.success) throw new Error(`the secrets file ${path} is not a JSON object of texts`);
    const value = content.output[name];
    if (value === undefined) throw new Error(`the secrets file ${path} has no ${name}`);
    return value;
  }, clock);
}

/** Reads a secret by its full name. Returns undefined if it is binary. */
export type FetchSecret = (secretId: string) => Promise<string | undefined>;

/** Secrets in AWS Secrets Manager, named by prefix and name. */
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

/** Imports the client on the first read, so that an invocation without secrets does not load it. */
function createFetchSecret(): FetchSecret {
  let client: Promise<FetchSecret> | undefined;
  return async (secretId) => (await (client ??= loadClient()))(secretId);
}

async function loadClient(): Promise<FetchSecret> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const client = new SecretsManagerClient({ maxAttempts: 5 });
  return async (secretId) => (await client.send(new GetSecretValueCommand({ SecretId: secretId }))).SecretString;
}

/** One per process: it holds the cache. */
const sharedSecrets = /* @__PURE__ */ once((): Secrets => {
  const { SECRETS_FILE, SECRETS_PREFIX } = environment.secrets();
  return SECRETS_FILE === undefined
    ? createSecretsManagerSecrets(SECRETS_PREFIX, clock())
    : createFileSecrets(SECRETS_FILE, clock());
});

export function secrets(): Secrets {
  return sharedSecrets();
}
