import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createCachedSecrets,
  createFileSecrets,
  createSecretsManagerSecrets,
  SECRET_CACHE_MS,
} from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

// What is the same for a file and Secrets Manager is in test/stores/secrets.test.ts.
const client = mockClient(SecretsManagerClient);
let directory = '';
beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'secrets-'))));
afterAll(() => rm(directory, { recursive: true }));

function setup(load: (reads: number) => string = (reads) => `value ${reads}`) {
  let reads = 0;
  const clock = createFixedClock();
  const secrets = createCachedSecrets(async () => load((reads += 1)), clock);
  return { clock, get: () => secrets.get('twilio-auth-token') };
}

it('reads a value once in five minutes, and a rotated one after them', async () => {
  const { clock, get } = setup();
  await expect(Promise.all([get(), get()])).resolves.toEqual(['value 1', 'value 1']);
  clock.move(SECRET_CACHE_MS - 1);
  await expect(get()).resolves.toBe('value 1');
  clock.move(1);
  await expect(get()).resolves.toBe('value 2');
});

it('reads again after a read that failed', async () => {
  const { get } = setup((reads) => {
    if (reads === 1) throw new Error('throttled');
    return `value ${reads}`;
  });
  await expect(get()).rejects.toThrow('throttled');
  await expect(get()).resolves.toBe('value 2');
});

it.each([
  ['{"other":"x"}', /broken\.json has no twilio-auth-token/],
  ['{"twilio-auth-token": "hush', /is not a JSON object of texts/],
  ['{"twilio-auth-token": {"value": "hush"}}', /is not a JSON object of texts/],
])('names the file with %s, and never shows what it holds', async (content, problem) => {
  const path = join(directory, 'broken.json');
  await writeFile(path, content);
  const reading = createFileSecrets(path, createFixedClock()).get('twilio-auth-token');
  await expect(reading).rejects.toThrow(problem);
  await expect(reading).rejects.not.toThrow('hush');
});

it('asks Secrets Manager for the name under the prefix, and fails on a secret that is stored as bytes', async () => {
  const read = () => createSecretsManagerSecrets('ringback/prod/', createFixedClock()).get('openai-api-key');
  client.on(GetSecretValueCommand, { SecretId: 'ringback/prod/openai-api-key' }).resolves({ SecretString: 'key' });
  await expect(read()).resolves.toBe('key');
  client.on(GetSecretValueCommand).resolves({ SecretBinary: new Uint8Array([1]) });
  await expect(read()).rejects.toThrow('is not a text');
});
