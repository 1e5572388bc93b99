import { createCachedSecrets } from '#shared/adapters/system/cached-secrets.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Secrets } from '#shared/ports/secrets.ts';

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
