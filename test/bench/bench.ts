import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { format } from 'oxfmt';
import { benchAssistants } from '#test/bench/bench-assistants.ts';
import { benchCold } from '#test/bench/bench-cold.ts';
import { benchDialQueue } from '#test/bench/bench-dial-queue.ts';
import { benchDialer } from '#test/bench/bench-dialer.ts';
import { benchFunctions } from '#test/bench/bench-functions.ts';
import { benchLeads } from '#test/bench/bench-leads.ts';
import { benchLists } from '#test/bench/bench-lists.ts';
import { benchPipeline } from '#test/bench/bench-pipeline.ts';
import { benchRequests } from '#test/bench/bench-requests.ts';
import { benchSdk } from '#test/bench/bench-sdk.ts';
import { benchTenants } from '#test/bench/bench-tenants.ts';
import { benchWallet } from '#test/bench/bench-wallet.ts';
import { benchWebhooks } from '#test/bench/bench-webhooks.ts';
import { benchVoice } from '#test/bench/voice/bench-voice.ts';

export interface BenchReport {
  table: string;
  /** What «In short» says of it. */
  headline?: string;
  /** SVG, by the name of the file. */
  charts?: Record<string, string>;
}

/**
 * `npm run bench` runs all of them in small sizes, `npm run bench -- full` in all sizes, `npm run bench -- lists` one; further words are
 * its own, as in `lists 100 10000`. With `--noisy` also beside other work.
 */
const benches: Record<string, (args: string[]) => Promise<BenchReport>> = {
  lists: benchLists,
  assistants: benchAssistants,
  leads: benchLeads,
  functions: benchFunctions,
  requests: benchRequests,
  sdk: benchSdk,
  wallet: benchWallet,
  pipeline: benchPipeline,
  dialer: benchDialer,
  'dial-queue': benchDialQueue,
  webhooks: benchWebhooks,
  tenants: benchTenants,
  voice: benchVoice,
  cold: benchCold,
};

/** One run tells both. */
const otherNames: Record<string, string> = { units: 'functions', hops: 'functions' };

const folder = join(import.meta.dirname, 'reports');
const latest = join(import.meta.dirname, 'latest.json');
/** Ratios of a run beside other work say more about that work. */
const MOST_LOAD = 2;
const command = new Command('npm run bench --')
  .description('Measures, and writes test/bench/reports, test/bench/latest.json and the README of the benchmarks.')
  .argument(
    '[report]',
    `one of ${[...Object.keys(benches), ...Object.keys(otherNames)].join(', ')}; full for all sizes; all in small sizes without it`,
  )
  .argument('[arguments...]', 'of that report: lists 100 10000')
  .option('--noisy', `also above a load of ${MOST_LOAD}`)
  .parse();
const [named, args] = command.processedArgs;
const isFull = named === 'full';
const wanted = isFull ? undefined : named;
const { noisy: isNoisy = false } = command.opts();
/** What the default leaves smaller than `full`, so that it ends within minutes. */
const smaller: Readonly<Record<string, string[]>> = {
  lists: ['100', '10000'],
  tenants: ['200', '1000'],
  dialer: ['200'],
  requests: ['300'],
  sdk: ['200'],
  webhooks: ['2000'],
  cold: ['3'],
};
const only = wanted === undefined ? undefined : (otherNames[wanted] ?? wanted);
if (only !== undefined && !Object.hasOwn(benches, only)) {
  throw new Error(`no such report: ${only}. There are ${Object.keys(benches).join(', ')}.`);
}

for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  const before = quietLoad(name);
  const size = only === undefined && !isFull ? smaller[name] : undefined;
  const { table, headline, charts = {} } = await bench(size ?? args);
  await writeFormatted(join(folder, `${name}.md`), `${table}\n`);
  for (const [file, svg] of Object.entries(charts)) await writeFile(join(folder, `${file}.svg`), svg);
  const report = {
    at: new Date().toISOString(),
    loadBefore: before,
    loadAfter: loadavg()[0],
    isNoisy,
    headline,
    rows: rowsOf(table),
  };
  await writeFormatted(latest, JSON.stringify({ ...(await readLatest()), [name]: report }));
  await writeBetween(join(folder, '../README.md'), `bench: ${name}`, table);
  process.stdout.write(`${table}\n`);
}
const known = await readLatest();
const lines = Object.keys(benches).flatMap((name) => known[name]?.headline ?? []);
await writeBetween(join(folder, '../README.md'), 'bench', lines.join('\n'));

/** The load of the machine before a bench, one minute's mean. The bench itself raises it, so that only the first one is refused. */
function quietLoad(name: string): number {
  const [load = 0] = loadavg();
  const isFirst = name === (only ?? Object.keys(benches)[0]);
  if (isFirst && load > MOST_LOAD && !isNoisy) {
    throw new Error(`the load of the machine is ${load.toFixed(1)}, above ${MOST_LOAD}: wait, or add --noisy`);
  }
  return load;
}

async function readLatest(): Promise<Record<string, { headline?: string }>> {
  return JSON.parse(await readFile(latest, 'utf8')) as Record<string, { headline?: string }>;
}

/** The cells of a Markdown table, for machines. */
function rowsOf(table: string): string[][] {
  const rows = table.split('\n').filter((line) => line.startsWith('|') && !/^[|\s:-]+$/.test(line));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Replaces what stands on a page between `<!-- name -->` and `<!-- /name -->`. */
async function writeBetween(path: string, name: string, text: string): Promise<void> {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before = '', rest = ''] = (await readFile(path, 'utf8')).split(begin);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${path} has no place for ${name}`);
  await writeFormatted(path, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

async function writeFormatted(path: string, text: string): Promise<void> {
  await writeFile(path, (await format(path, text)).code);
}
