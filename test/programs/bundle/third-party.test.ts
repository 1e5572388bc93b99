import { globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { build as buildPage, type Rollup } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleFunctions, type Bundle } from '#infra/cloud/bundle/bundle-functions.ts';
import { buildStudio } from '#infra/cloud/studio/build-studio.ts';
import { NOTICES_FILE } from '#infra/text/third-party-notices.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { patience } from '#test/support/patience.ts';

const root = resolve(import.meta.dirname, '../../..');
let folder: string;
let bundles: Bundle[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notices-'));
  bundles = await bundleFunctions(manifest, folder);
}, patience(240_000));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The folders of the packages of some modules, by a way of its own. */
function packagesOf(modules: readonly string[]): string[] {
  const folders = modules.flatMap((path) => {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0) return [];
    const parts = path.slice(at + 'node_modules/'.length).split('/');
    return path.slice(0, at) + ['node_modules', ...parts.slice(0, parts[0]!.startsWith('@') ? 2 : 1)].join('/');
  });
  return [...new Set(folders)];
}

/** What is missing in the notices: packages, and the lines of their own licences. */
function missingIn(notices: string, modules: readonly string[]): string[] {
  return packagesOf(modules).flatMap((path) => {
    const place = resolve(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    const files = readdirSync(place).filter((file) => /^(?:licen[sc]e|notice)(?:\.\w+)?$/i.test(file));
    const lines = files.flatMap((file) => readFileSync(join(place, file), 'utf8').split(/\r?\n/));
    const wanted = [`${name} ${version} (${license})`, ...lines.map((line) => line.trim())];
    return wanted.filter((line) => !notices.includes(line)).map((line) => `${name}: ${line}`);
  });
}

describe('the notices in the code of', () => {
  it.each(manifest)('$id are those of its packages, and nothing loads them', async ({ id }) => {
    const { folder: place, inputs } = bundles.find((bundle) => bundle.id === id)!;
    const notices = await readFile(join(place, NOTICES_FILE), 'utf8');
    expect(packagesOf(inputs).length).toBeGreaterThan(0);
    expect(missingIn(notices, inputs)).toEqual([]);
    const named = notices.match(/^\S+ \d\S* \([^)]+\)$/gm) ?? [];
    expect(new Set(named).size).toBe(named.length);
    expect(named.length).toBeLessThanOrEqual(packagesOf(inputs).length);
    const code = globSync('*.mjs', { cwd: place }).map((file) => readFileSync(join(place, file), 'utf8'));
    expect(code.filter((text) => text.includes(NOTICES_FILE))).toEqual([]);
  });

  it('the widget are those of its packages', async () => {
    const { metafile } = await build({
      entryPoints: globSync('clients/widget/src/{widget,web-call,twilio-call}.ts', { cwd: root }),
      absWorkingDir: root,
      outdir: folder,
      bundle: true,
      metafile: true,
      write: false,
    });
    const notices = await readFile(join(root, 'clients/widget/dist', NOTICES_FILE), 'utf8');
    expect(missingIn(notices, Object.keys(metafile.inputs))).toEqual([]);
    expect(notices).toMatch(/^@twilio\/voice-sdk /m);
  });

  it('the studio are those of its modules, with its font and its icons', async () => {
    const built = (await buildPage({
      configFile: join(root, 'clients/studio/vite.config.ts'),
      configLoader: 'native',
      logLevel: 'error',
      build: { write: false },
    })) as Rollup.RollupOutput;
    const modules = built.output.flatMap((one) =>
      one.type === 'chunk' ? one.moduleIds : one.originalFileNames.map((file) => resolve(root, 'clients/studio', file)),
    );
    const place = await buildStudio();
    const notices = await readFile(join(place, NOTICES_FILE), 'utf8');
    expect(missingIn(notices, modules)).toEqual([]);
    for (const name of ['preact', 'uplot', 'lucide-preact', '@fontsource-variable/inter', 'hucre']) {
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'));
    }
    expect(await readFile(join(place, 'widget', NOTICES_FILE), 'utf8')).toMatch(/^@twilio\/voice-sdk /m);
  }, 240_000);

  it('the packages of clients are none: they contain no code of others', () => {
    const files = globSync('clients/{cli,mcp,typescript}/dist/*.js', { cwd: root });
    expect(files.length).toBeGreaterThan(3);
    // esbuild names the file of each part.
    expect(files.filter((file) => readFileSync(join(root, file), 'utf8').includes('// node_modules/'))).toEqual([]);
  });
});
