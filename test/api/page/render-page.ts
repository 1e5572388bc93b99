import { heldElsewhere } from '#test/api/held-elsewhere.ts';
import { tables, type ContractTable } from '#test/api/tables.ts';

export const PAGE = 'test/api/README.md';

/** The page that says which sentence of the contract is held by which test. */
export function renderPage(): string {
  const rows = tables.reduce((sum, table) => sum + table.rows.length, 0);
  return [
    '# The contract, sentence by sentence',
    `Written by \`npm run generate\` from the tables in [rows](rows); a test fails when it is stale. Each of the ${rows} sentences is asked of a running stack over HTTP by [contract.test.ts](contract.test.ts), and its test has its name:`,
    '```sh\nnpx vitest run test/api/ -t "A call is started"\n```',
    '«From» names the heading of the contract, or the section of the decisions on what it leaves open.',
    ...tables.flatMap(renderTable),
    '## What one request cannot show',
    markdownTable(
      ['sentence', 'from', 'test'],
      heldElsewhere.map(({ sentence, from, test }) => [sentence, from, `[${test}](../../${test})`]),
    ),
  ]
    .join('\n\n')
    .concat('\n');
}

function renderTable({ title, file, rows }: ContractTable): string[] {
  const held = rows.map(({ sentence, endpoint, status, from }) => [sentence, `\`${endpoint}\``, String(status), from]);
  return [
    `## ${title}`,
    `[rows/${file}.ts](rows/${file}.ts)`,
    markdownTable(['sentence', 'endpoint', 'answer', 'from'], held),
  ];
}

function markdownTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Pipes end a cell, and what looks like markup is meant as it stands. */
function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('__', '\\_\\_');
}
