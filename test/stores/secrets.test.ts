import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemorySecrets } from '#test/support/memory/platform.ts';
import { createSecretsManagerSecrets, createFileSecrets } from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

const values = { 'twilio-auth-token': 'first', 'webhook-signing-key': 'second' };
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'secrets-'));
  await writeFile(join(directory, 'secrets.json'), JSON.stringify(values));
});
afterAll(() => rm(directory, { recursive: true }));

const stored = new Map(Object.entries(values).map(([name, value]) => [`ringback/${name}`, value]));
const fetchSecret = async (secretId: string) => {
  const value = stored.get(secretId);
  if (value === undefined) throw new Error(`ResourceNotFoundException: ${secretId}`);
  return value;
};

describe.each([
  { adapter: 'memory', create: () => createMemorySecrets(values) },
  { adapter: 'file', create: () => createFileSecrets(join(directory, 'secrets.json'), createFixedClock()) },
  {
    adapter: 'secrets manager',
    create: () => createSecretsManagerSecrets('ringback/', createFixedClock(), fetchSecret),
  },
])('secrets on $adapter', ({ create }) => {
  it('returns the value of a name', async () => {
    await expect(create().get('twilio-auth-token')).resolves.toBe('first');
    await expect(create().get('webhook-signing-key')).resolves.toBe('second');
  });

  it('fails on a secret that is not there', async () => {
    await expect(create().get('openai-api-key')).rejects.toThrow('openai-api-key');
  });
});
