import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { listSnippets } from '#test/support/snippets.ts';
import { useStackProcess } from '#test/support/stack-process.ts';

const run = promisify(execFile);
const readme = await readFile('README.md', 'utf8');
const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');

/** What runs elsewhere: the first two are CI itself, `start` runs under every flow test, `check` and `build` are steps of CI. */
const runElsewhere = [
  'npm ci && npm run demo',
  'npm cit',
  'npm start',
  'npm run check',
  'npm run build',
  'npm run docs',
];
/** The deployment needs an AWS account; what it deploys is proven by the tests of the CDK app, and `synth` is a step of CI. */
const needsAccount = /^(npx cdk bootstrap|npm run deploy|aws )/;

const { dataDir, address } = useStackProcess({ SIMULATOR_SPEED: '60' });

/** Pastes a script into a shell, with the address of this test's stack in place of the usual one. */
async function paste(script: string): Promise<string> {
  const origin = new URL(address().base_url).origin;
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script.replaceAll('http://localhost:3000', origin)], {
    env: { ...process.env, DATA_DIR: dataDir() },
  });
  return stdout;
}

describe('README', () => {
  it('names no command that does not run', async () => {
    const commands = blocks
      .flatMap((block) => block.trim().split('\n'))
      .filter((command) => !runElsewhere.includes(command) && !needsAccount.test(command));
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) await expect(paste(command), command).resolves.not.toBe('');
  });
});

describe('the quickstart', () => {
  it('has a first call in curl that works as pasted, with the variables that it sets', async () => {
    const [variables = '', curl = 'exit 1'] = listSnippets()
      .filter(({ page, language }) => page === 'docs/quickstart.md' && language === 'sh')
      .map(({ text }) => text);
    const output = await paste(`${variables}\n${curl}`);
    expect(output).toContain('"client_phone_number":"+12025550100"');
    expect(output).toContain('"status":"ended_by_');
  });
});
