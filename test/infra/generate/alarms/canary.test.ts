import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canaryTable, cases, rolledBack, verdictOf, volumes } from '#infra/generate/alarms/simulate-canary.ts';

const decision = resolve(import.meta.dirname, '../../../../docs/decisions/0073-alarms-and-canaries.md');

/** Of a hundred deployments, those that have to be rolled back: at least and at most. */
function bounds({ oldFails, newFails }: (typeof cases)[number], volume: number): [least: number, most: number] {
  const verdict = verdictOf({ oldFails, newFails });
  if (verdict === 'better') return [0, 0];
  if (verdict === 'alike') return [0, 5];
  if (volume >= 1000) return [95, 100];
  if (newFails - oldFails === 100) return [90, 100];
  // The new version gets fifty requests in all, or five.
  return volume >= 100 && newFails >= 10 ? [80, 100] : [0, 100];
}

describe.each(cases)('a deployment from a version that fails $oldFails % to one that fails $newFails %', (one) => {
  it.each(volumes)(`is rolled back only if the new one is worse, at %i requests a minute`, (volume) => {
    const [least, most] = bounds(one, volume);
    const percent = rolledBack({ oldFails: one.oldFails / 100, newFails: one.newFails / 100 }, volume);
    expect(percent).toBeGreaterThanOrEqual(least);
    expect(percent).toBeLessThanOrEqual(most);
  });
});

it('stands in the decision as it is simulated: npm run generate writes it', async () => {
  await expect(readFile(decision, 'utf8')).resolves.toContain(canaryTable());
});
