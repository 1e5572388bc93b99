import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions, type Bundle } from '#infra/bundle/bundle-functions.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import type { ManifestRow } from '#shared/manifest/manifest-row.ts';

const KB = 1024;
let folder: string;
let bundles: Bundle[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundles-'));
  bundles = await bundleFunctions(manifest, folder);
}, 30_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A cold start pays for every kilobyte: only what talks to a language model may be large. */
function limitOf(row: ManifestRow): number {
  // Nobody waits on the line for the end of a call to be told.
  if (row.id === 'queue/finish-call') return 1700 * KB;
  if (row.uses.some((use) => use.startsWith('language-model:')) && row.kind !== 'http') return 1600 * KB;
  if (row.kind === 'authorizer') return 350 * KB;
  // S3 is a large service, and its client holds all of it.
  if (row.uses.some((capability) => /^recording:(?:read|write|delete)$/.test(capability))) return 750 * KB;
  const parsesNumbers = /^(calls|sms)\/|\/twilio-call-incoming$/.test(row.id);
  return (parsesNumbers ? 550 : 420) * KB;
}

describe('a bundle', () => {
  it.each(manifest)('of $id is small enough for a quick cold start', (row) => {
    const bundle = bundles.find(({ id }) => id === row.id);
    expect(bundle?.bytes).toBeLessThanOrEqual(limitOf(row));
  });

  it.each(['authorizer/bearer-token', 'calls/make-call', 'carrier/twilio-call-answered', 'socket/message'])(
    'of %s exports its handler and needs nothing beside it',
    async (id) => {
      const module = (await import(/* @vite-ignore */ join(folder, id, 'index.mjs'))) as { handler: unknown };
      expect(module.handler).toBeTypeOf('function');
    },
  );
});
