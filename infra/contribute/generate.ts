import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { generatedFiles } from '#infra/contribute/generated-files.ts';

// `npm run generate` writes every generated file; with `--check` it names those that are out of date and exits with 1.
const root = resolve(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
const stale: string[] = [];

for (const { path, render } of generatedFiles) {
  const [now, wanted] = await Promise.all([readFile(resolve(root, path), 'utf8').catch(() => ''), render()]);
  if (now === wanted) continue;
  stale.push(path);
  if (values.check) continue;
  await mkdir(dirname(resolve(root, path)), { recursive: true });
  await writeFile(resolve(root, path), wanted);
}

if (values.check && stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\`.`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? 'Every generated file is up to date.' : `Written: ${stale.join(', ')}`);
}
