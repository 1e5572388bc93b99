import type { NewLead } from '@ringback/client';
import { parse } from 'csv-parse/browser/esm/sync';
import { cellText } from '../../../cli/src/csv-cells.ts';
import { csvOptions, delimiterOf, leadOf } from '../../../cli/src/lead-columns.ts';

/** A row of a CSV file; `line` is its line in the file. */
export interface FileRow {
  line: number;
  cells: string[];
}

export interface LeadFile {
  heading: string[];
  rows: FileRow[];
}

/** Why a file cannot be imported, as a sentence for its user. */
export class FileProblem extends Error {
  override name = 'FileProblem';
}

interface Parsed {
  record: string[];
  info: { lines: number };
}

/** The text of a file in UTF-8, or in the encoding of spreadsheets of Windows. */
export function textOfFile(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a CSV file as `ringback leads import` does. @throws FileProblem */
export function readLeadFile(text: string): LeadFile {
  const delimiter = delimiterOf(text.split(/\r?\n/, 1)[0] ?? '');
  const [first, ...others] = parsed(text, delimiter);
  if (first === undefined) throw new FileProblem('The file is empty.');
  const heading = first.record.map(cellText);
  if (!heading.includes('phone_number')) {
    throw new FileProblem('The file has no column phone_number. Its first line must name the columns.');
  }
  const rows = others.filter(({ record }) => record.some((cell) => cell !== ''));
  if (rows.length === 0) throw new FileProblem('The file has a heading and no rows.');
  return { heading, rows: rows.map(({ record, info }) => ({ line: info.lines, cells: record.map(cellText) })) };
}

function parsed(text: string, delimiter: string): Parsed[] {
  try {
    const rows: unknown[] = parse(text, { ...csvOptions, delimiter });
    return rows.filter(isParsed);
  } catch (error) {
    throw new FileProblem(`The file is not valid CSV: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** With `info`, the parser returns these; its types do not say so. */
function isParsed(value: unknown): value is Parsed {
  return typeof value === 'object' && value !== null && 'record' in value && 'info' in value;
}

/** Before anything is sent: the lead of a row, or why it is refused. */
export function leadOfRow(
  { heading }: LeadFile,
  { cells }: FileRow,
  campaignId: number,
): NewLead | { refused: string } {
  if (cells.length > heading.length) return { refused: 'The row has more cells than the heading.' };
  return leadOf(heading, cells, campaignId);
}

/** The columns that become variables of the leads. */
export const variableColumns = ({ heading }: Pick<LeadFile, 'heading'>): string[] =>
  Object.keys(
    leadOf(
      heading,
      heading.map(() => 'x'),
      1,
    ).variables ?? {},
  );
