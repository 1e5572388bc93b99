import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createCachedSecrets,
  createFileSecrets,
  createSecretsManagerSecrets,
  REREAD_MS,
  SECRET_CACHE_MS,
} from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

const client = mockClient(SecretsManagerClient);

afterAll(() => client.restore());
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
  clock.move(5 * 60_000 - 1);
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

it('keeps a value whose read fails, for all who ask at that moment, and reads it again after ten seconds', async () => {
  const { clock, get } = setup((reads) => {
    if (reads === 2 || reads === 3) throw new Error('throttled');
    return `value ${reads}`;
  });
  await get();
  clock.move(SECRET_CACHE_MS);
  await expect(Promise.all([get(), get()])).resolves.toEqual(['value 1', 'value 1']);
  clock.move(REREAD_MS);
  await expect(get()).resolves.toBe('value 1');
  clock.move(REREAD_MS - 1);
  await expect(get()).resolves.toBe('value 1');
  clock.move(1);
  await expect(get()).resolves.toBe('value 4');
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

it('reads a changed value of a file after a second', async () => {
  const path = join(directory, 'changed.json');
  const clock = createFixedClock();
  const secrets = createFileSecrets(path, clock);
  await writeFile(path, '{"openai-api-key":"one"}');
  await expect(secrets.get('openai-api-key')).resolves.toBe('one');
  await writeFile(path, '{"openai-api-key":"two"}');
  clock.move(1_000);
  await expect(secrets.get('openai-api-key')).resolves.toBe('two');
});

it('asks Secrets Manager for the name under the prefix, and fails on a secret that is stored as bytes', async () => {
  const read = () => createSecretsManagerSecrets('ringback/prod/', createFixedClock()).get('openai-api-key');
  const current = { SecretId: 'ringback/prod/openai-api-key', VersionStage: 'AWSCURRENT' };
  client.on(GetSecretValueCommand, current).resolves({ SecretString: 'key' });
  await expect(read()).resolves.toBe('key');
  client.on(GetSecretValueCommand, current).resolves({ SecretString: '+/Base64==\n' });
  await expect(read()).resolves.toBe('+/Base64==');
  client.on(GetSecretValueCommand).resolves({ SecretBinary: new Uint8Array([1]) });
  await expect(read()).rejects.toThrow('is not a text');
});

it.each([
  ['pretty JSON', '{\n  "openai-api-key": "sk-hush"\n}'],
  ['the JSON of the console', '{"openai-api-key":"sk-hush"}'],
  ['quotes of a text editor', '“sk-hush”'],
  ['two lines', 'sk-hush\nsk-hush'],
  ['nothing', ''],
])(
  'refuses a secret that is %s by its name, never shows it, and goes on with the other value',
  async (_, malformed) => {
    const values = { AWSCURRENT: malformed, AWSPREVIOUS: 'sk-old' };
    client.on(GetSecretValueCommand).callsFake(({ VersionStage }: { VersionStage: 'AWSCURRENT' | 'AWSPREVIOUS' }) => ({
      SecretString: values[VersionStage],
    }));
    const secrets = () => createSecretsManagerSecrets('ringback/prod/', createFixedClock());
    const reading = secrets().get('openai-api-key');
    await expect(reading).rejects.toThrow('ringback/prod/openai-api-key is not a plain key');
    await expect(reading).rejects.not.toThrow('hush');
    Object.assign(values, { AWSCURRENT: 'sk-new', AWSPREVIOUS: malformed });
    await expect(secrets().getLive('openai-api-key')).resolves.toEqual(['sk-new']);
  },
);

it('reads a secret that was stored from a file without its line break', async () => {
  client.on(GetSecretValueCommand).resolves({ SecretString: 'token\n' });
  await expect(createSecretsManagerSecrets('', createFixedClock()).get('twilio-auth-token')).resolves.toBe('token');
});

/** A secret with the staging labels of Secrets Manager, and two processes that read it. */
function rotatingSecret() {
  const values: string[] = ['first'];
  let reads = 0;
  const clock = createFixedClock();
  const load = async (_: string, stage: string) => {
    reads += 1;
    return stage === 'AWSCURRENT' ? values[0] : values[1];
  };
  const [signer, verifier] = [createCachedSecrets(load, clock), createCachedSecrets(load, clock)];
  return {
    clock,
    reads: () => reads,
    rotate: (value: string) => void values.splice(0, 2, value, values[0]!),
    endRotation: () => void values.splice(1),
    sign: () => signer.get('call-token-key'),
    verify: (signed: string) => verifier.match('call-token-key', (value) => value === signed || undefined),
    live: () => verifier.getLive('call-token-key'),
  };
}

it('a rotation refuses nothing: not the old value where the new one is known, nor the new one where it is not', async () => {
  const { clock, rotate, endRotation, sign, verify, live } = rotatingSecret();
  const first = await sign();
  await expect(verify(first)).resolves.toBe(true);
  await expect(live()).resolves.toEqual(['first']);
  rotate('second');
  clock.move(REREAD_MS);
  // The signer still has the first value, and other processes the second.
  await expect(sign()).resolves.toBe('first');
  await expect(verify('second')).resolves.toBe(true);
  await expect(verify('first')).resolves.toBe(true);
  clock.move(SECRET_CACHE_MS);
  await expect(sign()).resolves.toBe('second');
  await expect(verify('first')).resolves.toBe(true);
  await expect(live()).resolves.toEqual(['second', 'first']);
  endRotation();
  clock.move(SECRET_CACHE_MS);
  await expect(verify('first')).resolves.toBeUndefined();
  await expect(live()).resolves.toEqual(['second']);
});

it('forged requests read a secret every ten seconds at most', async () => {
  const { clock, verify, reads } = rotatingSecret();
  for (let second = 0; second < 60; second += 1) {
    await expect(verify('forged')).resolves.toBeUndefined();
    clock.move(1000);
  }
  // Both values, in each of the six times.
  expect(reads()).toBe(2 * 6);
});

it('reads a secret that was never rotated as one without a previous value, in Secrets Manager and in a file', async () => {
  const missing = new ResourceNotFoundException({ message: 'no value for staging label AWSPREVIOUS', $metadata: {} });
  client.on(GetSecretValueCommand).callsFake(({ VersionStage }) => {
    if (VersionStage === 'AWSPREVIOUS') throw missing;
    return { SecretString: 'key' };
  });
  const path = join(directory, 'secrets.json');
  await writeFile(path, '{"call-token-key":"key"}');
  const clock = createFixedClock();
  for (const secrets of [createSecretsManagerSecrets('ringback/prod/', clock), createFileSecrets(path, clock)])
    await expect(secrets.getLive('call-token-key')).resolves.toEqual(['key']);
  client.on(GetSecretValueCommand).rejects(missing);
  await expect(createSecretsManagerSecrets('', clock).get('call-token-key')).rejects.toThrow('AWSPREVIOUS');
});
