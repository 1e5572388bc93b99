import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import * as v from 'valibot';
import { cellText } from '#clients/cli/src/csv-cells.ts';
import type { Section } from '#clients/cli/src/output.ts';
import { csvLine } from '#infra/text/safe-text.ts';
import { OperatorError } from '#shared/platform/errors.ts';

/** One record of a file, and its position. */
export interface CsvRecord {
  /** The last line of the record; the first line of the file is 1. */
  line: number;
  fields: string[];
  /** The part of the file that was read, from 0 to 1. */
  progress: number;
}

/** Spreadsheets with European settings write semicolons. */
const delimiters = [',', ';', '\t'] as const;
const HEAD_BYTES = 64 * 1024;

const Parsed = v.object({
  record: v.array(v.string()),
  info: v.object({ lines: v.number(), bytes: v.number() }),
});

/**
 * Reads the records of a CSV file, with the heading and without empty lines. The delimiter of the first line is used for
 * all lines.
 * @throws OperatorError when the file cannot be read, or is not CSV
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRecord> {
  const [size, delimiter] = [await sizeOf(path), await delimiterOf(path)];
  const parser = parse({
    bom: true,
    delimiter,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
  });
  // The parser below throws the errors of the file, too.
  pipeline(createReadStream(path), parser, () => undefined);
  try {
    for await (const parsed of parser) {
      const { record, info } = v.parse(Parsed, parsed);
      if (record.every((field) => field === '')) continue;
      yield { line: info.lines, fields: record.map(cellText), progress: size === 0 ? 1 : info.bytes / size };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) {
      throw new OperatorError(`${path} is not CSV: ${error.message}`);
    }
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const file = await stat(path);
    if (file.isFile()) return file.size;
  } catch {
    // The file does not exist.
  }
  throw new OperatorError(`there is no file ${path}`);
}

async function delimiterOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const [heading = ''] = buffer.subarray(0, bytesRead).toString('utf8').split(/\r?\n/, 1);
    const countOf = (delimiter: string) => heading.split(delimiter).length;
    return delimiters.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
  } finally {
    await file.close();
  }
}

export interface RefusedRow {
  line: number;
  reason: string;
}

const SHOWN = 20;

/** The first refused rows, for the terminal. */
export function refusedSections(refused: readonly RefusedRow[], reportFile: string | undefined): Section[] {
  if (refused.length === 0) return [];
  const rest = refused.length - SHOWN;
  const where =
    reportFile === undefined ? 'name a file with --report to see them all' : `all of them are in ${reportFile}`;
  return [
    {
      title: 'Refused',
      rows: refused.slice(0, SHOWN).map(({ line, reason }) => ({ line, reason })),
    },
    ...(rest > 0 ? [{ text: `and ${rest} more; ${where}` }] : []),
  ];
}

/** Writes all refused rows as CSV. */
export async function writeReport(file: string, refused: readonly RefusedRow[]): Promise<void> {
  const lines = refused.map(({ line, reason }) => csvLine([String(line), reason]));
  await writeFile(file, ['line,reason', ...lines, ''].join('\n'));
}

/** Sorts by line: rows are processed in parallel, and finish in any order. */
export function inOrder(refused: readonly RefusedRow[]): RefusedRow[] {
  return refused.toSorted((one, other) => one.line - other.line);
}

/** Processes items in parallel. The first failure stops the others. */
export async function inParallel<Item>(
  items: AsyncGenerator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const processNext = async (): Promise<void> => {
    for (;;) {
      const next = await items.next();
      if (next.done || failures.length > 0) return;
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, processNext));
  await items.return(undefined);
  if (failures.length > 0) throw failures[0];
}
