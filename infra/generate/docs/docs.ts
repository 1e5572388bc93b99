import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { writeSite } from '#infra/generate/docs/site/write-site.ts';

const { build = false, port } = new Command('npm run docs --')
  .description('Builds the docs site from docs/ and shows it. VitePress is installed into .docs at the first run.')
  .option('--build', 'build only, into .docs/dist')
  .option('--port <port>', 'to show it on', '4173')
  .allowExcessArguments(false)
  .parse()
  .opts();

const root = resolve(import.meta.dirname, '../../..');
const folder = join(root, '.docs');

await install();
const pages = await writeSite(root, folder);
// It fails for a link to a page that does not exist.
run(['build']);
process.stdout.write(`${pages.length} pages in .docs/dist\n`);
if (!build) run(['preview', '--port', port]);

/**
 * The packages of the site are not those of the project: 102 MB that only this command needs. `npm install` takes the
 * versions and hashes of the lockfile, as `npm ci` does, and accepts that it names only some of the optional platforms.
 */
async function install(): Promise<void> {
  const lockfile = join(root, 'docs/site/package-lock.json');
  const stamp = join(folder, 'node_modules/.installed-from.json');
  const [wanted, installed] = await Promise.all([readFile(lockfile, 'utf8'), readFile(stamp, 'utf8').catch(() => '')]);
  if (installed === wanted) return;
  await mkdir(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) await cp(join(root, 'docs/site', file), join(folder, file));
  await cp(join(root, '.npmrc'), join(folder, '.npmrc'));
  execute('npm', ['install', '--no-audit', '--no-fund'], folder);
  await cp(lockfile, stamp);
}

function run(args: string[]): void {
  execute(process.execPath, ['node_modules/vitepress/bin/vitepress.js', ...args], folder);
}

function execute(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
