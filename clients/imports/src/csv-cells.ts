/**
 * By these a spreadsheet takes a cell for a formula; the last four are of Chinese and Japanese keyboards:
 * https://owasp.org/www-community/attacks/CSV_Injection
 * One that expects other delimiters begins a cell behind each of them, so these count as beginnings, too.
 */
const FORMULA = /(^|[,;\t\r\n])(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/g;
const ESCAPED = /(^|[,;\t\r\n])'(?='*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** Exports write numbers so, as a spreadsheet would otherwise take them for amounts: `="+4930901820"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/;
/** It is a number, whatever a spreadsheet makes of it. */
const PHONE_NUMBER = /^\+\d{1,15}$/;

/** A cell as it is written into a CSV file: an apostrophe makes text of what would be a formula. */
export function csvCell(text: string): string {
  const safe = PHONE_NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(safe) || safe !== text ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell as it was before `csvCell`, and the text of a formula that is nothing but a text. */
export function cellText(cell: string): string {
  return (TEXT_FORMULA.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell).replaceAll(ESCAPED, '$1');
}
