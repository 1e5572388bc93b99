import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createModelKey, keyVariables } from '#infra/local/models/model-key.ts';
import { serve } from '#test/support/http-server.ts';

const KEY = 'sk-proj-entered-0123456789';
let folder = '';
let file = '';
let stop: () => Promise<void>;
let url = '';
let status = 200;
const { OPENAI_ENABLED, OPENAI_KEY_SECRET } = process.env;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'));
  file = join(folder, 'secrets.json');
  await writeFile(file, '{"call-token-key":"kept"}', { mode: 0o644 });
  ({ url, stop } = await serve((request, response) => {
    request.resume();
    response.writeHead(request.headers.authorization === `Bearer ${KEY}` ? status : 401).end();
  }));
});
afterEach(async () => {
  await stop();
  await rm(folder, { recursive: true });
  Object.assign(process.env, {
    OPENAI_ENABLED: OPENAI_ENABLED ?? 'false',
    OPENAI_KEY_SECRET: OPENAI_KEY_SECRET ?? 'openai-api-key',
  });
});

const stored = async () => JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;

describe('the key of the studio', () => {
  it('is kept beside the other secrets in a file for its owner alone, replaced and removed', async () => {
    const key = createModelKey(file, { OPENAI_BASE_URL: url });
    await expect(key.source()).resolves.toBeNull();
    await expect(key.enter(KEY)).resolves.toBeUndefined();
    expect(await stored()).toEqual({ 'call-token-key': 'kept', 'entered-openai-api-key': KEY });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(key.source()).resolves.toBe('studio');
    expect(process.env['OPENAI_KEY_SECRET']).toBe('entered-openai-api-key');
    await expect(createModelKey(file, {}).source()).resolves.toBe('studio');
    await key.remove();
    expect(await stored()).toEqual({ 'call-token-key': 'kept' });
    expect(process.env['OPENAI_KEY_SECRET']).toBe('openai-api-key');
  });

  it('is not kept if the provider refuses it, and is if the provider does not answer', async () => {
    const key = createModelKey(file, { OPENAI_BASE_URL: url });
    await expect(key.enter('sk-wrong')).resolves.toBe(`${new URL(url).host} refuses this key.`);
    await expect(key.source()).resolves.toBeNull();
    status = 500;
    await expect(key.enter(KEY)).resolves.toBeUndefined();
    await expect(key.source()).resolves.toBe('studio');
    status = 200;
  });

  it.each([
    [{}, false, 'false', 'openai-api-key'],
    [{}, true, 'true', 'entered-openai-api-key'],
    [{ OPENAI_API_KEY: 'sk-1' }, true, 'true', 'openai-api-key'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, false, 'true', 'openai-api-key'],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, true, 'true', 'entered-openai-api-key'],
  ])('with %j, entered: %s, enables OpenAI: %s, with %s', (developer, isEntered, enabled, secret) => {
    expect(keyVariables(developer, isEntered)).toEqual({ OPENAI_ENABLED: enabled, OPENAI_KEY_SECRET: secret });
  });
});
