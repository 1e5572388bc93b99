import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useLocalStack } from '#test/support/local-stack.ts';
import { listSnippets } from '#test/support/snippets.ts';

const run = promisify(execFile);
const running = useLocalStack();
const snippets = listSnippets().filter(({ page }) => page === 'docs/quickstart.md');
const programs = snippets.filter(({ text }) => text.includes('make_call'));
const commands = { sh: ['bash', '-euo', 'pipefail'], ts: [process.execPath], python: ['python3'] } as const;

/** As the first block of the page sets them. */
const given = { MODEL: 'rehearsal', PHONE: '+12025550100' };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-quickstart-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the quickstart', () => {
  it('is there in three languages', () => {
    expect(programs.map(({ language }) => language)).toEqual(['sh', 'ts', 'python']);
  });

  it.each(programs)('in $language makes a call, and prints what was said', async ({ language, text }) => {
    const { stack, users } = running();
    const file = join(folder, `quickstart.${language}`);
    await writeFile(file, text);
    const [command = '', ...args] = commands[language as keyof typeof commands];
    const env = { ...process.env, API: stack.address.base_url, TOKEN: users[0]!.token, ...given };
    const { stdout } = await run(command, [...args, file], { env });
    expect(stdout).toContain('Assistant: Hello Ada, do you have a minute?');
    expect(stdout).toContain('ended_by_');
  });
});
