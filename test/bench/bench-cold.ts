import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundleFunctions, type Bundle } from '#infra/cloud/bundle/bundle-functions.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { startFirstRequestMeter, type FirstRequest } from '#test/bench/cold/first-request.ts';
import { templateVariables } from '#test/bench/cold/template-variables.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import type { BenchReport } from '#test/bench/report.ts';

const ROUNDS = 7;

type Run = FirstRequest & { timesBare: number };

/** P5 and P6: a process from its start to its first request to DynamoDB, and what its bundle weighs; `cold 3 calls/make-call` for one. */
export async function benchCold([rounds = String(ROUNDS), ...ids]: string[]): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), 'cold-'));
  const meter = await startFirstRequestMeter(await templateVariables());
  try {
    const bundles = await bundleFunctions(
      manifest.filter(({ id }) => ids.length === 0 || ids.includes(id)),
      join(folder, 'functions'),
    );
    const bare = await bundleBareHandler(join(folder, 'bare.mjs'));
    const runs = new Map<string, Run[]>(bundles.map(({ id }) => [id, []]));
    for (let round = 0; round < Number(rounds); round += 1) {
      for (const { id, folder: code } of bundles) {
        // The bare handler runs right before each one, so that whatever else the machine does meets both.
        const { milliseconds } = await meter.measure(bare);
        const own = await meter.measure(join(code, 'index.mjs'), id);
        runs.get(id)?.push({ ...own, timesBare: own.milliseconds / milliseconds });
      }
    }
    return report(bundles.map((bundle) => summarise(bundle, runs.get(bundle.id) ?? [])));
  } finally {
    await meter.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the functions are compared with: a handler that reads one item, bundled as simply as anybody would. */
async function bundleBareHandler(outfile: string): Promise<string> {
  const contents = `
    import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
    const client = new DynamoDBClient({});
    export const handler = () =>
      client.send(new GetItemCommand({ TableName: 'bench', Key: { pk: { S: '1' }, sk: { S: '1' } } }));`;
  await build({
    stdin: { contents, resolveDir: process.cwd() },
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: { js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);" },
  });
  return outfile;
}

function summarise({ id, bytes }: Bundle, runs: Run[]) {
  return {
    id,
    kilobytes: Math.round(bytes / 1024),
    milliseconds: Math.round(median(runs.map(({ milliseconds }) => milliseconds))),
    timesBare: median(runs.map(({ timesBare }) => timesBare)),
    until: runs.every(({ isAsked }) => isAsked) ? 'first request' : 'end',
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function report(rows: Array<ReturnType<typeof summarise>>): BenchReport {
  const most = (ids: ReadonlySet<string>) => {
    const some = rows.filter(({ id }) => ids.has(id));
    const times = Math.max(...some.map(({ timesBare }) => timesBare)).toFixed(2);
    const size = Math.max(...some.map(({ kilobytes }) => kilobytes));
    return `at most ${times} times as long as that of a bare SDK handler, and the bundle has at most ${size} KB`;
  };
  const idsOf = (kind: string) => new Set(manifest.filter((row) => row.kind === kind).map(({ id }) => id));
  const titles = ['function', 'KB', 'ms', '× bare SDK handler', 'measured until'];
  return {
    table: markdownTable(
      titles,
      rows.map((row) => [`\`${row.id}\``, row.kilobytes, row.milliseconds, row.timesBare.toFixed(2), row.until]),
    ),
    headline: `- The cold start of the authorizer takes ${most(idsOf('authorizer'))}. The cold start of an HTTP function takes ${most(idsOf('http'))}.`,
  };
}
