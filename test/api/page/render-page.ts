import { markdownTable } from '#infra/text/markdown-table.ts';
import { heldElsewhere } from '#test/api/held-elsewhere.ts';
import { tables } from '#test/api/tables.ts';

export const PAGE = 'test/api/README.md';

/** The page about the tests of the contract: where its sentences are, and the tests of those that no single request can show. */
export function renderPage(): string {
  const total = tables.reduce((sum, table) => sum + table.rows.length, 0);
  const subjects = tables.map(({ title, file, rows }) => [
    title,
    `[rows/${file}.ts](rows/${file}.ts)`,
    String(new Set(rows.map(({ sentence }) => sentence)).size),
    String(rows.length),
  ]);
  const others = heldElsewhere.map(({ sentence, test }) => [
    sentence.replaceAll('|', '\\|'),
    `[${test}](../../${test})`,
  ]);
  return [
    '# The contract, sentence by sentence',
    `[contract.test.ts](contract.test.ts) sends ${total} requests to a running stack, and checks one sentence of the contract with each. The sentences are in the files of the table. A test has the name of its endpoint and sentence, so this command checks one sentence:`,
    '```sh\nnpx vitest run test/api/ -t "A call is started"\n```',
    markdownTable(['subject', 'file', 'sentences', 'requests'], subjects, [2, 3]),
    '## Other sentences',
    'A single request cannot check these sentences. Each has a test elsewhere.',
    markdownTable(['sentence', 'test'], others),
    '`npm run generate` writes this page, and a test fails if the page is out of date.',
  ]
    .join('\n\n')
    .concat('\n');
}
