import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { packedDocument } from '#infra/bundle/packed-document.ts';
import { withoutRehearsalModel } from '#infra/bundle/without-rehearsal-model.ts';
import { withoutZodLocales } from '#infra/bundle/without-zod-locales.ts';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';

export interface Bundle {
  id: string;
  /** The folder with the function's code. The entry is `index.mjs`. */
  folder: string;
  bytes: number;
  /** The bundled files, relative to the project root. */
  inputs: string[];
  /** The largest packages in it, largest first. */
  heaviest: Array<{ name: string; bytes: number }>;
}

interface BundleOptions {
  /** Whether the stage asks for the rehearsal model. */
  hasRehearsalModel?: boolean | undefined;
  /** Writes `index.mjs.map` beside each bundle, which it does not change. Deployed bundles have none. */
  hasSourceMaps?: boolean | undefined;
}

const PROJECT_ROOT = resolve(import.meta.dirname, '../..');
// Some dependencies are CommonJS and `require` Node's modules. ES modules have no `require`.
const REQUIRE_BANNER =
  "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);";

// Credential sources that the SDK tries only without credentials in the environment, which Lambda always sets.
const UNREACHED_IN_LAMBDA = ['ini', 'login', 'process', 'sso', 'web-identity'].map(
  (source) => `@aws-sdk/credential-provider-${source}`,
);

/**
 * Bundles every function into its own folder, which CDK deploys unchanged. In two runs of esbuild: it cannot tree-shake modules
 * that any function of a run imports dynamically. Secrets and language models are imported dynamically, so that functions
 * without them are a quarter smaller in a run of their own.
 */
export async function bundleFunctions(
  rows: readonly ManifestRow[],
  outFolder: string,
  options: BundleOptions = {},
): Promise<Bundle[]> {
  await rm(outFolder, { recursive: true, force: true });
  const importsLater = ({ uses }: ManifestRow) => uses.some((use) => /^(?:secret|language-model):/.test(use));
  const runs = [rows.filter(importsLater), rows.filter((row) => !importsLater(row))];
  const metafiles = await Promise.all(
    runs.filter((run) => run.length > 0).map((run) => bundleRun(run, outFolder, options)),
  );
  const outputs = Object.fromEntries(metafiles.flatMap((metafile) => Object.entries(metafile.outputs)));
  return rows.map((row) => describeBundle(row, outFolder, outputs));
}

async function bundleRun(
  rows: readonly ManifestRow[],
  outFolder: string,
  { hasRehearsalModel = false, hasSourceMaps = false }: BundleOptions,
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: rows.map((row) => ({ in: functionFile(row), out: `${row.id}/index` })),
    outdir: outFolder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Only ES module builds of packages can be tree-shaken.
    mainFields: ['module', 'main'],
    minify: true,
    external: UNREACHED_IN_LAMBDA,
    sourcemap: hasSourceMaps && 'external',
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: REQUIRE_BANNER },
    plugins: [withoutZodLocales, packedDocument, ...(hasRehearsalModel ? [] : [withoutRehearsalModel])],
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

function describeBundle(row: ManifestRow, outFolder: string, outputs: Metafile['outputs']): Bundle {
  const output = Object.values(outputs).find((candidate) => candidate.entryPoint === functionFile(row));
  if (!output) throw new Error(`${row.id} was not bundled`);
  const packages = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const name = packageOf(path);
    packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  const heaviest = [...packages].map(([name, bytes]) => ({ name, bytes }));
  return {
    id: row.id,
    folder: join(outFolder, row.id),
    bytes: output.bytes,
    inputs: Object.keys(output.inputs),
    heaviest: heaviest.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3),
  };
}

function packageOf(path: string): string {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'our own';
}
