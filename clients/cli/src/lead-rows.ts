import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
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
  const size = await stat(path)
    .then((file) => file.size)
    .catch(() => {
      throw new UsageError(`there is no file ${path}`);
    });
  const parser = parse({ ...csvOptions, delimiter: delimiterOf(await headingOf(path)) });
  // What fails on the way is thrown by the parser.
  pipeline(createReadStream(path), parser, () => undefined);
  const records: AsyncIterator<Parsed> = parser[Symbol.asyncIterator]();
  const first = await records.next();
  const heading = first.done ? [] : first.value.record;
  if (!heading.includes('phone_number')) throw new UsageError(`${path} has no column phone_number`);
  return { heading, rows: rowsOf(records, size) };
}

async function* rowsOf(records: AsyncIterator<Parsed>, size: number): AsyncGenerator<LeadRow> {
  for (let next = await records.next(); !next.done; next = await records.next()) {
    const { record, info } = next.value;
    if (record.some((cell) => cell !== '')) yield { line: info.lines, cells: record, progress: info.bytes / size };
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
