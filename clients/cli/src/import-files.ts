import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileProblem } from './file-problem.ts';
import { UsageError } from './session.ts';
import { type Columns, columnsOf } from '../../imports/src/columns.ts';
import { FileProblem } from '../../imports/src/import-file.ts';
import { fileOfPath, isSameFile } from '../../imports/src/node-files.ts';
import { openTable, type Table } from '../../imports/src/table.ts';

/** Opens a file of leads. @throws UsageError when it cannot be read, or has no column of phone numbers */
export async function openLeadFile(path: string, sheet: string | undefined): Promise<Table & { columns: Columns }> {
  const file = await fileOfPath(path).catch((error: unknown) => {
    throw new UsageError(fileProblem(error, path));
  });
  try {
    const table = await openTable(file, { sheet });
    return { ...table, columns: columnsOf(table.heading) };
  } catch (error) {
    throw error instanceof FileProblem ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

/**
 * Where refused rows are written. It is never the file that is imported: after an interruption, that one has rows that
 * are written nowhere else. @throws UsageError when the user names that very file, or one that cannot be written
 */
export async function refusedPathOf(imported: string, wanted: string | undefined): Promise<string> {
  const path = wanted ?? 'refused.csv';
  await checkWritable(path);
  if (!(await isSameFile(imported, path))) return path;
  if (wanted !== undefined) throw new UsageError(`${wanted} is the file that is imported: name another one`);
  for (let number = 2; ; number += 1) {
    const free = `refused-${number}.csv`;
    const isTaken = await access(free).then(
      () => true,
      () => false,
    );
    if (!isTaken) return free;
  }
}

/** Before the import, as the refused rows are known after it. */
async function checkWritable(path: string): Promise<void> {
  const old = await stat(path).catch(() => undefined);
  if (old?.isDirectory()) throw new UsageError(`${path} is a folder: name a file`);
  await access(old?.isFile() === false ? path : dirname(path), constants.W_OK).catch((error: unknown) => {
    throw new UsageError(fileProblem(error, path, 'make its folder first'));
  });
}
