import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = resolve(import.meta.dirname, '../../../../docs/threats.md');
const rows = readFileSync(page, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (?:asset|-)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the threats', () => {
  it('are some', () => {
    expect(rows.length).toBeGreaterThan(10);
  });

  it.each(rows.map((cells) => ({ cells, name: `${cells[0]}: ${cells[1]}` })))(
    'have an asset, an attacker, a wall, and tests that exist: $name',
    ({ cells }) => {
      expect(cells).toHaveLength(4);
      expect(cells.filter((cell) => cell === '')).toEqual([]);
      const files = [...(cells[3] ?? '').matchAll(/\]\(([^)#]+)\)/g)].map(([, file = '']) => file);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        expect(file).toMatch(/^\.\.\/test\/.+\.test\.ts$/);
        expect(existsSync(resolve(page, '..', file)), file).toBe(true);
      }
    },
  );
});
