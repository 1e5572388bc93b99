import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { packedDocument } from '#infra/cloud/bundle/packed-document.ts';
import { withoutRehearsalModel } from '#infra/cloud/bundle/without-rehearsal-model.ts';
import { withoutZodLocales } from '#infra/cloud/bundle/without-zod-locales.ts';
import { NOTICES_FILE, thirdPartyNotices } from '#infra/text/third-party-notices.ts';
import { functionFile, type ManifestRow } from '#shared/manifest/manifest-row.ts';

export interface Bundle {
  id: string;
  /** The folder with the function's code. The entry is `index.mjs`. */
  folder: string;
  /** Of all code in it. */
  bytes: number;
  /** The bundled files, relative to the project root. */
  inputs: string[];
  /** The largest packages in it, largest first. */
  heaviest: Array<{ name: string; bytes: number }>;
}

interface BundleOptions {
  /** Whether the stage asks for the rehearsal model. */
  hasRehearsalModel?: boolean | undefined;
  /** Writes a map beside each file, which it does not change. Deployed bundles have none. */
  hasSourceMaps?: boolean | undefined;
}

const PROJECT_ROOT = resolve(import.meta.dirname, '../../..');
// One place for all bundles, wherever they are written to: maps tell the way to the sources, and name the chunks.
const OUTPUT = join(PROJECT_ROOT, 'dist');
// Some dependencies are CommonJS and `require` Node's modules. ES modules have no `require`.
const REQUIRE_BANNER = "const require=process.getBuiltinModule('module').createRequire(import.meta.url);";

const UNREACHED_IN_LAMBDA = [
  // Credential sources that the SDK tries only without credentials in the environment, which Lambda always sets.
  ...['ini', 'login', 'process', 'sso', 'web-identity'].map((source) => `@aws-sdk/credential-provider-${source}`),
  // Reads the name of a browser, for the SDK in a page.
  'bowser',
];

/**
 * Bundles every function into its own folder, which CDK deploys unchanged. esbuild cannot tree-shake modules that any function of
 * a run imports dynamically: secrets and language models. Functions without them are a quarter smaller in a run of their own.
 * A function that asks a language model has one to itself, and the model's code in files of their own, which it loads when it
 * first asks: two thirds of its code, which the first request to the table does not wait for.
 */
export async function bundleFunctions(
  rows: readonly ManifestRow[],
  outFolder: string,
  options: BundleOptions = {},
): Promise<Bundle[]> {
  await rm(outFolder, { recursive: true, force: true });
  const asking = rows.filter((row) => hasUse(row, 'language-model'));
  const others = rows.filter((row) => !asking.includes(row));
  const runs = [others.filter((row) => hasUse(row, 'secret')), others.filter((row) => !hasUse(row, 'secret'))];
  const metafiles = await Promise.all([
    ...runs.filter((run) => run.length > 0).map((run) => bundleRun(run, outFolder, options)),
    ...asking.map((row) => bundleRun([row], outFolder, { ...options, chunksOf: row.id })),
  ]);
  const outputs = Object.fromEntries(metafiles.flatMap((metafile) => Object.entries(metafile.outputs)));
  const bundles = rows.map((row) => describeBundle(row, outFolder, outputs));
  await Promise.all(bundles.map(writeNotices));
  return bundles;
}

/** Beside the code, which does not grow: a cold start loads the code only. */
async function writeNotices({ folder, inputs }: Bundle): Promise<void> {
  await writeFile(join(folder, NOTICES_FILE), await thirdPartyNotices(inputs, PROJECT_ROOT));
}

const hasUse = ({ uses }: ManifestRow, kind: 'language-model' | 'secret') =>
  uses.some((use) => use.startsWith(`${kind}:`));

async function bundleRun(
  rows: readonly ManifestRow[],
  outFolder: string,
  { hasRehearsalModel = false, hasSourceMaps = false, chunksOf }: BundleOptions & { chunksOf?: string },
): Promise<Metafile> {
  const { metafile, outputFiles } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: rows.map((row) => ({ in: functionFile(row), out: `${row.id}/index` })),
    outdir: OUTPUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    ...(chunksOf !== undefined && { splitting: true, chunkNames: `${chunksOf}/[name]-[hash]` }),
    platform: 'node',
    target: 'node24',
    // Only ES module builds of packages can be tree-shaken.
    mainFields: ['module', 'main'],
    minify: true,
    charset: 'utf8',
    external: UNREACHED_IN_LAMBDA,
    // Also for bundles without maps: the names of chunks depend on them.
    sourcemap: 'external',
    sourcesContent: false,
    legalComments: 'none',
    banner: { js: REQUIRE_BANNER },
    plugins: [withoutZodLocales, packedDocument, ...(hasRehearsalModel ? [] : [withoutRehearsalModel])],
    metafile: true,
    logLevel: 'warning',
    write: false,
  });
  for (const { path, contents } of outputFiles) {
    if (!hasSourceMaps && path.endsWith('.map')) continue;
    const file = join(outFolder, relative(OUTPUT, path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
  return metafile;
}

function describeBundle(row: ManifestRow, outFolder: string, outputs: Metafile['outputs']): Bundle {
  const files = Object.entries(outputs).filter(([path]) => path.startsWith(`dist/${row.id}/`) && path.endsWith('.mjs'));
  if (!files.some(([, { entryPoint }]) => entryPoint === functionFile(row)))
    throw new Error(`${row.id} was not bundled`);
  const inputs = files.flatMap(([, file]) => Object.entries(file.inputs));
  const packages = new Map<string, number>();
  for (const [path, { bytesInOutput }] of inputs) {
    const name = packageOf(path);
    packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  const heaviest = [...packages].map(([name, bytes]) => ({ name, bytes }));
  return {
    id: row.id,
    folder: join(outFolder, row.id),
    bytes: files.reduce((sum, [, { bytes }]) => sum + bytes, 0),
    inputs: inputs.map(([path]) => path),
    heaviest: heaviest.toSorted((one, other) => other.bytes - one.bytes).slice(0, 3),
  };
}

function packageOf(path: string): string {
  return /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'our own';
}
