import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bundleFunctions, type Bundle } from '#infra/bundle/bundle-functions.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { queueMessages } from '#shared/platform/queue/messages.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { startFirstRequestMeter, type FirstRequest } from '#test/bench/cold/first-request.ts';
import { bundleReferences } from '#test/bench/cold/references.ts';
import { drawBars } from '#test/bench/draw-bars.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';

const ROUNDS = 7;

/** P5 and P6: a process from its start to its first request to DynamoDB, and what its bundle weighs. */
export async function benchCold([rounds = String(ROUNDS)]: string[]): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-'));
  const bundles = await bundleFunctions(manifest, join(folder, 'functions'));
  const references = await bundleReferences(join(folder, 'references'));
  const meter = await startFirstRequestMeter(environment());
  try {
    const runs = new Map<string, Run[]>();
    // The reference runs right before each one, so that whatever else the machine does meets both.
    const run = async (name: string, bundle: string, event?: string) => {
      const bare = await meter.measure(references.bare, undefined);
      const own = await meter.measure(bundle, event);
      const times = { ...own, timesBare: own.milliseconds / bare.milliseconds };
      runs.set(name, [...(runs.get(name) ?? []), times]);
    };
    for (let round = 0; round < Number(rounds); round += 1) {
      await run('empty', references.empty);
      for (const { id, folder: code } of bundles)
        await run(id, join(code, 'index.mjs'), resolve('events', `${id}.json`));
    }
    return report(bundles, runs);
  } finally {
    await meter.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function environment(): Record<string, string> {
  const names = Object.keys(queueMessages).map((queue) => queue.toUpperCase().replaceAll('-', '_'));
  const queues = names.flatMap((name) => [`${name}_QUEUE_URL`, `${name}_DLQ_URL`].map((key) => [key, 'set later']));
  return {
    ...Object.fromEntries(queues),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    TABLE_NAME: 'bench',
    SECRETS_PREFIX: 'bench/',
    RECORDINGS_BUCKET: 'bench',
    RECORDING_RETENTION_DAYS: '30',
    REMOVE_CARRIER_RECORDINGS: 'false',
    PUBLIC_URL: 'https://bench.example.com',
    SOCKET_URL: 'wss://bench.example.com/voice',
    SOCKET_MANAGEMENT_URL: 'https://bench.example.com/voice',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    CALLING_HOURS: '00:00-24:00',
    CARRIER_CALLS_PER_SECOND: '1',
  };
}

type Run = FirstRequest & { timesBare: number };

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function report(bundles: readonly Bundle[], runs: ReadonlyMap<string, Run[]>): BenchReport {
  const emptyTimesBare = median((runs.get('empty') ?? []).map(({ timesBare }) => timesBare));
  const rows = bundles.map(({ id, bytes }) => {
    const own = runs.get(id) ?? [];
    const timesBare = median(own.map((one) => one.timesBare));
    return {
      id,
      kilobytes: Math.round(bytes / 1024),
      milliseconds: Math.round(median(own.map(({ milliseconds }) => milliseconds))),
      timesBare,
      timesEmpty: timesBare / emptyTimesBare,
      until: own.every(({ isAsked }) => isAsked) ? 'first request' : 'end',
    };
  });
  const lines = rows.map(({ id, kilobytes, milliseconds, timesEmpty, timesBare, until }) => [
    `\`${id}\``,
    kilobytes,
    milliseconds,
    timesEmpty.toFixed(2),
    timesBare.toFixed(2),
    until,
  ]);
  const titles = ['function', 'KB', 'ms', '× empty handler', '× bare SDK handler', 'measured until'];
  return {
    figures: { emptyTimesBare, rows },
    table: markdownTable(titles, lines),
    chart: drawBars({
      title: 'From the start of the process to its first request to DynamoDB, % of the bare SDK handler',
      bars: rows.map(({ id, timesBare }) => ({ name: id, value: Math.round(100 * timesBare) })),
    }),
  };
}
