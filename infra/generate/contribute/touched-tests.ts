import { globSync, readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';

/** They only collect what others define: a change is not followed through them to everything else. */
const COLLECTIONS = new Set(['shared/container.ts', 'shared/carrier-container.ts', 'shared/manifest/manifest.ts']);

/** Quick tests that hold for every change: the pieces of each function, the API document, links, words, sizes of folders. */
const ALWAYS = [
  'test/infra/manifest.test.ts',
  'test/infra/layout.test.ts',
  'test/infra/carrier-names.test.ts',
  'test/infra/words.test.ts',
  'test/infra/generate/openapi/openapi-document.test.ts',
  'test/infra/generate/docs/operations-pages.test.ts',
];

/** They start the whole service, a browser, CDK or this check: they belong to the full one. */
const FULL_CHECK = /^test\/(?:flows|api|properties|programs|slow\/(?!stores\/))/;

/**
 * The tests that import a changed file, directly or through others, and those that hold for every change. Imports of
 * types alone do not count.
 *
 * @param root the project's folder
 * @param changed paths from the root
 */
export function touchedTests(root: string, changed: readonly string[]): string[] {
  const importers = readImporters(root);
  const reached = new Set<string>();
  const waiting = [...changed];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    if (!COLLECTIONS.has(file)) waiting.push(...(importers.get(file) ?? []));
  }
  const tests = [...reached].filter((file) => /^test\/.*\.test\.ts$/.test(file) && !FULL_CHECK.test(file));
  return [...new Set([...tests, ...ALWAYS])].toSorted();
}

/** For each file, the files that import a value of it. */
function readImporters(root: string): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync('{clients/*/src,functions,shared,infra,test}/**/*.{ts,tsx}', { cwd: root })) {
    const source = readFileSync(resolve(root, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/^(?:import (?!type )|\} from |.*import\()[^'\n]*'([#.][^']+)'/gm)) {
      const target = name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}
