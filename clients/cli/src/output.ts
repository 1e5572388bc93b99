import { styleText } from 'node:util';
import Table from 'cli-table3';
import stringWidth from 'string-width';
import { terminalJson, terminalText } from './terminal-text.ts';

type Cell = string | number | boolean | null | undefined;
export type Row = Record<string, Cell>;

export type Section =
  | { title?: string; text: string }
  | { title?: string; record: Row }
  | { title?: string; rows: Row[] };

/** The output of a command: `json` with `--json`, else the sections. */
export interface Printout {
  json: unknown;
  sections: Section[];
}

export interface Appearance {
  json: boolean;
  /** Width of the terminal; `Infinity` cuts and breaks nothing. */
  columns: number;
  colour: boolean;
}

const NARROWEST = 8;
const GAP = 2;
/** The table's package spreads its rows over the stack, and its work grows with their square. */
const ROWS_OF_A_TABLE = 100;

/** Texts of customers and others are printed without control characters. */
export function render({ json, sections }: Printout, appearance: Appearance): string {
  if (appearance.json) return `${terminalJson(json)}\n`;
  return `${sections.map((section) => renderSection(section, appearance)).join('\n\n')}\n`;
}

function renderSection(section: Section, { columns, colour }: Appearance): string {
  const title = section.title === undefined ? '' : `${bold(section.title, colour)}\n`;
  if ('text' in section) return title + terminalText(section.text);
  if ('record' in section) return title + renderRecord(section.record, columns, colour);
  return title + (section.rows.length === 0 ? 'none' : renderRows(section.rows, columns, colour));
}

function renderRows(rows: Row[], columns: number, colour: boolean): string {
  const names = Object.keys(rows[0] ?? {});
  const headings = names.map(spaced);
  const cells = rows.map((row) => names.map((name) => cellText(row[name]).replaceAll('\n', ' ')));
  const widths = headings.map((heading, index) => widest([heading, ...cells.map((line) => line[index] ?? '')]));
  const fitted = fit(widths, names, columns);
  const head = headings.map((heading) => bold(heading, colour));
  const tables: string[] = [];
  for (let at = 0; at < cells.length; at += ROWS_OF_A_TABLE) {
    const table = createTable(fitted, at === 0 ? head : []);
    table.push(...cells.slice(at, at + ROWS_OF_A_TABLE));
    tables.push(withoutTrailingSpace(table.toString()));
  }
  return tables.join('\n');
}

function renderRecord(record: Row, columns: number, colour: boolean): string {
  const entries = Object.entries(record).map(([name, value]) => [spaced(name), cellText(value)] as const);
  const names = widest(entries.map(([name]) => name));
  const values = widest(entries.flatMap(([, value]) => value.split('\n')));
  const fitted = Math.min(values, Math.max(NARROWEST, columns - names - 2 * GAP));
  const table = createTable([names, fitted], [], true);
  table.push(...entries.map(([name, value]) => [bold(name, colour), value]));
  return withoutTrailingSpace(table.toString());
}

/** The columns of a terminal that the longest text takes: a Chinese character takes two. */
function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, stringWidth(text)), 0);
}

function createTable(widths: number[], head: string[], wordWrap = false) {
  const sides = ['top', 'bottom', 'left', 'right', 'mid', 'middle'];
  const corners = ['top', 'bottom', 'left', 'right', 'mid'].flatMap((side) => [
    `${side}-mid`,
    `${side}-left`,
    `${side}-right`,
  ]);
  return new Table({
    head,
    chars: Object.fromEntries([...sides, ...corners, 'mid-mid'].map((name) => [name, ''])),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': GAP },
    colWidths: widths.map((width) => width + GAP),
    wordWrap,
    wrapOnWordBoundary: true,
  });
}

/** Free text, which may be cut. An id, a number or a status that is cut is of no use. */
const FREE_TEXT = ['assistant', 'name', 'reason', 'timezone', 'url', 'variables'];

/** Takes from the widest columns of free text until the table fits. */
function fit(widths: number[], names: readonly string[], columns: number): number[] {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, width) => sum + width + GAP, -GAP);
  const widthIfFree = (width: number, index: number) => (FREE_TEXT.includes(names[index] ?? '') ? width : 0);
  while (total() > columns) {
    const free = fitted.map(widthIfFree);
    const widest = free.indexOf(Math.max(...free));
    if ((free[widest] ?? 0) <= NARROWEST) break;
    fitted[widest] = (fitted[widest] ?? 0) - 1;
  }
  return fitted;
}

const withoutTrailingSpace = (text: string) => text.replaceAll(/ +$/gm, '');
const bold = (text: string, colour: boolean) => (colour ? styleText('bold', text, { validateStream: false }) : text);
const spaced = (field: string) => field.replaceAll('_', ' ');

function cellText(value: Cell): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return terminalText(String(value)).replaceAll('\t', ' ');
}
