import { FileProblem } from './import-file.ts';

/** Added to refused rows, and ignored when the file is imported again. */
export const REASON = 'refused_because';
export const LINE = 'refused_line';

/** Other headings of the number, in lower case and without spaces, hyphens, underscores, dots and slashes. */
export const PHONE = 'phonenumber';
export const SYNONYMS = new Set([
  'phone',
  'phoneno',
  'mobile',
  'mobilenumber',
  'mobilephone',
  'cellphone',
  'telephone',
  'telephonenumber',
  'telefon',
  'telefonnummer',
]);
export const SECONDARY = /^secondaryphone([1-9]|10)$/;

/** Where a file has what an import reads. The positions of other columns are those of variables. */
export interface Columns {
  heading: readonly string[];
  phone: number;
  /** In their order. */
  secondary: readonly number[];
  /** The column of country codes; it is a variable, too. */
  country: number | undefined;
  variables: readonly number[];
}

/** A heading as it is compared. */
export const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-./\p{Cf}]/gu, '');

/** @throws FileProblem when a column is missing, or stands there twice */
export function columnsOf(heading: readonly string[], others: readonly string[] = []): Columns {
  const names = heading.map(plain);
  const phone = phoneColumn(heading, names, others);
  const orderOf = (index: number) => Number(SECONDARY.exec(names[index] ?? '')?.[1]);
  const indexes = heading.map((_, index) => index);
  const secondary = indexes
    .filter((index) => SECONDARY.test(names[index] ?? ''))
    .toSorted((one, other) => orderOf(one) - orderOf(other));
  const isOwn = (index: number) =>
    index === phone || secondary.includes(index) || heading[index] === REASON || heading[index] === LINE;
  const variables = indexes.filter((index) => heading[index] !== '' && !isOwn(index));
  const known = [...secondary, ...indexes.filter((index) => names[index] === 'country')].map((index) => names[index]);
  const repeated = [
    ...heading.filter((name, index) => name !== '' && heading.indexOf(name) !== index),
    ...heading.filter((_, index) => known.indexOf(names[index]) !== known.lastIndexOf(names[index])),
  ];
  if (repeated.length > 0)
    throw new FileProblem(`The file has two columns ${quoted([...new Set(repeated)])}. Rename one of them.`);
  const country = names.indexOf('country');
  return { heading, phone, secondary, country: country < 0 ? undefined : country, variables };
}

/** `phone_number`, or the only column that has another name of it. */
function phoneColumn(heading: readonly string[], names: readonly string[], others: readonly string[]): number {
  const positionsOf = (fits: (name: string) => boolean) => names.flatMap((name, index) => (fits(name) ? [index] : []));
  const exact = positionsOf((name) => name === PHONE);
  const found = exact.length > 0 ? exact : positionsOf((name) => SYNONYMS.has(name) || others.includes(name));
  const [phone] = found;
  if (phone === undefined) {
    const has = heading.filter((name) => name !== '');
    const columns = has.length === 0 ? 'has no text' : `names the columns ${quoted(has.slice(0, 20))}`;
    throw new FileProblem(`The file has no column phone_number. Its first line ${columns}.`);
  }
  if (found.length > 1) {
    const which = quoted(found.map((index) => heading[index] ?? ''));
    throw new FileProblem(`The file has two columns of phone numbers: ${which}. Name one of them phone_number.`);
  }
  return phone;
}

const quoted = (names: readonly string[]): string => names.map((name) => `“${name.slice(0, 60)}”`).join(', ');

/** Why a row cannot be read by the heading. Spreadsheets leave out empty cells at the end of a row. */
export function raggedness(heading: readonly string[], cells: readonly string[]): string | undefined {
  if (cells.some((cell) => cell.includes('\uFFFD'))) return 'The row has bytes that are not UTF-8.';
  if (cells.some((cell, index) => index >= heading.length && cell !== ''))
    return 'The row has more cells than the heading.';
  const unnamed = cells.findIndex((cell, index) => heading[index] === '' && cell !== '');
  return unnamed < 0 ? undefined : `The row has a value in column ${unnamed + 1}, which has no heading.`;
}
