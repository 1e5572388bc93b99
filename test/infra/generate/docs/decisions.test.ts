import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../../../../docs/decisions');
const read = (file: string) => readFileSync(resolve(folder, file), 'utf8');
const records = readdirSync(folder).filter((file) => /^\d{4}-/.test(file));
/** The lines above the first section: title, status, date and amendments. */
const headOf = (file: string) => read(file).split('\n## ')[0] ?? '';
const linksOf = (text: string) => [...text.matchAll(/\]\((\d{4}-[\w-]+\.md)/g)].map(([, target = '']) => target);

describe('the decision records', () => {
  it('link back from each record that another one names in its head', () => {
    const links = records.flatMap((from) => linksOf(headOf(from)).map((to) => ({ from, to })));
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter(({ from, to }) => !linksOf(read(to)).includes(from))).toEqual([]);
  });

  it('have one file for each number, and none for a number that was merged', () => {
    const numbers = records.map((file) => file.slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
    const merged = [...read('README.md').matchAll(/^\| (\d{4}) +\|/gm)].map(([, number = '']) => number);
    expect(merged.length).toBeGreaterThan(10);
    expect(merged.filter((number) => numbers.includes(number))).toEqual([]);
  });
});
