import { expect, it } from 'vitest';
import { render } from '#clients/cli/src/output.ts';
import { terminalJson, terminalText } from '#clients/cli/src/terminal-text.ts';
import { csvLine } from '#infra/text/safe-text.ts';

const CLEAR = '\u001B[2J';
const LINK = '\u001B]8;;http://evil.example\u0007here\u001B]8;;\u0007';

it.each([
  [CLEAR, '\\u001b[2J'],
  [LINK, '\\u001b]8;;http://evil.example\\u0007here\\u001b]8;;\\u0007'],
  ['\u009B31mred', '\\u009b31mred'],
  ['paid\rnot paid\b\u007F', 'paid\\u000dnot paid\\u0008\\u007f'],
  ['\u202Etxt.exe\u2066\u200F\u061C\u2028', '\\u202etxt.exe\\u2066\\u200f\\u061c\\u2028'],
  ['Grüße\tan 👩‍🚀 שלום\n2.', 'Grüße\tan 👩‍🚀 שלום\n2.'],
])('shows what a terminal would act on: %j', (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

it('prints JSON that parses to the same values', () => {
  const value = { text: `${CLEAR}\u009B\u202E\u007F`, [CLEAR]: 1 };
  expect(JSON.parse(terminalJson(value))).toEqual(value);
});

it.each([false, true])('prints no control of a stored text, as JSON: %s', (asJson) => {
  const row = { text: CLEAR, name: '\u009B2J', more: '\u202E' };
  const sections = [{ title: 'Turns', rows: [row] }, { record: row }, { text: CLEAR }];
  const printed = render({ json: row, sections }, { json: asJson, columns: 80, colour: false });
  for (const control of ['\u001B', '\u009B', '\u202E']) expect(printed).not.toContain(control);
});

it.each([
  [['a', 'b,c', 'say "x"'], 'a,"b,c","say ""x"""'],
  [['=1+1', '+1+1', '-1', '@a/b', '\t=1', '\r=1'], `"'=1+1","'+1+1","'-1","'@a/b","'\t=1","'\r=1"`],
  [['a=1', '1-1', '', '+4930901820'], 'a=1,1-1,,+4930901820'],
])('writes a line of CSV without formulas: %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
