import { type Columns, LINE, PHONE, plain, REASON, SECONDARY, SYNONYMS } from './columns.ts';
import type { FileRow } from './import-file.ts';
import { readWrittenNumber } from '../../../shared/platform/e164.ts';

export const meanings = ['phone', 'secondary', 'country', 'variable', 'none'] as const;
export type Meaning = (typeof meanings)[number];

/** What the import makes of a column. */
export interface ColumnUse {
  meaning: Meaning;
  /** The name of the variable. */
  variable: string;
}

/** Names of the number that a heading may have beside those that every import reads. */
const OTHER_NAMES = new Set(
  'handy handynummer handynr mobil mobilnummer mobilnr mobiltelefon rufnummer tel telnr telno telefonnr phonenr cell mobileno contactnumber numero número telephoneno telefono téléphone'.split(
    ' ',
  ),
);
/** The limit of the service. */
const MOST_SECONDARY = 10;
/** Rows that are read to find the numbers. */
const READ = 50;

export interface GuessOptions {
  /** The first rows. */
  rows: ReadonlyArray<Pick<FileRow, 'cells'>>;
  /** Of numbers without a plus. */
  country?: string | undefined;
  /** Names of variables that the texts of the assistant have. */
  names?: readonly string[];
}

/** What each column is, by its heading, and by its cells where no heading names a number. */
export function guessedUses(heading: readonly string[], { rows, country, names = [] }: GuessOptions): ColumnUse[] {
  const phone = phoneOf(heading, { rows, country });
  return heading.map((name, index): ColumnUse => {
    const known = plain(name);
    const variable = names.find((one) => plain(one) === known) ?? name;
    if (index === phone) return { meaning: 'phone', variable };
    if (name === '' || name === REASON || name === LINE) return { meaning: 'none', variable };
    if (SECONDARY.test(known) || isNumberName(known)) return { meaning: 'secondary', variable };
    return { meaning: known === 'country' ? 'country' : 'variable', variable };
  });
}

const isNumberName = (known: string): boolean => known === PHONE || SYNONYMS.has(known) || OTHER_NAMES.has(known);

function phoneOf(heading: readonly string[], { rows, country }: GuessOptions): number {
  const known = heading.map(plain);
  const named = [
    known.indexOf(PHONE),
    known.findIndex((name) => SYNONYMS.has(name)),
    known.findIndex((name) => OTHER_NAMES.has(name)),
  ];
  return named.find((index) => index >= 0) ?? columnOfNumbers(heading.length, { rows, country });
}

/** The column in which most rows have a number; -1 if that is not half of them. */
function columnOfNumbers(width: number, { rows, country }: GuessOptions): number {
  const read = rows.slice(0, READ);
  const numbersIn = (index: number): number =>
    read.filter(({ cells }) => looksLikeNumber(cells[index] ?? '', country)).length;
  const counts = Array.from({ length: width }, (_, index) => numbersIn(index));
  const most = Math.max(0, ...counts);
  return most * 2 >= read.length && most > 0 ? counts.indexOf(most) : -1;
}

/** `2026-11-28` and `28.11.2026` could be numbers of many countries. */
const DATE = /^(\d{4}([-./])\d{1,2}\2\d{1,2}|\d{1,2}([-./])\d{1,2}\3\d{4})\b/;

const looksLikeNumber = (cell: string, country: string | undefined): boolean =>
  !DATE.test(cell.trim()) && 'phoneNumber' in readWrittenNumber(cell, country);

/** Why the columns cannot be imported so. */
export function usesProblem(uses: readonly ColumnUse[]): string | undefined {
  const countOf = (meaning: Meaning) => uses.filter((use) => use.meaning === meaning).length;
  if (countOf('phone') === 0) return 'Choose the column with the phone number.';
  if (countOf('phone') > 1) return 'Only one column can be the phone number. Make the others further numbers.';
  if (countOf('secondary') > MOST_SECONDARY) return `A customer has at most ${MOST_SECONDARY} further numbers.`;
  if (countOf('country') > 1) return 'Only one column can be the country.';
  const names = uses.filter(isVariable).map(({ variable }) => variable.trim());
  if (names.includes('')) return 'Name the variable of each column, or leave the column out.';
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : `Two columns become “${twice}”. Rename one of them, or leave it out.`;
}

/** The country is a variable, too. */
const isVariable = ({ meaning }: ColumnUse): boolean => meaning === 'variable' || meaning === 'country';

/** Where a file has what an import reads, as its columns are used. `uses` have no problem. */
export function columnsOfUses(heading: readonly string[], uses: readonly ColumnUse[]): Columns {
  const names = heading.map((name, index) => {
    const use = uses[index];
    return use !== undefined && isVariable(use) ? use.variable.trim() : name || `column ${index + 1}`;
  });
  const positions = (fits: (use: ColumnUse) => boolean) => uses.flatMap((use, index) => (fits(use) ? [index] : []));
  const [phone = -1] = positions(({ meaning }) => meaning === 'phone');
  const [country] = positions(({ meaning }) => meaning === 'country');
  const orderOf = (index: number) => Number(SECONDARY.exec(plain(heading[index] ?? ''))?.[1] ?? MOST_SECONDARY + 1);
  const secondary = positions(({ meaning }) => meaning === 'secondary').toSorted(
    (one, other) => orderOf(one) - orderOf(other),
  );
  return { heading: names, phone, secondary, country, variables: positions(isVariable) };
}
