import { resolve } from 'node:path';
import { build } from 'esbuild';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';

const root = resolve(import.meta.dirname, '../../..');

/** Which of `environment`'s readers each function can reach, by what is left of our code when it is bundled. */
export async function environmentReaders(rows: readonly ManifestRow[]): Promise<Map<string, string[]>> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: rows.map((row) => ({ in: functionFile(row), out: row.id })),
    outdir: root,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    write: false,
  });
  return new Map(rows.map((row, index) => [row.id, readersIn(outputFiles[index]?.text ?? '')]));
}

const readersIn = (code: string): string[] => [
  ...new Set([...code.matchAll(/\benvironment\d*\.(\w+)/g)].map(([, reader]) => String(reader))),
];
