import { LINE, REASON } from './columns.ts';
import { csvCell } from './csv-cells.ts';
import type { RefusedRow } from './import-file.ts';

const isAdded = (name: string) => name === REASON || name === LINE;

/** How refused rows are written: the cells of the file, its line, and why. Correct them, and import that file. */
export function refusedRowWriter(heading: readonly string[]) {
  const kept = heading.map((name, index) => ({ name, index })).filter(({ name }) => !isAdded(name));
  return {
    heading: csvLine([...kept.map(({ name }) => name), LINE, REASON]),
    /**
     * Cells are kept as they were, the plus of a number included, and those that have no heading behind the others. What a
     * spreadsheet would run gets an apostrophe, which the import takes away.
     */
    row: ({ line, cells, reason }: RefusedRow): string =>
      csvLine([...kept.map(({ index }) => cells[index] ?? ''), String(line), reason, ...cells.slice(heading.length)]),
  };
}

/** Refused rows as a file, in the order of the file that was imported. */
export function refusedFile(heading: readonly string[], refused: readonly RefusedRow[]): string {
  const writer = refusedRowWriter(heading);
  const rows = refused.toSorted((one, other) => one.line - other.line);
  return [writer.heading, ...rows.map(writer.row)].join('');
}

const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\n`;
