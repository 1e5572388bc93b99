import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSnippets } from '#test/support/snippets.ts';

/** What a reader fills in. The first one that fits. */
const GAPS: ReadonlyArray<[gap: RegExp, filled: string]> = [
  [/\+1…/g, '+12025550100'],
  [/\+49…/g, '+4915112345678'],
  [/(AC|SK|AP)…/g, `$1${'0'.repeat(32)}`],
  [/(sk-|whsec_|proj_)…/g, '$1filled'],
  [/--name …/g, '--name filled'],
  [/"(phone_number_id|assistant_id|campaign_id)": …/g, '"$1": 7'],
  [/<bedrockRegion>/g, 'eu-central-1'],
  [/<bucket>/g, 'a-bucket'],
  [/<[\w /-]+>/g, '244473804614128'],
  [/…/g, '7'],
];

/** Answers as AWS, Twilio and git gave them, by the first words that fit. The others answer nothing. */
const RECORDED: ReadonlyArray<[command: string, answer: string]> = [
  ['aws sts get-caller-identity', '123456789012'],
  ['aws cloudformation describe-stacks', 'https://abc.execute-api.eu-central-1.amazonaws.com/api'],
  ['aws dynamodb describe-table', 'ACTIVE'],
  ['aws dynamodb create-backup', 'arn:aws:dynamodb:eu-central-1:123456789012:table/ringback-restored/backup/01'],
  ['aws dynamodb describe-backup', 'AVAILABLE'],
  ['aws lambda list-event-source-mappings', '14e0db71-xmpl-4eb5-b481-8945cf9d10c2'],
  ['aws secretsmanager list-secret-version-ids', 'EXAMPLE1-90ab-cdef-fedc-ba987SECRET1'],
  ['git tag', '0.2.0'],
  ['npm run --silent admin -- token issue', 'rb_recorded'],
  ['curl', '{"sid": "AP00000000000000000000000000000000"}'],
];

const FAKES = ['aws', 'npm', 'npx', 'git', 'curl', 'sleep'];

/** Writes down what it was asked, and answers what was recorded. */
const fake = (name: string) => `#!/bin/bash
printf '%s\\036' ${name} "$@" >> "$RECORD"
printf '\\035' >> "$RECORD"
case "${name} $*" in
${RECORDED.map(([command, answer]) => `  "${command}"*) echo '${answer}';;`).join('\n')}
esac
`;

export interface GuideRun {
  status: number | null;
  stderr: string;
  /** Every command that was run, with its arguments. */
  commands: string[][];
}

const PYTHON = '/usr/bin/python3';
/** Where the models of AWS are installed: `python3-botocore` of Debian. */
export const hasModels = spawnSync(PYTHON, ['-c', 'import botocore']).status === 0;

/** What the models of AWS do not know of these commands: services, operations, options, and what is required. */
export function awsProblems(commands: readonly string[][]): string[] {
  const script = join(import.meta.dirname, 'aws_problems.py');
  const { status, stdout, stderr } = spawnSync(PYTHON, [script], { input: JSON.stringify(commands), encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.split('\n').filter((line) => line !== '');
}

/** Runs the shell commands of a page in one shell, from the first to the last: a command that fails, or a variable that is not set, ends it. */
export function runPage(page: string, change: (script: string) => string = (script) => script): GuideRun {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'));
  try {
    const record = join(folder, 'record');
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(record, '');
    for (const name of FAKES) {
      writeFileSync(join(bin, name), fake(name));
      chmodSync(join(bin, name), 0o755);
    }
    const blocks = listSnippets().filter((one) => one.page === page && one.language === 'sh');
    const script = change(blocks.map(({ text }) => filled(text)).join('\n'));
    const { status, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-s'], {
      cwd: folder,
      input: script,
      encoding: 'utf8',
      env: { HOME: folder, RECORD: record, PATH: `${bin}:${process.env['PATH']}`, AWS_EC2_METADATA_DISABLED: 'true' },
    });
    return { status, stderr, commands: readCommands(readFileSync(record, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const filled = (text: string) => GAPS.reduce((line, [gap, value]) => line.replaceAll(gap, value), text);

const readCommands = (text: string): string[][] =>
  text
    .split('\u001D')
    .slice(0, -1)
    .map((one) => one.split('\u001E').slice(0, -1));
