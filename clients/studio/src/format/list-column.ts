import type { CsvColumn } from './csv.ts';

/** A column of a list, and of its file. */
export interface ListColumn<Row> {
  title: string;
  /** The value in a CSV file, and in the list if it has no other cell. A column without it is not exported. */
  text?: (row: Row) => string;
  /** The heading of a CSV file, where it has to name a unit. */
  csvTitle?: string;
  /** For figures: the cell is aligned at its end. */
  end?: boolean;
  /** On a narrow screen the cell has no title. */
  bare?: boolean;
}

/** The columns of a list as those of a file. */
export const csvColumns = <Row>(columns: ReadonlyArray<ListColumn<Row>>): Array<CsvColumn<Row>> =>
  columns.flatMap(({ title, csvTitle = title, text }) => (text === undefined ? [] : [{ title: csvTitle, text }]));
