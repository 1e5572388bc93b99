import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
  if (row.uses.some((use) => use.startsWith('language-model:'))) return 1300 * KB;
  if (row.kind === 'authorizer') return 350 * KB;
  // The document, beside the table's client that every endpoint has for its rate limit.
  if (row.id === 'docs/get-openapi') return 500 * KB;
  // The time zones of all numbers, beside their formats.
  if (row.id === 'queue/dial-campaign') return 600 * KB;
  // S3 is a large service, and its client holds all of it; so do the formats of all numbers.
  const isLarge = inputs.some((path) => /node_modules\/(?:libphonenumber-js|@aws-sdk\/client-s3)\//.test(path));
  return (isLarge ? 550 : 420) * KB;
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
