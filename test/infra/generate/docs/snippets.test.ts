import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { listSnippets, type Snippet } from '#test/support/snippets.ts';

const snippets = listSnippets();
const inLanguage = (language: string) => snippets.filter((one) => one.language === language);

/** A diagram, a list of files, and what a program prints: nothing runs them. */
const SHOWN_ONLY = ['mermaid', 'text'];

/** What a snippet computes need not be used in it. */
const settings = JSON.stringify({
  extends: '../../tsconfig.json',
  compilerOptions: { noUnusedLocals: false },
  include: ['*.ts'],
});

/** What a page leaves to its reader. */
const GIVEN: Record<string, string> = {
  'docs/webhooks.md':
    'declare const secret: string; declare const rawBody: string; declare const headers: Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>;',
};

/** The words in which a command stands for what its reader fills in. */
const withoutGaps = (text: string) => text.replaceAll(/<[\w /-]+>/g, 'gap').replaceAll('…', 'gap');

describe('the code blocks of the documentation', () => {
  it('have a language that is checked here', () => {
    const known = ['sh', 'json', 'ts', 'python', 'yaml', 'html', ...SHOWN_ONLY];
    expect(snippets.filter(({ language }) => !known.includes(language))).toEqual([]);
    expect(snippets.length).toBeGreaterThan(60);
  });

  it.each(inLanguage('sh'))('$page:$line is a script that bash reads', ({ text }) => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: withoutGaps(text), encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('wait for a restore as long as it takes: the waiter of the command line stops after 500 seconds', () => {
    const text = inLanguage('sh').map((one) => one.text);
    expect(text.filter((one) => one.includes('dynamodb wait table-exists'))).toEqual([]);
    const restores = text.filter((one) => one.includes('aws dynamodb restore-table'));
    expect(restores).toHaveLength(2);
    for (const one of restores) expect(one).toMatch(/restore-table[^]*\nuntil \[ "\$\(table_status\b.* = ACTIVE \]/);
  });

  it('delete no backup in the block that restores it, so that the reader can look at the table between', () => {
    const text = inLanguage('sh').map((one) => one.text);
    expect(text.some((one) => one.includes('delete-backup'))).toBe(true);
    const both = text.filter((one) => one.includes('delete-backup') && one.includes('restore-table-from-backup'));
    expect(both).toEqual([]);
  });

  it.each(inLanguage('json'))('$page:$line is JSON', ({ text }) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  it.each(inLanguage('html'))('$page:$line is HTML whose elements are closed', ({ text }) => {
    expect(XMLValidator.validate(`<body>${text}</body>`)).toBe(true);
  });

  it.each(inLanguage('yaml'))('$page:$line is YAML', ({ text }) => {
    expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).toEqual([]);
  });

  it.each(inLanguage('python'))('$page:$line is Python', ({ text }) => {
    const { status, stderr } = spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
      input: text,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
  });

  it('in TypeScript have the types of the packages that they use', () => {
    const folder = mkdtempSync(join('test', '.snippets-'));
    try {
      for (const snippet of inLanguage('ts')) writeFileSync(join(folder, fileOf(snippet)), moduleOf(snippet));
      writeFileSync(join(folder, 'tsconfig.json'), settings);
      const { status, stdout } = spawnSync('tsc', ['-p', folder], { encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, '']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function fileOf({ page, line }: Snippet): string {
  return `${page.replaceAll(/\W/g, '_')}_${line}.ts`;
}

function moduleOf({ page, text }: Snippet): string {
  return `${text}\nexport {};\n${GIVEN[page] ?? ''}\n`;
}
