import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';
import type { Operation } from '#test/bench/sdk/asking-process.ts';

const REQUESTS = 500;
const ROUNDS = 9;
/** With session credentials, as in Lambda. */
const credentials = { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench', AWS_SESSION_TOKEN: 't'.repeat(400) };
const askers = [
  { name: 'fast requests', FAST_REQUESTS: 'true' },
  { name: 'the SDK', FAST_REQUESTS: 'false' },
];
const operations: Record<Operation, string> = {
  GetItem: 'GetItem, 1 KB',
  Query: 'Query, 15 items of 2 KB',
  PutItem: 'PutItem, 1 KB',
  TransactWriteItems: 'TransactWriteItems, 4 items',
};

interface Reading {
  microseconds: number;
  perSecond: number;
}

/** Decision 0056: the processor time of a request to the table, as it is sent, and by the SDK alone. */
export async function benchSdk([count = String(REQUESTS)]: string[]): Promise<BenchReport> {
  const table = start('canned-table.ts', {});
  const env = { PATH: process.env['PATH'], AWS_REGION: 'us-east-1', ...credentials };
  const [url] = (await once(table, 'message')) as [string];
  const clients = askers.map(({ FAST_REQUESTS }) =>
    start('asking-process.ts', { ...env, AWS_ENDPOINT_URL: url, FAST_REQUESTS }),
  );
  const rows: Array<Array<string | number>> = [];
  try {
    for (const operation of Object.keys(operations) as Operation[]) {
      const readings = await measure(clients, operation, Number(count));
      rows.push([operations[operation], ...cells(readings)]);
    }
  } finally {
    for (const child of [table, ...clients]) child.disconnect();
  }
  const titles = ['request', ...askers.flatMap(({ name }) => [`${name}, µs`, 'in a second'])];
  return { table: markdownTable([...titles, 'times less'], rows) };
}

const start = (file: string, env: NodeJS.ProcessEnv) =>
  fork(join(import.meta.dirname, 'sdk', file), [], { env, execArgv: [] });

/** The clients in turns, in this order and the other way round. The first round warms up. */
async function measure(clients: ChildProcess[], operation: Operation, count: number): Promise<Reading[][]> {
  const readings: Reading[][] = clients.map(() => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    const order = [...clients.keys()];
    for (const index of round % 2 === 0 ? order : order.toReversed()) {
      clients[index]?.send({ operation, count });
      const [reading] = (await once(clients[index]!, 'message')) as [Reading];
      if (round > 0) readings[index]?.push(reading);
    }
  }
  return readings;
}

function cells(readings: Reading[][]): Array<string | number> {
  const [fast = [], sdk = []] = readings.map((some) => some.map(({ microseconds }) => microseconds));
  return [
    ...readings.flatMap((some) => [
      Math.round(median(some.map(({ microseconds }) => microseconds))),
      Math.round(median(some.map(({ perSecond }) => perSecond))),
    ]),
    median(sdk.map((value, round) => value / (fast[round] ?? 1))).toFixed(2),
  ];
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
