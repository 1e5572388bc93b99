import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const docs = resolve(import.meta.dirname, '../../../docs');
const sections = readFileSync(resolve(docs, 'reading.md'), 'utf8').split(/^## /m).slice(1);
const lists = sections.map((section) => ({
  task: section.slice(0, section.indexOf('\n')),
  files: [...section.matchAll(/^\d+\. \[[^\]]+\]\(([^)]+)\)/gm)].map(([, file = '']) => file),
}));

/** Files that a newcomer has to read for each task. */
const limits: Record<string, number> = {
  'Make a call': 12,
  'Send an SMS': 8,
  'List calls': 10,
  'Add an assistant setting': 2,
  'Retry a webhook': 6,
};

describe('the reading lists', () => {
  it('are those of the five tasks', () => {
    expect(lists.map(({ task }) => task)).toEqual(Object.keys(limits));
  });

  it.each(lists)('name existing files, each once, for "$task", within its limit', ({ task, files }) => {
    expect(files.length).toBeGreaterThan(0);
    expect(files).toEqual([...new Set(files)]);
    expect(files.length).toBeLessThanOrEqual(limits[task] ?? 0);
    expect(files.filter((file) => !existsSync(resolve(docs, file)))).toEqual([]);
  });
});
