import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const sections = read('docs/reading.md').split(/^## /m).slice(1);
/**
 * `from`: the entry points. `through`: the folders and files into which imports are followed. `ends`: files that are not
 * in the list. `closed`: files that are in it, and whose imports are not followed.
 */
const lists = sections.map((section) => ({
  task: section.slice(0, section.indexOf('\n')),
  files: [...section.matchAll(/^\d+\. \[[^\]]+\]\(\.\.\/([^)]+)\)/gm)].map(([, file = '']) => file),
  from: quoted(/^From (`[^\n]+`)\.$/m.exec(section)?.[1]),
  through: quoted(/^Through(?:, types too:)? (`[^\n]+`)\.$/m.exec(section)?.[1]),
  withTypes: section.includes('\nThrough, types too:'),
  closed: quoted(/^Not through (`[^\n]+`), which is named\.$/m.exec(section)?.[1]),
  ends: quoted(/^Ends before (`[^\n]+`)\.$/m.exec(section)?.[1]),
}));

function quoted(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one);
}

/** Files that a newcomer has to read for each task. */
const limits: Record<string, number> = {
  'Make a call': 20,
  'Send an SMS': 8,
  'List calls': 15,
  'Add an assistant setting': 2,
  'Retry a webhook': 10,
  'Run a tool in the middle of a call': 15,
  'Add a second carrier': 22,
  'Why did this call fail': 12,
};

/** What a file imports, for more than types unless `withTypes`. */
function importsOf(file: string, withTypes: boolean): string[] {
  if (!file.endsWith('.ts')) return [];
  const statements = read(file).matchAll(/^import (type )?([^;]*?)from '(#[^']+|\.\/[^']+)';/gm);
  return [...statements].flatMap(([, type, names = '', path = '']) => {
    const values = names.replaceAll(/[{}\s]/g, ' ').split(',');
    const isType = type !== undefined || values.every((name) => /^\s*(type |$)/.test(name));
    if (isType && !withTypes) return [];
    return path.startsWith('#') ? path.slice(1) : posix.join(posix.dirname(file), path);
  });
}

/** The files to which the entry points lead. */
function follow(
  entries: readonly string[],
  { withTypes, closed }: Pick<(typeof lists)[number], 'withTypes' | 'closed'>,
  isFollowed: (file: string) => boolean,
): ReadonlySet<string> {
  const found = new Set(entries);
  for (const file of found) {
    if (closed.includes(file)) continue;
    for (const imported of importsOf(file, withTypes)) if (isFollowed(imported)) found.add(imported);
  }
  return found;
}

describe('the reading lists', () => {
  it('are those of these tasks', () => {
    expect(lists.map(({ task }) => task)).toEqual(Object.keys(limits));
  });

  it.each(lists)('of "$task" has every file to which its entry points lead, and no other', (list) => {
    const { files, from, through, ends, withTypes } = list;
    expect(from.length).toBeGreaterThan(0);
    const isInside = (file: string) => through.includes(file) || through.includes(posix.dirname(file));
    const path = follow(from, list, (file) => isInside(file) && !ends.includes(file));
    expect(files.toSorted()).toEqual([...path].toSorted());
    const known = new Set([...path].flatMap((file) => importsOf(file, withTypes)));
    expect(ends.filter((file) => !known.has(file))).toEqual([]);
  });

  it.each(lists)('of "$task" is within its limit, and folder by folder', ({ task, files }) => {
    expect(files.length).toBeLessThanOrEqual(limits[task] ?? 0);
    const folders = files.map((file) => posix.dirname(file));
    const changes = folders.filter((folder, index) => folder !== folders[index - 1]);
    expect(changes).toEqual([...new Set(folders)]);
  });
});
