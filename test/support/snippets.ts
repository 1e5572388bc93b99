import { globSync, readFileSync } from 'node:fs';

/** A code block of a page. */
export interface Snippet {
  page: string;
  /** Of the opening fence. */
  line: number;
  language: string;
  text: string;
}

const PAGES = [
  '*.md',
  'docs/**/*.md',
  'infra/local/**/*.md',
  'shared/**/*.md',
  'test/{api,bench,chaos,rehearsals}/*.md',
];

/** Every code block of the documentation. */
export function listSnippets(): Snippet[] {
  return globSync(PAGES, { exclude: ['**/node_modules/**'] })
    .toSorted()
    .flatMap((page) => snippetsOf(page, readFileSync(page, 'utf8')));
}

function snippetsOf(page: string, text: string): Snippet[] {
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map((match) => ({
    page,
    line: text.slice(0, match.index).split('\n').length,
    language: match[1] ?? '',
    text: match[2] ?? '',
  }));
}
