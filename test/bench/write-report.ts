import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { format } from 'oxfmt';
import type { BenchReport } from '#test/bench/report.ts';

interface Circumstances {
  /** The sizes of the default, which say too little for the page. */
  isSmall: boolean;
  /** The load of the machine before the bench, one minute's mean. */
  loadBefore: number;
  seconds: number;
  isNoisy: boolean;
}

const folder = join(import.meta.dirname, 'reports');
const latest = join(import.meta.dirname, 'latest.json');
const page = join(import.meta.dirname, 'README.md');

/** Into latest.json; of a run in full size also into the folder of reports and the place of the bench in the page. */
export async function writeReport(
  name: string,
  { table, headline, charts = {} }: BenchReport,
  { isSmall, ...circumstances }: Circumstances,
): Promise<void> {
  const known = await readLatest();
  const report = { at: new Date().toISOString(), ...circumstances, loadAfter: loadavg()[0], rows: rowsOf(table) };
  const next = isSmall ? { ...known[name], small: report } : { ...known[name], ...report, headline };
  await writeFormatted(latest, JSON.stringify({ ...known, [name]: next }));
  if (isSmall) return;
  await writeFormatted(join(folder, `${name}.md`), `${table}\n`);
  for (const [file, svg] of Object.entries(charts)) await writeFile(join(folder, `${file}.svg`), svg);
  await writeBetween(page, `bench: ${name}`, table);
}

/** «In short»: what the newest report of each bench says of itself. */
export async function writeHeadlines(names: readonly string[]): Promise<void> {
  const known = await readLatest();
  await writeBetween(page, 'bench', names.flatMap((name) => known[name]?.headline ?? []).join('\n'));
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
