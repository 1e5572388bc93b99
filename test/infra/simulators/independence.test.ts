import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, it } from 'vitest';
import simulators from '#infra/simulators/package.json' with { type: 'json' };

it('imports itself, Node and what its own package declares, and no code of the service whose carrier it plays', () => {
  const files = globSync('infra/simulators/**/*.ts');
  expect(files.length).toBeGreaterThan(50);
  const imports = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([^']+)'/g)]);
  const packages = imports
    .map(([, from = '']) => from)
    .filter((from) => !isBuiltin(from) && !/^(?:\.\/|#(?:line|openai|twilio)\/)/.test(from))
    .map((from) => from.split('/')[0] ?? '');
  expect([...new Set(packages)].toSorted()).toEqual(Object.keys(simulators.devDependencies).toSorted());
});
