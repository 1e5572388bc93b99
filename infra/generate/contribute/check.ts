import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { missingPieces } from '#infra/generate/contribute/missing-pieces.ts';
import { touchedTests } from '#infra/generate/contribute/touched-tests.ts';
import { manifest } from '#shared/manifest/manifest.ts';

// `npm run check` runs everything; `npm run check -- --changed` only what the changed files can break. Changed is what
// is not committed, or what has changed since `--since <commit>`.
const root = resolve(import.meta.dirname, '../../..');
const values = new Command('npm run check --')
  .description('Types, lint, format, generated files and tests: all of them, or what the changed files can break.')
  .option('--changed', 'for the files that are not committed')
  .option('--since <commit>', 'for the files that have changed since that commit')
  .allowExcessArguments(false)
  .parse()
  .opts();
const isPartial = values.changed === true || values.since !== undefined;
const changed = isPartial ? changedFiles(values.since) : [];

interface Step {
  name: string;
  command: string;
  args: string[];
}

function steps(): Step[] {
  const code = changed.filter((file) => /\.(?:tsx?|mts)$/.test(file));
  const formatted = changed.filter((file) => /\.(?:tsx?|mts|json|md|yaml|css)$/.test(file));
  const tests = isPartial
    ? ['run', '--project', 'unit', '--project', 'stores', '--project', 'slow', ...touchedTests(root, changed)]
    : ['run'];
  return [
    // Those of the studio and the widget, too.
    { name: 'types', command: 'npm', args: ['run', '--silent', 'types'] },
    ...(isPartial && code.length === 0
      ? []
      : [{ name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings', ...code] }]),
    ...(isPartial && formatted.length === 0
      ? []
      : [{ name: 'format', command: 'oxfmt', args: ['--check', '--no-error-on-unmatched-pattern', ...formatted] }]),
    { name: 'generated files', command: 'node', args: ['infra/generate/contribute/generate.ts', '--check'] },
    { name: 'tests', command: 'vitest', args: tests },
  ];
}

const missing = missingPieces(root, manifest);
for (const piece of missing) console.error(piece);
const failed = missing.length > 0 ? ['pieces'] : [];
for (const step of steps()) {
  const startedAt = performance.now();
  const code = await run(step);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${step.name}, ${seconds} s`);
  if (code !== 0) failed.push(step.name);
}
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function run({ command, args }: Step): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
  return new Promise((done, fail) => child.once('error', fail).once('exit', (code) => done(code ?? 1)));
}

function changedFiles(since = 'HEAD'): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
  return files.filter((file) => file !== '' && existsSync(resolve(root, file)));
}
