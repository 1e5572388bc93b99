import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileSecrets } from '#shared/platform/secrets.ts';
import { createFixedClock } from '#test/support/fakes.ts';

let directory = '';

beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'secrets-'))));
afterAll(() => rm(directory, { recursive: true }));

async function problemWith(content: string): Promise<string> {
  const path = join(directory, 'broken.json');
  await writeFile(path, content);
  try {
    return await createFileSecrets(path, createFixedClock()).get('twilio-auth-token');
  } catch (error) {
    return String(error);
  }
}

it('names the file and the secret that is missing', () =>
  expect(problemWith('{"other":"x"}')).resolves.toMatch(/broken\.json has no twilio-auth-token/));

it.each([{ content: '{"twilio-auth-token": "hush' }, { content: '{"twilio-auth-token": {"value": "hush"}}' }])(
  'never shows what a broken file holds: $content',
  async ({ content }) => {
    const problem = await problemWith(content);
    expect(problem).toContain('is not a JSON object of texts');
    expect(problem).not.toContain('hush');
  },
);
