import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { benches, otherNames } from '#test/bench/benches.ts';
import { waitForQuiet } from '#test/bench/quiet-machine.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { writeHeadlines, writeReport } from '#test/bench/write-report.ts';

/** After this, a bench hangs. The longest one, lists of a million calls in five shapes, takes ten minutes. */
const MOST_MS = 30 * 60_000;
const PATIENCE_MS = 10 * 60_000;

const names = [...Object.keys(benches), ...Object.keys(otherNames)];
const command = new Command('npm run bench --')
  .description(
    'Measures, prints the tables, and writes test/bench/latest.json; in full size also test/bench/reports and the README of the benchmarks.',
  )
  .argument('[report]', `one of ${names.join(', ')}; full for all sizes; all in small sizes without it`)
  .argument('[arguments...]', 'of that report: lists 100 10000')
  .option('--noisy', 'also while other programs use the processors')
  .parse();
const [named, args] = command.processedArgs;
const { noisy: isNoisy = false } = command.opts();
const isFull = named === 'full';
const only = named === undefined || isFull ? undefined : (otherNames[named] ?? named);
if (only !== undefined && !Object.hasOwn(benches, only)) {
  process.stderr.write(`no such report: ${only}. There are ${names.join(', ')}.\n`);
  process.exit(1);
}

const isSmall = only === undefined && !isFull;
const failed: string[] = [];
for (const [name, { small }] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  await measure(name, isSmall ? (small ?? []) : args);
}
if (!isSmall) await writeHeadlines(Object.keys(benches));
if (failed.length > 0) {
  process.stderr.write(`failed: ${failed.join(', ')}. The reports of the others are written.\n`);
  process.exitCode = 1;
}

async function measure(name: string, size: readonly string[]): Promise<void> {
  try {
    const onWait = () => void process.stderr.write(`${name} waits until other programs leave the processors alone.\n`);
    if (!isNoisy) await waitForQuiet({ patience: PATIENCE_MS, onWait });
    const [loadBefore = 0] = loadavg();
    const begun = Date.now();
    const report = await runApart(name, size);
    const seconds = Math.round((Date.now() - begun) / 1000);
    await writeReport(name, report, { loadBefore, seconds, isNoisy, isSmall });
    process.stdout.write(`${name}, ${seconds} s\n\n${report.table}\n\n`);
  } catch (error) {
    failed.push(name);
    process.stderr.write(`${name} failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

/** @throws Error when its process ends without a report, or does not end */
async function runApart(name: string, size: readonly string[]): Promise<BenchReport> {
  const child = fork(join(import.meta.dirname, 'one-bench.ts'), [name, ...size], { execArgv: [], timeout: MOST_MS });
  let report: BenchReport | undefined;
  child.on('message', (message) => void (report = message as BenchReport));
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (!report) throw new Error(signal === null ? `its process ended with ${code}` : `it was ended by ${signal}`);
  return report;
}
