import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

it('shares no code with the service whose carrier it plays', () => {
  const files = globSync('infra/simulators/twilio/**/*.ts');
  expect(files.length).toBeGreaterThan(0);
  const imports = files
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/from '([^']+)'/g)])
    .map(([, from]) => from);
  expect(imports.filter((from) => /^#(shared|functions|test)\//.test(from ?? ''))).toEqual([]);
});
