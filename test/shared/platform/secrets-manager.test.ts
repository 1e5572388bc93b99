import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, it } from 'vitest';
import { createSecretsManagerSecrets } from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

const client = mockClient(SecretsManagerClient);
afterEach(() => client.reset());

const createSecrets = () => createSecretsManagerSecrets('ringback/prod/', createFixedClock());

it('asks for the name under the prefix', async () => {
  client.on(GetSecretValueCommand, { SecretId: 'ringback/prod/openai-api-key' }).resolves({ SecretString: 'key' });
  await expect(createSecrets().get('openai-api-key')).resolves.toBe('key');
});

it('fails on a secret that is stored as bytes', async () => {
  client.on(GetSecretValueCommand).resolves({ SecretBinary: new Uint8Array([1]) });
  await expect(createSecrets().get('openai-api-key')).rejects.toThrow('is not a text');
});
