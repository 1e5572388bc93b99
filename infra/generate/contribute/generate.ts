import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { generatedFiles } from '#infra/generate/contribute/generated-files.ts';

// `npm run generate` writes every generated file; with `--check` it names those that are out of date and exits with 1.
const root = resolve(import.meta.dirname, '../../..');
const { check = false } = new Command('npm run generate --')
  .description(
    'Writes every generated file: OpenAPI, clients, and what pages have of settings, costs, capacity and alarms.',
  )
  .option('--check', 'write nothing; name the files that are out of date and exit with 1')
  .allowExcessArguments(false)
  .parse()
  .opts();
const stale: string[] = [];

for (const { path, render } of generatedFiles) {
  const [now, wanted] = await Promise.all([readFile(resolve(root, path), 'utf8').catch(() => ''), render()]);
  if (now === wanted) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(resolve(root, path)), { recursive: true });
  await writeFile(resolve(root, path), wanted);
}

if (check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? 'Every generated file is up to date.' : `Written: ${stale.join(', ')}`);
}
