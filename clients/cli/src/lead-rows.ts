import { createReadStream } from 'node:fs';
import { access, constants, open, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { cellText } from './csv-cells.ts';
import { fileProblem } from './file-problem.ts';
import { csvOptions, delimiterOf } from './lead-columns.ts';
import { UsageError } from './session.ts';

/** One row of a file of leads. */
export interface LeadRow {
  line: number;
  cells: string[];
  /** The part of the file that was read, from 0 to 1. */
  progress: number;
}

export interface LeadFile {
  heading: string[];
  rows: AsyncIterable<LeadRow>;
}

const HEAD_BYTES = 64 * 1024;

interface Parsed {
  record: string[];
  info: { lines: number; bytes: number };
}

/** Opens a CSV file with a heading. @throws UsageError when it cannot be read or has no column phone_number */
export async function openLeadFile(path: string): Promise<LeadFile> {
  const [{ size }, firstLine] = await Promise.all([stat(path), headingOf(path)]).catch((error: unknown) => {
    throw new UsageError(fileProblem(error, path));
  });
  const parser = parse({ ...csvOptions, delimiter: delimiterOf(firstLine) });
  // The parser throws the failures of the stream.
  pipeline(createReadStream(path), parser, () => undefined);
  const records: AsyncIterator<Parsed> = parser[Symbol.asyncIterator]();
  const first = await records.next();
  const heading = first.done ? [] : first.value.record.map(cellText);
  if (!heading.includes('phone_number')) throw new UsageError(`${path} has no column phone_number`);
  return { heading, rows: rowsOf(records, size) };
}

async function* rowsOf(records: AsyncIterator<Parsed>, size: number): AsyncGenerator<LeadRow> {
  for (let next = await records.next(); !next.done; next = await records.next()) {
    const { record, info } = next.value;
    if (record.some((cell) => cell !== ''))
      yield { line: info.lines, cells: record.map(cellText), progress: info.bytes / size };
  }
}

async function headingOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    return buffer.subarray(0, bytesRead).toString('utf8').split(/\r?\n/, 1)[0] ?? '';
  } finally {
    await file.close();
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

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [one, other].map((path) => stat(path, { bigint: true }).catch(() => undefined)),
  );
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}

/** Writes a file as a whole: until it is complete, the one before it stays. A device is written to. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const old = await stat(target).catch(() => undefined);
  if (old && !old.isFile()) return writeFile(target, text);
  const draft = `${target}.${process.pid}.new`;
  await writeFile(draft, text, { mode: old?.mode });
  await rename(draft, target);
}
