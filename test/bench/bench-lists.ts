import type { Call } from '#shared/calls/call.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { drawChart } from '#test/bench/draw-chart.ts';
import { callItems, makeCalls, shapes, usualShape, type Shape } from '#test/bench/load-calls.ts';
import { itemBytes, onLoadedTable, TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { probeLists, type Probe } from '#test/bench/probe-lists.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { compareLists, type Comparison } from '#test/bench/rival/compare-lists.ts';

const SIZES = ['100', '10000', '1000000'];
/** Fewer calls cost about the same in every shape. */
const ALL_SHAPES_FROM = 1_000_000;

interface Row {
  calls: number;
  /** Assistants × campaigns of each. */
  shape: string;
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
  countUnits: number;
  countRoundTrips: number;
}

/** Costs of the lists of one user, for each number of calls given, and a million in each shape. */
export async function benchLists(args: string[]): Promise<BenchReport> {
  const rows: Row[] = [];
  const versus: Comparison[] = [];
  const sizes = args.length > 0 ? args : SIZES;
  for (const size of sizes) {
    for (const shape of Number(size) >= ALL_SHAPES_FROM ? shapes : [usualShape]) {
      const calls = makeCalls(1, Number(size), shape);
      await onLoadedTable(callItems(calls), async ({ endpoint, client }) => {
        // Once to warm up the process and the emulator.
        if (shape === usualShape) await probeLists({ client, tableName: TABLE }, calls);
        rows.push(summarise(calls, shape, await probeLists({ client, tableName: TABLE }, calls)));
        if (shape === usualShape) versus.push(...(await compareLists(endpoint, TABLE, calls)));
      });
    }
  }
  const usual = rows.filter(({ shape }) => shape === nameOf(usualShape));
  return {
    table: `${costTable(rows)}\n\n${versusTable(versus)}`,
    headline: `${headlineTable(usual)}\n`,
    charts: { lists: costChart(usual), 'lists-time': timeChart(usual, versus) },
  };
}

const nameOf = ({ assistants, campaigns }: Shape) =>
  `${assistants.toLocaleString('en')} × ${campaigns.toLocaleString('en')}`;

/** The size of a stored head, keys included: what a query over heads reads for each call. */
function headBytes(calls: readonly Call[]): number {
  const some = calls.slice(0, HEADS_TO_WEIGH);
  const bytes = some.reduce((sum, call) => sum + itemBytes({ ...keys.call.key(call.userId, call.id), ...call }), 0);
  return Math.round(bytes / some.length);
}

const HEADS_TO_WEIGH = 100;
const UNIT_BYTES = 4096;
const QUERY_BYTES = 1_048_576;

function summarise(calls: readonly Call[], shape: Shape, probes: readonly Probe[]): Row {
  const headsBytes = calls.length * headBytes(calls);
  const few = probes.filter(({ filters }) => filters.length <= 1);
  const times = probes.map(({ milliseconds }) => milliseconds);
  const worst = (name: 'findUnits' | 'rowUnits' | 'depth' | 'requests', of = probes) =>
    Math.max(...of.map((probe) => probe[name]));
  return {
    calls: calls.length,
    shape: nameOf(shape),
    fewFilters: worst('findUnits', few),
    anyMix: worst('findUnits'),
    warm: middle(probes.map(({ warmUnits }) => warmUnits)),
    page: worst('rowUnits'),
    depth: worst('depth'),
    requests: worst('requests'),
    medianMs: Math.round(middle(times) * 10) / 10,
    slowestMs: Math.round(Math.max(...times)),
    exact: `${probes.filter(({ isExact }) => isExact).length} of ${probes.length}`,
    countUnits: Math.ceil(headsBytes / UNIT_BYTES),
    countRoundTrips: Math.ceil(headsBytes / QUERY_BYTES),
  };
}

const middle = (figures: readonly number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;

const columns: Array<[title: string, name: keyof Row]> = [
  ['calls of the user', 'calls'],
  ['assistants × campaigns', 'shape'],
  ['read units to find the page, no filter or one', 'fewFilters'],
  ['any mix of seven', 'anyMix'],
  ['the median of them, segments cached', 'warm'],
  ['read units of the 15 rows', 'page'],
  ['round trips in a row', 'depth'],
  ['requests', 'requests'],
  ['median ms', 'medianMs'],
  ['slowest ms', 'slowestMs'],
  ['equal to brute force', 'exact'],
  ['Query + COUNT: read units', 'countUnits'],
  ['Query + COUNT: round trips', 'countRoundTrips'],
];

const costTable = (rows: readonly Row[]): string =>
  markdownTable(
    columns.map(([title]) => title),
    rows.map((row) => columns.map(([, name]) => row[name].toLocaleString('en'))),
  );

const headlineTable = (rows: readonly Row[]): string =>
  markdownTable(
    ['calls of the user', 'no filter or one', 'any mix', 'round trips in a row', 'reading them all'],
    rows.map(({ calls, fewFilters, anyMix, depth, countUnits }) =>
      [calls, fewFilters, anyMix, depth, countUnits].map((figure) => figure.toLocaleString('en')),
    ),
  );

/** Requests per second of the same list, by this service on the emulator, by its requests to the table alone, and by Fastify on PostgreSQL. */
function versusTable(versus: readonly Comparison[]): string {
  const hasPostgres = versus.some(({ postgres }) => postgres !== undefined);
  const titles = ['calls of the user', 'list', 'requests/s', 'its table requests alone', 'of that (aim: 0.6)'];
  const table = markdownTable(
    [...titles, ...(hasPostgres ? ['PostgreSQL', 'times as many', 'same JSON'] : [])],
    versus.map(({ calls, list, ours, floor, postgres, isSame }) => [
      calls.toLocaleString('en'),
      list,
      ours.toFixed(1),
      floor.toFixed(1),
      (ours / floor).toFixed(2),
      ...(postgres === undefined ? [] : [postgres.toFixed(1), (ours / postgres).toFixed(2), isSame ? 'yes' : 'no']),
    ]),
  );
  const missing = 'Not compared with PostgreSQL: it is not installed here (`apt-get install postgresql`).';
  return hasPostgres ? table : `${table}\n\n${missing}`;
}

const costChart = (rows: readonly Row[]): string =>
  drawChart({
    title: 'Read units of one list, worst of 128 filter mixes × 3 pages',
    x: rows.map(({ calls }) => calls),
    lines: [
      { name: 'Query + COUNT', colour: '#b91c1c', y: rows.map(({ countUnits }) => countUnits) },
      { name: 'any mix of filters', colour: '#1d4ed8', y: rows.map(({ anyMix, page }) => anyMix + page) },
      { name: 'no filter or one', colour: '#047857', y: rows.map(({ fewFilters, page }) => fewFilters + page) },
    ],
  });

function timeChart(rows: readonly Row[], versus: readonly Comparison[]): string {
  const slowest = (side: 'ours' | 'floor') =>
    rows.map(({ calls }) => {
      const times = versus.filter((one) => one.calls === calls).map((one) => 1000 / one[side]);
      return Math.round(Math.max(...times) * 10) / 10;
    });
  return drawChart({
    title: 'Milliseconds of machine time for the slowest list (1000 / requests per second)',
    x: rows.map(({ calls }) => calls),
    lines: [
      { name: 'its table requests alone', colour: '#b91c1c', y: slowest('floor') },
      { name: 'this service', colour: '#1d4ed8', y: slowest('ours') },
    ],
  });
}
