import { cellText } from './csv-cells.ts';
import { csvRows } from './csv-rows.ts';
import { type Encoding, formatOf, textOf } from './encoding.ts';
import { FileProblem, type FileRow, type ImportFile } from './import-file.ts';
import { xlsxRows } from './xlsx-rows.ts';

/** The rows of a file, without those that are empty. */
export interface Table {
  /** As what the file was read. */
  format: Encoding | 'xlsx';
  heading: string[];
  rows: AsyncGenerator<FileRow>;
  /** The part of the file that was read, from 0 to 1. */
  progress: () => number;
}

export interface OpenOptions {
  /** Name or number of the sheet of a workbook. */
  sheet?: string | undefined;
  /** The heading of a file whose first row is not one. */
  headingFor?: ((first: readonly string[]) => string[] | undefined) | undefined;
}

/** Opens a CSV file or a workbook. @throws FileProblem, also while the rows are read */
export async function openTable(file: ImportFile, { sheet, headingFor }: OpenOptions = {}): Promise<Table> {
  const format = await formatOf(file);
  if (format.kind === 'text' && sheet !== undefined) {
    throw new FileProblem('The file is not a workbook of Excel (.xlsx), so it has no sheets.');
  }
  let read = 0;
  const counted: ImportFile = {
    size: file.size,
    async *open() {
      for await (const chunk of file.open()) {
        read += chunk.length;
        yield chunk;
      }
    },
  };
  const isText = format.kind === 'text';
  const all = isText ? csvRows(textOf(counted, format.encoding)) : await xlsxRows(counted, sheet);
  const rows = filled(all);
  const first = await rows.next();
  if (first.done) throw new FileProblem('The file is empty.');
  const heading = headingFor?.(first.value.cells);
  return {
    format: isText ? format.encoding : 'xlsx',
    heading: heading ?? first.value.cells,
    rows: heading === undefined ? rows : withFirst(first.value, rows),
    progress: () => (file.size === 0 ? 1 : Math.min(1, read / file.size)),
  };
}

async function* filled(rows: AsyncIterable<FileRow> | Iterable<FileRow>): AsyncGenerator<FileRow> {
  for await (const { line, cells } of rows) {
    const texts = cells.map(cellText);
    if (texts.some((text) => text !== '')) yield { line, cells: texts };
  }
}

async function* withFirst(first: FileRow, others: AsyncGenerator<FileRow>): AsyncGenerator<FileRow> {
  yield first;
  yield* others;
}
