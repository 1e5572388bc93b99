import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** A tale in place of a sentence, each with the field's word. */
const tales: Array<[RegExp, string]> = [
  [/\bmend(s|ed|ing)?\b/i, 'reconcile / fix'],
  [/\borphans\b/i, 'stranded entries'],
  [/\bworn\b/i, 'changed'],
  [/\b(has|had|have|take|takes|took|given|gets?|gave|lose|loses) the word\b/i, 'hold / take / yield the floor'],
  [/\bwhoever\b/i, 'the caller / the worker / any client that …: name the actor'],
  [/\bnobody\b/i, 'no user, no caller; or passive: is not called'],
  [/\bsomebody\b/i, 'another request, another worker: name the actor'],
  [/\beverybody\b/i, 'all users'],
  [/\bso many\b/i, 'a number, a limited number of, at most n'],
  [/\b(is|are|was|were|be|being|been)? ?told of\b/i, 'receives, is notified of'],
  [/\bis none\b/i, 'does not exist; is not one'],
  [/\bthe carrier's own words?\b/i, 'carrier report'],
  [/\b(of|in|run(s)?) call time\b/i, 'call seconds'],
];

/** Of pages, beside the parts that are generated: a riddle in place of a sentence. */
const riddles: Array<[RegExp, string]> = [
  [/\bat once\b/i, 'at the same time; immediately'],
  [/\b(tests?|lint) (holds?|tells?|knows?)\b/i, 'checks, reports'],
  [/^ *```\n\n[a-z]/m, 'a sentence with a subject behind a code block'],
];
const pages = globSync(['*.md', '{docs,infra,test}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules', 'docs/decisions', 'test/bench/reports'],
}).map((file) => {
  const text = readFileSync(resolve(root, file), 'utf8');
  return [file, text.replaceAll(/<!-- ([\w :]+) -->[^]*?<!-- \/\1 -->/g, '')] as const;
});

/** Stored names cannot change without a migration. */
const KEPT = /'nobody'|nobody: \{/g;
/** What is said on the phone. */
const spoken = ['shared/catalog/phrases.json', 'shared/conversations/first-words.json'];
const files = globSync('{clients/*/src,functions,shared,infra,docs}/**/*.{ts,md,json}', { cwd: root }).filter(
  // The facts of a release have the names of its time.
  (file) => !spoken.includes(file) && !file.startsWith('infra/cloud/release/facts/'),
);
const texts = [
  ...files,
  ...globSync('clients/*/README.md', { cwd: root }),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
].map((file) => [file, readFileSync(resolve(root, file), 'utf8').replaceAll(KEPT, '')] as const);

const comments = /\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms;
/** `callSlot` and `call-slot` are a call slot. */
const inWords = (name: string) =>
  name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase();
const sources = texts.filter(([file]) => /^shared\/.*\.ts$/.test(file));
const code = inWords(sources.map(([, text]) => text.replaceAll(comments, '')).join('\n'));

/** The words in the first column of the table in CONTRIBUTING.md. */
function glossary(): string[] {
  const table = readFileSync(resolve(root, 'CONTRIBUTING.md'), 'utf8').split('## Words')[1] ?? '';
  const rows = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].map(([, words = '']) => words);
  return rows.slice(1).flatMap((words) => (/^-+$/.test(words) ? [] : words.replaceAll('`', '').split(', ')));
}

describe('the words of the field', () => {
  it.each(tales)('%s stands nowhere: use %s', (term) => {
    const found = texts.flatMap(([file, text]) =>
      text.split('\n').flatMap((line, index) => (term.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it.each(riddles)('%s is on no page: write %s', (riddle) => {
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.filter(([, text]) => riddle.test(text)).map(([file]) => file)).toEqual([]);
  });

  it.each(glossary())('of the glossary occur in the code of shared: %s', (word) => {
    expect(code).toMatch(new RegExp(String.raw`\b${inWords(word)}s?\b`));
  });
});
