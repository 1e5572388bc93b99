import { csvCell } from '../../../imports/src/csv-cells.ts';

/** A column of a file. */
export interface CsvColumn<Row> {
  title: string;
  text: (row: Row) => string;
}

/** By its first character a spreadsheet knows that the file is UTF-8. */
const UTF_8 = '\uFEFF';

/** Rows as a CSV file. What a spreadsheet would run as a formula becomes text. */
export function csvFile<Row>(columns: ReadonlyArray<CsvColumn<Row>>, rows: readonly Row[]): string {
  const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return UTF_8 + lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
