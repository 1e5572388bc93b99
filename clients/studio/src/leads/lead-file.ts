import type { Columns } from '../../../imports/src/columns.ts';
import { FileProblem, type FileRow, type ImportFile } from '../../../imports/src/import-file.ts';
import { countryOfRow } from '../../../imports/src/lead-rows.ts';
import { openTable, type Table } from '../../../imports/src/table.ts';
import { readTypedNumber } from '../../../imports/src/typed-number.ts';

/** A file of leads, in the memory of the page. */
export interface LeadFile {
  name: string;
  format: Table['format'];
  heading: string[];
  rows: FileRow[];
}

/** Reads the rows of a file as `ringback leads import` does. @throws FileProblem */
export async function readLeadFile(file: ImportFile, name: string): Promise<LeadFile> {
  const { format, heading, rows } = await openTable(file);
  const all: FileRow[] = [];
  for await (const row of rows) all.push(row);
  if (all.length === 0) throw new FileProblem('The file has a heading and no rows.');
  return { name, format, heading, rows: all };
}

/** The columns that become variables of the leads. */
export const variableColumns = ({ heading, variables }: Pick<Columns, 'heading' | 'variables'>): string[] =>
  variables.map((index) => heading[index] ?? '');

/** How the number of a row is understood, or why it is refused. */
export function numberOfRow(columns: Columns, cells: readonly string[], country: string | undefined): string {
  const number = readTypedNumber(cells[columns.phone] ?? '', countryOfRow(columns, cells, country));
  return 'shown' in number ? number.shown : number.refused;
}
