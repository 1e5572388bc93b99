import { mkdtemp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createTable, localCredentials, startDynamoDbEmulator } from '#infra/local/emulators/dynamodb-emulator.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawChart } from '#test/bench/draw-chart.ts';
import { callItems, makeCalls } from '#test/bench/load-calls.ts';
import { openTableFile } from '#test/bench/local-table-file.ts';
import { compareLists, type Comparison } from '#test/bench/rival/compare-lists.ts';
import { probeLists, type Probe } from '#test/bench/probe-lists.ts';

const SIZES = [100, 10_000, 1_000_000];
/** A file here is as fast as memory, and as large as it has to be: a million calls are some 3 GB. */
const MEMORY_DISK = '/dev/shm';
const TABLE = 'bench';
const UNIT_BYTES = 4096;
const QUERY_BYTES = 1_048_576;

interface Row {
  calls: number;
  /** Units to find the page, the worst of no filter and one. */
  fewFilters: number;
  anyMix: number;
  /** Any mix, with the segments in the cache of the process: the median. */
  warm: number;
  /** Units to read the rows that are shown. */
  page: number;
  depth: number;
  requests: number;
  medianMs: number;
  slowestMs: number;
  exact: string;
  /** The worst of each number of filters, from none to six: units to find the page. */
  unitsByFilters: number[];
  countUnits: number;
  countRoundTrips: number;
}

/** Costs of the lists of one user, for each number of calls given. */
export async function benchLists(args: string[]): Promise<BenchReport> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  const rows: Row[] = [];
  const versus: Comparison[] = [];
  for (const size of sizes) {
    const { probes, comparisons } = await measure(size);
    rows.push(summarise(size, probes));
    versus.push(...(comparisons ?? []));
  }
  return {
    figures: { rows, versus },
    table: `${toTable(rows)}\n\n${versusTable(versus)}`,
    chart: toChart(rows),
    charts: { 'lists-time': timeChart(rows, versus) },
  };
}

async function measure(size: number): Promise<{ probes: Probe[]; comparisons: Comparison[] | undefined }> {
  const folder = await mkdtemp(join(existsSync(MEMORY_DISK) ? MEMORY_DISK : tmpdir(), 'bench-lists-'));
  const file = join(folder, 'calls.db');
  const calls = makeCalls(1, size);
  try {
    await onTable(file, ({ endpoint }) => createTable(endpoint, TABLE));
    const started = performance.now();
    const writer = openTableFile(file, TABLE);
    for (const item of callItems(calls)) writer.put(item);
    writer.close();
    process.stderr.write(`${size} calls loaded in ${Math.round((performance.now() - started) / 1000)} s\n`);
    return await onTable(file, async ({ endpoint, client }) => {
      // Once to warm up the process and the emulator.
      await probeLists({ client, tableName: TABLE }, calls);
      const probes = await probeLists({ client, tableName: TABLE }, calls);
      return { probes, comparisons: await compareLists(endpoint, TABLE, calls) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function onTable<Result>(
  file: string,
  use: (table: { endpoint: string; client: DynamoDBDocumentClient }) => Promise<Result>,
): Promise<Result> {
  const emulator = await startDynamoDbEmulator(file);
  const { endpoint } = emulator;
  const bare = new DynamoDBClient({ endpoint, ...localCredentials });
  const client = DynamoDBDocumentClient.from(bare, { marshallOptions: { removeUndefinedValues: true } });
  try {
    return await use({ endpoint, client });
  } finally {
    client.destroy();
    await emulator.stop();
  }
}

/** Of a stored head, keys included: what a query over heads reads for each call. */
const HEAD_BYTES = 680;

function summarise(calls: number, probes: readonly Probe[]): Row {
  const worst = (of: readonly Probe[], figure: (probe: Probe) => number) => Math.max(...of.map(figure));
  const few = probes.filter(({ filters }) => filters.length <= 1);
  const times = probes.map(({ milliseconds }) => milliseconds);
  return {
    calls,
    fewFilters: worst(few, ({ findUnits }) => findUnits),
    anyMix: worst(probes, ({ findUnits }) => findUnits),
    warm: middle(probes.map(({ warmUnits }) => warmUnits)),
    page: worst(probes, ({ rowUnits }) => rowUnits),
    depth: worst(probes, ({ depth }) => depth),
    requests: worst(probes, ({ requests }) => requests),
    medianMs: Math.round(middle(times) * 10) / 10,
    slowestMs: Math.round(Math.max(...times)),
    exact: `${probes.filter(({ isExact }) => isExact).length} of ${probes.length}`,
    unitsByFilters: Array.from({ length: 7 }, (_, count) =>
      worst(
        probes.filter(({ filters }) => filters.length === count),
        ({ findUnits }) => findUnits,
      ),
    ),
    countUnits: Math.ceil((calls * HEAD_BYTES) / UNIT_BYTES),
    countRoundTrips: Math.ceil((calls * HEAD_BYTES) / QUERY_BYTES),
  };
}

const middle = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;

const columns: Array<[string, (row: Row) => number | string]> = [
  ['calls of the user', (row) => row.calls.toLocaleString('en')],
  ['read units to find the page, no filter or one', (row) => row.fewFilters],
  ['any mix of six', (row) => row.anyMix],
  ['the median of them, segments cached', (row) => row.warm],
  ['read units of the 15 rows', (row) => row.page],
  ['round trips in a row', (row) => row.depth],
  ['requests', (row) => row.requests],
  ['median ms', (row) => row.medianMs],
  ['slowest ms', (row) => row.slowestMs],
  ['equal to brute force', (row) => row.exact],
  ['Query + COUNT: read units', (row) => row.countUnits.toLocaleString('en')],
  ['Query + COUNT: round trips', (row) => row.countRoundTrips],
];

function toTable(rows: readonly Row[]): string {
  const line = (cells: ReadonlyArray<number | string>) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(([title]) => title)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');
}

/** Requests per second of the same list, by this service on the emulator and by Fastify on PostgreSQL. */
function versusTable(versus: readonly Comparison[]): string {
  if (versus.length === 0)
    return 'Not compared with PostgreSQL: it is not installed here (`apt-get install postgresql`).';
  const line = (cells: ReadonlyArray<number | string>) => `| ${cells.join(' | ')} |`;
  return [
    line(['calls of the user', 'list', 'requests/s', 'PostgreSQL', 'times as many', 'same JSON']),
    line(['---', '---', '---', '---', '---', '---']),
    ...versus.map(({ calls, list, ours, postgres, isSame }) =>
      line([calls.toLocaleString('en'), list, ours, postgres, (ours / postgres).toFixed(2), isSame ? 'yes' : 'no']),
    ),
  ].join('\n');
}

function timeChart(rows: readonly Row[], versus: readonly Comparison[]): string {
  const times = (side: 'ours' | 'postgres') =>
    rows.map(({ calls }) => {
      const slowest = versus.filter((one) => one.calls === calls).map((one) => 1000 / one[side]);
      return Math.round(Math.max(...slowest) * 10) / 10;
    });
  return drawChart({
    title: 'Milliseconds of machine time for the slowest list (1000 / requests per second)',
    x: rows.map(({ calls }) => calls),
    lines: [
      { name: 'PostgreSQL', colour: '#b91c1c', y: times('postgres') },
      { name: 'this service', colour: '#1d4ed8', y: times('ours') },
    ],
  });
}

const toChart = (rows: readonly Row[]): string =>
  drawChart({
    title: 'Read units of one list, worst of 64 filter mixes × 3 pages',
    x: rows.map(({ calls }) => calls),
    lines: [
      { name: 'Query + COUNT', colour: '#b91c1c', y: rows.map(({ countUnits }) => countUnits) },
      { name: 'any mix of filters', colour: '#1d4ed8', y: rows.map(({ anyMix, page }) => anyMix + page) },
      { name: 'no filter or one', colour: '#047857', y: rows.map(({ fewFilters, page }) => fewFilters + page) },
    ],
  });
