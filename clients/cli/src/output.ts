import { styleText } from 'node:util';
import Table from 'cli-table3';

type Cell = string | number | boolean | null | undefined;
export type Row = Record<string, Cell>;

/** What a command prints: `json` with `--json`, else the parts. */
export interface Printout {
  json: unknown;
  parts: Array<{ text: string } | { record: Row } | { rows: Row[] }>;
}

export interface Appearance {
  json: boolean;
  columns: number;
  colour: boolean;
}

const NARROWEST = 8;
const GAP = 2;
/** The table's package spreads its rows over the stack, and its work grows with their square. */
const ROWS_AT_ONCE = 100;

export function render({ json, parts }: Printout, { json: asJson, columns, colour }: Appearance): string {
  if (asJson) return `${JSON.stringify(json, null, 2)}\n`;
  const rendered = parts.map((part) => {
    if ('text' in part) return terminalText(part.text);
    if ('record' in part) return renderRecord(part.record, columns, colour);
    return part.rows.length === 0 ? 'none' : renderRows(part.rows, columns, colour);
  });
  return `${rendered.join('\n\n')}\n`;
}

function renderRows(rows: Row[], columns: number, colour: boolean): string {
  const names = Object.keys(rows[0] ?? {});
  const headings = names.map((name) => name.replaceAll('_', ' '));
  const cells = rows.map((row) => names.map((name) => cellText(row[name]).replaceAll('\n', ' ')));
  const widths = headings.map((heading, index) =>
    cells.reduce((widest, line) => Math.max(widest, line[index]?.length ?? 0), heading.length),
  );
  const fitted = fit(widths, names, columns);
  const head = headings.map((heading) => bold(heading, colour));
  const tables: string[] = [];
  for (let at = 0; at < cells.length; at += ROWS_AT_ONCE) {
    const table = createTable(fitted, at === 0 ? head : []);
    table.push(...cells.slice(at, at + ROWS_AT_ONCE));
    tables.push(withoutTrailingSpace(table.toString()));
  }
  return tables.join('\n');
}

function renderRecord(record: Row, columns: number, colour: boolean): string {
  const entries = Object.entries(record).map(([name, value]) => [name.replaceAll('_', ' '), cellText(value)] as const);
  const names = Math.max(...entries.map(([name]) => name.length));
  const table = createTable([names, Math.max(NARROWEST, columns - names - 2 * GAP)], [], true);
  table.push(...entries.map(([name, value]) => [bold(name, colour), value]));
  return withoutTrailingSpace(table.toString());
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

function cellText(value: Cell): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return terminalText(String(value));
}

/** C0 and C1 controls, which start escape sequences, and marks that turn the direction of text. Line feeds stay. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g;

/** What customers said must not steer the terminal of the reader. */
export function terminalText(text: string): string {
  return text.replaceAll(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
