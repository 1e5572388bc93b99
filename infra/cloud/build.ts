import { resolve } from 'node:path';
import Table from 'cli-table3';
import { bundleFunctions } from '#infra/cloud/bundle/bundle-functions.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(0)} KB`;

const startedAt = performance.now();
const bundles = await bundleFunctions(manifest, resolve(import.meta.dirname, '../../dist'));
const table = new Table({
  head: ['function', 'size', 'heaviest in it'],
  colAligns: ['left', 'right', 'left'],
  chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
  style: { head: [], border: [] },
});
for (const { id, bytes, heaviest } of bundles) {
  table.push([id, kilobytes(bytes), heaviest.map((part) => `${part.name} ${kilobytes(part.bytes)}`).join(', ')]);
}
const total = bundles.reduce((sum, bundle) => sum + bundle.bytes, 0);
console.log(table.toString());
console.log(
  `${bundles.length} functions, ${kilobytes(total)}, in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
);
