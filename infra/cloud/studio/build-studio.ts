import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { NOTICES_FILE, thirdPartyNotices } from '#infra/text/third-party-notices.ts';

const root = resolve(import.meta.dirname, '../../..');
const WIDGET = join(root, 'clients/widget/dist');
const STUDIO = join(root, 'clients/studio');
const BUILDS = join(root, 'node_modules/.cache/ringback-studio');
/** Everything that ends up in the bundle, and what decides how. */
const SOURCES = [
  'clients/studio/{index.html,vite.config.ts,package.json}',
  'clients/studio/{src,public}/**/*.*',
  'clients/typescript/dist/*.js',
  'clients/widget/dist/*.{js,txt}',
  'infra/cloud/studio/build-studio.ts',
  'infra/text/{third-party-notices,licence-texts}.ts',
  'package-lock.json',
];
/** Builds of other branches are kept for a while: a checkout back costs nothing then. */
const KEPT_MS = 7 * 24 * 3600_000;

/**
 * The folder with the studio's static files, built anew only when a source has changed: its name is the hash of the
 * sources. Two processes that build at once make the same folder, and the second one drops its own.
 */
export async function buildStudio(): Promise<string> {
  const folder = join(BUILDS, await hashOfSources());
  if (existsSync(join(folder, 'index.html'))) return folder;
  // Loaded only here: a start with a fresh build does without Vite.
  const { build } = await import('vite');
  const draft = await draftFolder();
  try {
    await build({
      configFile: join(STUDIO, 'vite.config.ts'),
      configLoader: 'native',
      logLevel: 'error',
      build: { outDir: draft },
      plugins: [noticesOf(draft)],
    });
    // What other pages embed comes from the same place.
    await cp(WIDGET, join(draft, 'widget'), { recursive: true, filter: (file) => !file.endsWith('.d.ts') });
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(join(folder, 'index.html'))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  await removeOldBuilds(folder);
  return folder;
}

/** Writes the licences of the modules and of the fonts that are in the build. */
function noticesOf(folder: string): Plugin {
  return {
    name: 'third-party-notices',
    async writeBundle(_, files) {
      const assets = Object.values(files).flatMap((file) => (file.type === 'asset' ? file.originalFileNames : []));
      const inputs = [...this.getModuleIds(), ...assets.map((file) => resolve(STUDIO, file))];
      await writeFile(join(folder, NOTICES_FILE), await thirdPartyNotices(inputs, root));
    },
  };
}

async function draftFolder(): Promise<string> {
  await mkdir(BUILDS, { recursive: true });
  return mkdtemp(join(BUILDS, 'draft-'));
}

async function hashOfSources(): Promise<string> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  const hash = createHash('sha256');
  for (const [index, content] of (await Promise.all(files.map((file) => readFile(join(root, file))))).entries()) {
    hash.update(`${files[index] ?? ''}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
}

async function removeOldBuilds(kept: string): Promise<void> {
  for (const name of await readdir(BUILDS)) {
    const folder = join(BUILDS, name);
    const age = Date.now() - (await stat(folder).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (folder !== kept && age > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}
