import { createReadStream } from 'node:fs';
import { open, stat, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import type { NewLead } from '@ringback/client';
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

/** Added to refused rows, and ignored when the file is imported again. */
const REASON = 'refused_because';
const SECONDARY = /^secondary_phone_([1-9]|10)$/;
const DELIMITERS = [',', ';', '\t'];
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
  const delimiter = await delimiterOf(path);
  const parser = parse({
    bom: true,
    delimiter,
    trim: true,
    skip_empty_lines: true,
    relax_column_count: true,
    info: true,
  });
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

async function delimiterOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) });
    const [heading = ''] = buffer.subarray(0, bytesRead).toString('utf8').split(/\r?\n/, 1);
    const countOf = (delimiter: string) => heading.split(delimiter).length;
    return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
  } finally {
    await file.close();
  }
}

/** The lead of a row: `phone_number`, `secondary_phone_1` to `_10`, and variables by the names of the other columns. */
export function leadOf(heading: readonly string[], cells: readonly string[], campaignId: number): NewLead {
  const entries = heading
    .map((name, index): [string, string] => [name, cells[index] ?? ''])
    // An empty cell sets no variable.
    .filter(([name, cell]) => name !== '' && name !== REASON && cell !== '');
  const isVariable = ([name]: [string, string]) => name !== 'phone_number' && !SECONDARY.test(name);
  const contacts = entries
    .filter(([name]) => SECONDARY.test(name))
    .map(([, cell]) => ({ phone_number: internationalNumber(cell) }));
  return {
    campaign_id: campaignId,
    phone_number: internationalNumber(Object.fromEntries(entries)['phone_number'] ?? ''),
    variables: Object.fromEntries(entries.filter(isVariable)),
    ...(contacts.length === 0 ? {} : { secondary_contacts: contacts }),
  };
}

/** Spreadsheets drop the plus of a number. */
function internationalNumber(text: string): string {
  return /^[1-9]\d{7,14}$/.test(text) ? `+${text}` : text;
}

export interface RefusedRow {
  line: number;
  cells: string[];
  reason: string;
}

/**
 * Writes refused rows with their data, and why, in the order of the file: correct them, and import this file.
 * Cells are kept as they were, the plus of a number included.
 */
export async function writeRefused(
  path: string,
  heading: readonly string[],
  refused: readonly RefusedRow[],
): Promise<void> {
  const kept = heading.map((name, index) => ({ name, index })).filter(({ name }) => name !== REASON);
  const lines = refused
    .toSorted((one, other) => one.line - other.line)
    .map(({ cells, reason }) => [...kept.map(({ index }) => cells[index] ?? ''), reason]);
  const text = [[...kept.map(({ name }) => name), REASON], ...lines].map((line) => `${line.map(quoted).join(',')}\n`);
  await writeFile(path, text.join(''));
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
