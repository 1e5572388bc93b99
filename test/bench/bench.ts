import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchCold } from '#test/bench/bench-cold.ts';
import { benchAssistants } from '#test/bench/bench-assistants.ts';
import { benchHops, benchUnits } from '#test/bench/bench-functions.ts';
import { benchLists } from '#test/bench/bench-lists.ts';
import { benchDialer } from '#test/bench/bench-dialer.ts';
import { benchPipeline } from '#test/bench/bench-pipeline.ts';
import { benchWallet } from '#test/bench/bench-wallet.ts';
import { writeFormatted, writeReadme } from '#test/bench/write-readme.ts';
import { benchVoice } from '#test/bench/voice/bench-voice.ts';

/** `npm run bench` runs all of them, `npm run bench -- lists` one; further words are its own, as in `lists 100 10000`. */
const benches: Record<string, (args: string[]) => Promise<BenchReport>> = {
  lists: benchLists,
  assistants: benchAssistants,
  units: benchUnits,
  hops: benchHops,
  wallet: benchWallet,
  pipeline: benchPipeline,
  dialer: benchDialer,
  voice: benchVoice,
  cold: benchCold,
};

export interface BenchReport {
  /** What was measured, for machines. */
  figures: unknown;
  table: string;
  chart: string;
  /** Further ones, by the name of the file. */
  charts?: Record<string, string>;
}

const folder = join(import.meta.dirname, 'reports');
const latest = join(import.meta.dirname, 'latest.json');
const [only, ...args] = process.argv.slice(2);

for (const [name, bench] of Object.entries(benches)) {
  if (only !== undefined && only !== name) continue;
  const { figures, table, chart, charts } = await bench(args);
  await mkdir(folder, { recursive: true });
  await writeFormatted(join(folder, `${name}.md`), `${table}\n`);
  for (const [file, svg] of Object.entries({ [name]: chart, ...charts })) {
    await writeFile(join(folder, `${file}.svg`), svg);
  }
  const before: unknown = JSON.parse(await readFile(latest, 'utf8').catch(() => '{}'));
  await writeFormatted(latest, `${JSON.stringify({ ...(before as object), [name]: figures }, null, 2)}\n`);
  process.stdout.write(`${table}\n`);
}

await writeReadme();
