import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { type FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';
import { clock, type Clock } from '#shared/platform/clock.ts';
import {
  DEFAULT_CARRIER_ACCOUNT,
  environment,
  once,
  quickRetries,
  shortRequests,
} from '#shared/platform/environment.ts';
import { logger } from '#shared/platform/observability/telemetry.ts';

export const secretNames = [
  'twilio-auth-token',
  'twilio-api-key-secret',
  'call-token-key',
  'webhook-signing-key',
  'openai-api-key',
  'openai-webhook-secret',
  'erasure-key',
  'tool-secret-key',
] as const;
type FurtherAccountSecret = `twilio-auth-token-${string}` | `carrier-secret-${string}`;
export type SecretName = (typeof secretNames)[number] | FurtherAccountSecret | 'entered-openai-api-key';

export function carrierSecretOf({ name, kind }: Pick<FurtherCarrierAccount, 'name' | 'kind'>): SecretName {
  if (name === DEFAULT_CARRIER_ACCOUNT) return 'twilio-auth-token';
  return kind === undefined || kind === 'twilio' ? `twilio-auth-token-${name}` : `carrier-secret-${name}`;
}

/** Cached for five minutes, those of a file for a second. After a rotation the previous value stays live until the operator removes it. */
export interface Secrets {
  get(name: SecretName): Promise<string>;
  getLive(name: SecretName): Promise<readonly string[]>;
  /** What `read` makes of the first value that it accepts. Before it fails, values older than 10 s are read again. */
  match<Result>(name: SecretName, read: (value: string) => Result | undefined): Promise<Result | undefined>;
}

export const SECRET_CACHE_MS = 5 * 60_000;
/** Forged requests make a process read a secret this often at most. */
export const REREAD_MS = 10_000;

interface KeptTimes {
  cacheMs: number;
  rereadMs: number;
}
const inAws: KeptTimes = { cacheMs: SECRET_CACHE_MS, rereadMs: REREAD_MS };
/** A read costs nothing, and the developer may enter a key at any time. */
const inFile: KeptTimes = { cacheMs: 1_000, rereadMs: 1_000 };

type SecretStage = 'AWSCURRENT' | 'AWSPREVIOUS';
const stages: readonly SecretStage[] = ['AWSCURRENT', 'AWSPREVIOUS'];

/** Stages are labels of Secrets Manager. An AWSPREVIOUS exists after the first rotation only. */
type LoadSecret = (name: SecretName, stage: SecretStage) => Promise<string | undefined>;

interface CachedSecret {
  value: Promise<string | undefined>;
  loadedAt: number;
  /** When it was read last, also without success. */
  readAt: number;
}

/** A value that cannot be read again after five minutes stays in use, and is read every ten seconds. */
export function createCachedSecrets(load: LoadSecret, clock: Clock, { cacheMs, rereadMs } = inAws): Secrets {
  const cache = new Map<string, CachedSecret>();

  async function read(name: SecretName, stage: SecretStage, maxAgeMs = cacheMs): Promise<string | undefined> {
    const id = `${name} ${stage}`;
    const now = clock.now();
    const cached = cache.get(id);
    if (cached && (now - cached.loadedAt < maxAgeMs || now - cached.readAt < rereadMs)) return cached.value;
    const entry: CachedSecret = { value: load(name, stage), loadedAt: now, readAt: now };
    cache.set(id, entry);
    entry.value = entry.value.catch((error: unknown) => {
      if (!cached) {
        if (cache.get(id) === entry) cache.delete(id);
        throw error;
      }
      logger.warn('a secret cannot be read again: its last value stays in use', { secret: name, error });
      entry.loadedAt = cached.loadedAt;
      return cached.value;
    });
    return entry.value;
  }

  async function get(name: SecretName): Promise<string> {
    const value = await read(name, 'AWSCURRENT');
    if (value === undefined) throw new Error(`the secret ${name} has no value`);
    return value;
  }

  return {
    get,
    async getLive(name) {
      const [current, previous] = await Promise.all([get(name), read(name, 'AWSPREVIOUS')]);
      return previous === undefined || previous === current ? [current] : [current, previous];
    },
    async match(name, accept) {
      for (const maxAgeMs of [cacheMs, rereadMs]) {
        for (const stage of stages) {
          const value = await read(name, stage, maxAgeMs);
          const result = value === undefined ? undefined : accept(value);
          if (result !== undefined) return result;
        }
      }
      return undefined;
    },
  };
}

/** No line break, no JSON (the default of Secrets Manager's console), no quotes of a text editor. */
const PLAIN = /^(?![{["'])[\x21-\x7e]+$/;

/** Fails without the text, which a provider would quote in its error. A malformed previous value was never in use. */
function plainValue(name: string, text: string, stage: SecretStage): string | undefined {
  const value = text.trim();
  if (PLAIN.test(value)) return value;
  if (stage === 'AWSPREVIOUS') return undefined;
  throw new Error(`the secret ${name} is not a plain key: store the key alone, without JSON, quotes or spaces`);
}

const SecretsFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** In a JSON file that only its owner can read. A previous value is under `<name>:previous`. */
export function createFileSecrets(path: string, clock: Clock): Secrets {
  return createCachedSecrets(
    async (name, stage) => {
      const content = v.safeParse(SecretsFile, await readFile(path, 'utf8'));
      // Without the parser's issues, which would quote the content.
      if (!content.success) throw new Error(`the secrets file ${path} is not a JSON object of texts`);
      const value = content.output[stage === 'AWSCURRENT' ? name : `${name}:previous`];
      if (value === undefined && stage === 'AWSCURRENT') throw new Error(`the secrets file ${path} has no ${name}`);
      return value;
    },
    clock,
    inFile,
  );
}

type FetchSecret = (secretId: string, stage: SecretStage) => Promise<string | undefined>;

export function createSecretsManagerSecrets(prefix: string, clock: Clock): Secrets {
  const fetchSecret = createFetchSecret();
  return createCachedSecrets((name, stage) => fetchSecret(`${prefix}${name}`, stage), clock);
}

/** Imports the client on the first read, so that an invocation without secrets does not load it. */
function createFetchSecret(): FetchSecret {
  let client: Promise<FetchSecret> | undefined;
  return async (secretId, stage) => (await (client ??= loadClient()))(secretId, stage);
}

async function loadClient(): Promise<FetchSecret> {
  const sdk = await import('#shared/platform/secrets-manager.ts');
  const client = new sdk.SecretsManagerClient({ ...quickRetries(), ...shortRequests() });
  return async (SecretId, VersionStage) => {
    try {
      const { SecretString } = await client.send(new sdk.GetSecretValueCommand({ SecretId, VersionStage }));
      if (SecretString === undefined) throw new Error(`the secret ${SecretId} is not a text`);
      return plainValue(SecretId, SecretString, VersionStage);
    } catch (error) {
      if (VersionStage === 'AWSPREVIOUS' && error instanceof sdk.ResourceNotFoundException) return undefined;
      throw error;
    }
  };
}

export const secrets = /* @__PURE__ */ once((): Secrets => {
  const { SECRETS_FILE, SECRETS_PREFIX } = environment.secrets();
  return SECRETS_FILE === undefined
    ? createSecretsManagerSecrets(SECRETS_PREFIX, clock())
    : createFileSecrets(SECRETS_FILE, clock());
});
