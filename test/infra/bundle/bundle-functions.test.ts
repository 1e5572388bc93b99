import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { symboliseTrace } from '#infra/bundle/symbolise-trace.ts';
import { bundleFunctions, type Bundle } from '#infra/bundle/bundle-functions.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';

const KB = 1024;
const UNWANTED =
  /node_modules\/(?:twilio\/(?:lib\/(?:rest|index)|index)|aws-xray|@aws-lambda-powertools|dd-trace|@opentelemetry\/sdk)/;
let folder: string;
let bundles: Bundle[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  bundles = await bundleFunctions(manifest, folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A cold start pays for every kilobyte: only what talks to a language model may be large. */
function limitOf(row: ManifestRow, { inputs }: Bundle): number {
  const has = (name: string) => inputs.some((path) => path.includes(`node_modules/${name}/`));
  // The evaluation of a call asks for structured output, beside what the conversation needs.
  if (row.id === 'queue/finish-call') return 1305 * KB;
  if (row.uses.some((use) => use.startsWith('language-model:'))) return 1.2 * 1024 * KB;
  if (row.kind === 'authorizer') return 250 * KB;
  // The time zones of all numbers, beside their formats.
  if (row.id === 'queue/dial-campaign') return 600 * KB;
  // Only the worker that stores recordings has the client of S3.
  if (has('libphonenumber-js') || (row.kind !== 'http' && has('@aws-sdk/client-s3'))) return 550 * KB;
  // No client waits for the cold start of a queue's worker.
  return row.kind === 'queue' ? 430 * KB : 420 * KB;
}

describe('a bundle', () => {
  it.each(manifest)('of $id is small enough for a quick cold start', (row) => {
    const bundle = bundles.find(({ id }) => id === row.id)!;
    expect(bundle.bytes).toBeLessThanOrEqual(limitOf(row, bundle));
  });

  it.each(manifest)(
    'of $id holds no other function, no client of the carrier for all its products, and no tracer',
    (row) => {
      const inputs = bundles.find(({ id }) => id === row.id)?.inputs ?? [];
      const foreign = inputs.filter((path) => /(?:^|\/)functions\//.test(path) && !path.includes('node_modules'));
      expect(foreign).toEqual([functionFile(row)]);
      expect(inputs.filter((path) => UNWANTED.test(path))).toEqual([]);
    },
  );

  it.each(manifest.filter(({ kind }) => kind === 'http'))('of $id holds no client of S3', ({ id }) => {
    const inputs = bundles.find((bundle) => bundle.id === id)?.inputs ?? [];
    expect(inputs.filter((path) => /node_modules\/@aws-sdk\/(?:client-s3|lib-storage)/.test(path))).toEqual([]);
  });

  it('is deployed without its map, which an equal bundle has: a trace becomes places in the sources', async () => {
    const row = manifest.find(({ id }) => id === 'lookups/list-languages')!;
    const [mapped] = await bundleFunctions([row], join(folder, 'mapped'), { hasSourceMaps: true });
    const [bare] = await bundleFunctions([row], join(folder, 'bare'));
    const code = await readFile(join(bare!.folder, 'index.mjs'), 'utf8');
    await expect(readFile(join(mapped!.folder, 'index.mjs'), 'utf8')).resolves.toBe(code);
    await expect(readdir(bare!.folder)).resolves.toEqual(['index.mjs']);
    const lines = code.split('\n');
    const line = lines.findIndex((one) => one.includes('lookups/list-languages'));
    const column = lines[line]!.indexOf('lookups/list-languages');
    const trace = `Error: x\n    at f (file:///var/task/index.mjs:${line + 1}:${column + 1})`;
    const symbolised = await symboliseTrace(trace, join(mapped!.folder, 'index.mjs.map'));
    expect(symbolised).toMatch(/^Error: x\n    at f \(functions\/http\/lookups\/list-languages\.ts:\d+:\d+\)$/);
  });

  it('holds the rehearsal model where the stage asks for it, and nowhere else', async () => {
    const rehearses = ({ inputs }: Bundle) => inputs.some((path) => path.includes('integrations/rehearsal/find-value'));
    expect(bundles.filter(rehearses)).toEqual([]);
    const speaking = manifest.filter(({ uses }) => uses.some((use) => use.startsWith('language-model:')));
    const rehearsing = await bundleFunctions(speaking, join(folder, 'rehearsing'), { hasRehearsalModel: true });
    expect(rehearsing.filter(rehearses)).toHaveLength(2);
  });

  it.each([
    { id: 'calls/make-call', most: 60 },
    { id: 'lookups/list-languages', most: 15 },
    { id: 'authorizer/bearer-token', most: 12 },
  ])('of $id is made of at most $most modules of ours', ({ id, most }) => {
    const ours = bundles.find((bundle) => bundle.id === id)!.inputs.filter((path) => !path.includes('node_modules'));
    expect(ours.length).toBeLessThanOrEqual(most);
  });

  it.each(['authorizer/bearer-token', 'calls/make-call', 'carrier/twilio-call-answered', 'socket/message'])(
    'of %s exports its handler and needs nothing beside it',
    async (id) => {
      const module = (await import(/* @vite-ignore */ join(folder, id, 'index.mjs'))) as { handler: unknown };
      expect(module.handler).toBeTypeOf('function');
    },
  );
});
