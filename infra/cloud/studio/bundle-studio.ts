import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildStudio } from '#infra/cloud/studio/build-studio.ts';

const ENTRY = resolve(import.meta.dirname, 'serve-studio.ts');

/** Writes the function that serves the studio, and the studio's files beside it. */
export async function bundleStudio(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await build({
    entryPoints: [ENTRY],
    outfile: join(folder, 'index.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minify: true,
  });
  await cp(await buildStudio(), join(folder, 'files'), { recursive: true });
}
