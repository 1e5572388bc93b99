import { defined, type NewLead } from '@ringback/client';
import { csvCell } from './csv-cells.ts';

/** Added to refused rows, and ignored when the file is imported again. */
const REASON = 'refused_because';
const SECONDARY = /^secondary_phone_([1-9]|10)$/;
const DELIMITERS = [',', ';', '\t'];

/** How `csv-parse` reads a file of leads, with `info` for the line of each row. */
export const csvOptions = {
  bom: true,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
  info: true,
} as const;

/** The delimiter that the heading has most often. */
export function delimiterOf(heading: string): string {
  const countOf = (delimiter: string) => heading.split(delimiter).length;
  return DELIMITERS.toSorted((one, other) => countOf(other) - countOf(one))[0] ?? ',';
}

/** The lead of a row: `phone_number`, `secondary_phone_1` to `_10`, and variables by the names of the other columns. */
export function leadOf(heading: readonly string[], cells: readonly string[], campaignId: number): NewLead {
  const entries = heading
    .map((name, index): [string, string] => [name, cells[index] ?? ''])
    // An empty cell sets no variable.
    .filter(([name, cell]) => name !== '' && name !== REASON && cell !== '');
  const isVariable = ([name]: [string, string]) => !isPhoneColumn(name);
  const contacts = entries
    .filter(([name]) => SECONDARY.test(name))
    .map(([, cell]) => ({ phone_number: internationalNumber(cell) }));
  return {
    campaign_id: campaignId,
    phone_number: internationalNumber(Object.fromEntries(entries)['phone_number'] ?? ''),
    variables: Object.fromEntries(entries.filter(isVariable)),
    ...defined({ secondary_contacts: contacts.length === 0 ? undefined : contacts }),
  };
}

const isPhoneColumn = (name: string) => name === 'phone_number' || SECONDARY.test(name);

/** Spreadsheets drop the plus of a number. With ten digits or fewer, it may be a national one. */
function internationalNumber(text: string): string {
  return /^[1-9]\d{10,14}$/.test(text) ? `+${text}` : text;
}

/** Why a row cannot become a lead, known before it is sent. A national number would be one of another country. */
export function refusalOf(heading: readonly string[], cells: readonly string[]): string | undefined {
  if (cells.length > heading.length) return 'The row has more cells than the heading.';
  const national = cells.find((cell, index) => isPhoneColumn(heading[index] ?? '') && /^\d{8,10}$/.test(cell));
  return national === undefined ? undefined : `${national} has no country code: add it, with a plus.`;
}

export interface RefusedRow {
  line: number;
  cells: string[];
  reason: string;
}

/**
 * Refused rows as a file, with their data and why, in the order of the file: correct them, and import it.
 * Cells are kept as they were, the plus of a number included. What a spreadsheet would run gets an apostrophe, which the import takes away.
 */
export function refusedFile(heading: readonly string[], refused: readonly RefusedRow[]): string {
  const kept = heading.map((name, index) => ({ name, index })).filter(({ name }) => name !== REASON);
  const lines = refused
    .toSorted((one, other) => one.line - other.line)
    .map(({ cells, reason }) => [...kept.map(({ index }) => cells[index] ?? ''), reason]);
  return [[...kept.map(({ name }) => name), REASON], ...lines]
    .map((line) => `${line.map(csvCell).join(',')}\n`)
    .join('');
}
