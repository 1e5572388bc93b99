import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { listSnippets } from '#test/support/snippets.ts';

const run = promisify(execFile);
const running = useLocalStack();
const blocks = listSnippets().filter(({ page }) => page === 'docs/tools.md');
const textIn = (wanted: string) => blocks.filter(({ language }) => language === wanted).map(({ text }) => text);

let folder: string;
let calendar: ChildProcess;
let printed = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ringback-tools-'));
  const file = join(folder, 'calendar.ts');
  await writeFile(file, textIn('ts').join('\n'));
  calendar = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  calendar.stdout?.on('data', (data: Buffer) => (printed += data.toString()));
  await waitFor('the calendar to answer', () => fetch('http://127.0.0.1:8099/').then(Boolean, () => false));
});
afterAll(async () => {
  calendar.kill();
  await rm(folder, { recursive: true, force: true });
});

it('the commands of the page make a tool, try it, and give it to an assistant', async () => {
  const { stack, users } = running();
  const env = { ...process.env, API: stack.address.base_url, TOKEN: users[0]!.token };
  const [make = '', attach = ''] = textIn('sh');
  const script = `${make}\nprintf '\\n--\\n'\n${attach}\nprintf '\\n--\\n%s' "$TOOL"`;
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { env });
  const [tested = '', updated = '', tool = ''] = stdout.split('\n--\n');
  const record = updated.slice(updated.lastIndexOf('{"id"'));
  expect(JSON.parse(tested)).toMatchObject({
    status: 200,
    result: '{"slots":["09:00","10:30"]}',
    request: { url: 'http://127.0.0.1:8099/slots?day=Tuesday', headers: { Authorization: '••••ndar' } },
  });
  expect(JSON.parse(record)).toMatchObject({ tool_ids: [Number(tool)] });
  expect(printed).toMatch(/^GET \/slots\?day=Tuesday tool_test_/m);
});
