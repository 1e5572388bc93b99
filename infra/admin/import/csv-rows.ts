import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import * as v from 'valibot';
import type { Section } from '#infra/admin/output.ts';
import { OpsRefusal } from '#shared/domain/errors/ops-refusal.ts';

/** One record of a file: its fields, and where in the file it stands. */
export interface CsvRecord {
  /** The line that it ends on, from 1. */
  line: number;
  fields: string[];
  /** How far in the file one is, from 0 to 1. */
  progress: number;
}

/** Spreadsheets of half of the world write semicolons. */
const delimiters = [',', ';', '\t'] as const;
const HEAD_BYTES = 64 * 1024;

const Parsed = v.object({
  record: v.array(v.string()),
  info: v.object({ lines: v.number(), bytes: v.number() }),
});

/**
 * The records of a CSV file, the heading included, as they are read. Empty lines are left out, whatever the first line is
 * divided by divides all of them.
 * @throws OpsRefusal when the file cannot be read, or is not CSV
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
  // What fails comes out of the parser below.
  pipeline(createReadStream(path), parser, () => undefined);
  try {
    for await (const parsed of parser) {
      const { record, info } = v.parse(Parsed, parsed);
      if (record.every((field) => field === '')) continue;
      yield { line: info.lines, fields: record, progress: size === 0 ? 1 : info.bytes / size };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) {
      throw new OpsRefusal(`${path} is not CSV: ${error.message}`);
    }
    throw error;
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    const file = await stat(path);
    if (file.isFile()) return file.size;
  } catch {
    // It is not there.
  }
  throw new OpsRefusal(`there is no file ${path}`);
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

/** The first refused rows, for the screen. */
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

/** All of them, as CSV. */
export async function writeReport(file: string, refused: readonly RefusedRow[]): Promise<void> {
  const lines = refused.map(({ line, reason }) => `${line},"${reason.replaceAll('"', '""')}"`);
  await writeFile(file, ['line,reason', ...lines, ''].join('\n'));
}

/** By line: rows are worked on at once, and finish in any order. */
export function inOrder(refused: readonly RefusedRow[]): RefusedRow[] {
  return refused.toSorted((one, other) => one.line - other.line);
}

/** Does the work of every item, so many at once; the first failure ends it all. */
export async function inParallel<Item>(
  items: AsyncGenerator<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  const workOn = async (): Promise<void> => {
    for (;;) {
      const next = await items.next();
      if (next.done || failures.length > 0) return;
      await work(next.value).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  await items.return(undefined);
  if (failures.length > 0) throw failures[0];
}
