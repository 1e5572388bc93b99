import Table from 'cli-table3';
import { terminalJson, terminalText } from '#infra/safe-text.ts';

type Cell = string | number | boolean | null;
export type Row = Record<string, Cell>;

/** A part of the output for the terminal. */
export type Section =
  | { title?: string; text: string }
  | { title?: string; record: Row }
  | { title?: string; rows: Row[] };

export interface Printout {
  /** The output with `--json`. */
  json: unknown;
  sections: Section[];
}

export function recordPrintout(record: Row, hint?: string): Printout {
  return { json: record, sections: [{ record }, ...(hint === undefined ? [] : [{ text: hint }])] };
}

export function listPrintout(rows: Row[]): Printout {
  return { json: rows, sections: [{ rows }] };
}

/** Stored text, which customers and others wrote, is printed without its control characters. */
export function render({ json, sections }: Printout, asJson: boolean): string {
  return `${asJson ? terminalJson(json) : sections.map(renderSection).join('\n\n')}\n`;
}

function renderSection(section: Section): string {
  const title = section.title === undefined ? '' : `${section.title}\n`;
  if ('text' in section) return title + terminalText(section.text);
  if ('record' in section) return title + renderRecord(section.record);
  return title + (section.rows.length === 0 ? 'none' : renderRows(section.rows));
}

// No colours: the output may go to a file or a pipe.
const plain = { style: { head: [], border: [] } };

function renderRows(rows: Row[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const table = new Table({ head: columns.map(heading), ...plain });
  for (const row of rows) table.push(columns.map((column) => cell(row[column] ?? null)));
  return table.toString();
}

function renderRecord(record: Row): string {
  const table = new Table(plain);
  for (const [field, value] of Object.entries(record)) table.push({ [heading(field)]: cell(value) });
  return table.toString();
}

const heading = (field: string) => field.replaceAll('_', ' ');

function cell(value: Cell): string {
  if (value === null || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return terminalText(String(value));
}

/** UTC, with milliseconds. */
export function timeCell(epochMs: number | null): string | null {
  return epochMs === null ? null : new Date(epochMs).toISOString();
}
