import { FileProblem, type FileRow } from '#clients/imports/src/import-file.ts';
import { fileOfPath, isSameFile, openRefusals } from '#clients/imports/src/node-files.ts';
import { type OpenOptions, openTable, type Table } from '#clients/imports/src/table.ts';
import type { ProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { OperatorError } from '#shared/platform/errors.ts';

/** More parallel rows do not make one process faster. */
const ROWS_AT_ONCE = 24;

export interface TableOptions {
  file: string;
  /** Name or number of the sheet of a workbook. */
  sheet?: string | undefined;
  /** File for the refused rows. */
  report?: string | undefined;
}

/** How many rows were refused, and the first of them. */
export interface RefusedRows {
  refused: number;
  rows: Array<{ line: number; reason: string }>;
  format: Table['format'];
}

interface TableImport<Columns> {
  bar: ProgressBar;
  headingFor?: OpenOptions['headingFor'];
  /** @throws FileProblem when a column is missing */
  columnsOf: (heading: readonly string[]) => Columns;
  /** Returns why the row is refused. */
  importRow: (row: FileRow, columns: Columns) => Promise<string | undefined>;
  /** The counts so far. */
  text: () => string;
}

/** Imports the rows of a file, several at the same time. @throws OperatorError when the file cannot be read */
export async function importTable<Columns>(
  { file, sheet, report }: TableOptions,
  { bar, headingFor, columnsOf, importRow, text }: TableImport<Columns>,
): Promise<RefusedRows> {
  try {
    const table = await openTable(await openFile(file), { sheet, headingFor });
    const columns = columnsOf(table.heading);
    if (report !== undefined && (await isSameFile(file, report))) {
      throw new OperatorError(`${report} is the file that is imported: name another one with --report`);
    }
    const refusals = await openRefusals(table.heading, report, { isWanted: true });
    try {
      await inParallel(table.rows, async (row) => {
        const reason = await importRow(row, columns);
        if (reason !== undefined) await refusals.add({ ...row, reason });
        bar.show(table.progress(), `${text()}, ${refusals.count()} refused`);
      });
    } finally {
      bar.clear();
      await refusals.close();
    }
    return { refused: refusals.count(), rows: refusals.first(), format: table.format };
  } catch (error) {
    throw error instanceof FileProblem ? new OperatorError(`${file}: ${error.message}`) : error;
  }
}

async function openFile(path: string) {
  return fileOfPath(path).catch(() => {
    throw new OperatorError(`there is no file ${path}, or it cannot be read`);
  });
}

/** The first failure stops the others. */
async function inParallel(rows: AsyncGenerator<FileRow>, work: (row: FileRow) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  const processNext = async (): Promise<void> => {
    while (failures.length === 0) {
      const next = await rows.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  const workers = Array.from({ length: ROWS_AT_ONCE }, () =>
    processNext().catch((error: unknown) => failures.push(error)),
  );
  await Promise.all(workers);
  await rows.return(undefined);
  if (failures.length > 0) throw failures[0];
}
