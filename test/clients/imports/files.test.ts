import { describe, expect, it } from 'vitest';
import { openTable } from '#clients/imports/src/table.ts';
import { readAll, utf16, windows1252 } from '#test/clients/imports/files.ts';

const two = '+12025550203';
const heading = 'phone_number,name\n';

/** What the file is, its bytes, its format, the names of its leads, and where the expectation comes from. */
const read: Array<[string, string | Uint8Array, string, string[], string]> = [
  ['UTF-8', `${heading}${two},Jörg`, 'UTF-8', ['Jörg'], 'RFC 3629'],
  [
    'UTF-8 with a mark before a quote',
    `\uFEFF"phone_number","name"\n"${two}","Jörg"`,
    'UTF-8',
    ['Jörg'],
    'johnkerl/miller#161',
  ],
  [
    'UTF-8 with a mark',
    `\uFEFF${heading}${two},Jörg`,
    'UTF-8',
    ['Jörg'],
    'SORMAS-Foundation/SORMAS-Project#3747, knadh/listmonk#65',
  ],
  [
    'Unicode text of Excel',
    utf16(`phone_number\tname\r\n${two}\tJörg\r\n`, 'le', true),
    'UTF-16LE',
    ['Jörg'],
    'wiki.scn.sap.com: Excel files, CSV format',
  ],
  [
    'UTF-16 of big ends',
    utf16(`${heading}${two},Jörg`, 'be', true),
    'UTF-16BE',
    ['Jörg'],
    'wiki.scn.sap.com: Excel files, CSV format',
  ],
  [
    'UTF-16 without a mark',
    utf16(`${heading}${two},Jörg`, 'le', false),
    'UTF-16LE',
    ['Jörg'],
    'SpartnerNL/Laravel-Excel#2598',
  ],
  [
    'UTF-16 of big ends without a mark',
    utf16(`${heading}${two},Jörg`, 'be', false),
    'UTF-16BE',
    ['Jörg'],
    'SpartnerNL/Laravel-Excel#2598',
  ],
  [
    'CSV of Excel on Windows',
    windows1252(`phone_number;name\r\n${two};Jörg Müller\r\n`),
    'windows-1252',
    ['Jörg Müller'],
    'mautic/mautic#2121',
  ],
  [
    'the euro of Windows',
    windows1252(`${heading}${two},5 €`),
    'windows-1252',
    ['5 €'],
    'encoding.spec.whatwg.org: index-windows-1252',
  ],
  ['semicolons', `phone_number;name\n${two};Ada, Lady`, 'UTF-8', ['Ada, Lady'], 'asafdav/ng-csv#28'],
  ['tabs', `phone_number\tname\n${two}\tAda`, 'UTF-8', ['Ada'], 'wiki.scn.sap.com: Excel files, CSV format'],
  ['pipes', `phone_number|name\n${two}|Ada`, 'UTF-8', ['Ada'], 'hucre 1.0.0, README: detectDelimiter'],
  [
    'a line that names the delimiter',
    `sep=;\nphone_number;name\n${two};a,b,c`,
    'UTF-8',
    ['a,b,c'],
    'asafdav/ng-csv#28',
  ],
  ['such a line with a mark', `\uFEFFsep=;\r\nphone_number;name\r\n${two};Ada`, 'UTF-8', ['Ada'], 'asafdav/ng-csv#28'],
  [
    'such a line in quotes',
    `"sep=|"\nphone_number|name\n${two}|a;b`,
    'UTF-8',
    ['a;b'],
    'mechatroner/vscode_rainbow_csv#108 (sep=|)',
  ],
  ['doubled quotes', `${heading}${two},"Ada ""Countess"" L."`, 'UTF-8', ['Ada "Countess" L.'], 'RFC 4180 2.7'],
  ['line ends in quotes', `${heading}${two},"two\r\nlines"\r\n`, 'UTF-8', ['two\r\nlines'], 'RFC 4180 2.6'],
  ['delimiters in quotes', `${heading}${two},"a,b"`, 'UTF-8', ['a,b'], 'RFC 4180 2.6'],
  ['a quote inside of a cell', `${heading}${two},5" pipe`, 'UTF-8', ['5" pipe'], 'Python 3.12 csv: as its reader'],
  ['text behind a closing quote', `${heading}${two},"Ada" L.`, 'UTF-8', ['Ada L.'], 'Python 3.12 csv: as its reader'],
  [
    'a space before a quote',
    `${heading}${two}, "a,b"`,
    'UTF-8',
    ['a,b'],
    'Python 3.12 csv: as its reader with skipinitialspace',
  ],
  ['lines of old Macs', `phone_number,name\r${two},Ada\r`, 'UTF-8', ['Ada'], 'mautic/mautic#4552'],
  ['no end of the last line', `${heading}${two},Ada`, 'UTF-8', ['Ada'], 'RFC 4180 2.2'],
  ['empty lines', `\n${heading}\n,\n${two},Ada\n\n`, 'UTF-8', ['Ada'], 'csv-parse 7.0.3: skip_empty_lines'],
  [
    'too few delimiters at the end of a line',
    `phone_number,name,city\n${two},Ada\n`,
    'UTF-8',
    ['Ada'],
    'csvkit: csvclean --fill-short-rows',
  ],
  ['too many delimiters at the end of a line', `${heading}${two},Ada,,\n`, 'UTF-8', ['Ada'], 'C2FO/fast-csv#45'],
  [
    'a formula that keeps a number',
    `${heading}="${two}",="Ada"`,
    'UTF-8',
    ['Ada'],
    'edoceo.com/utilitas/csv-file-format',
  ],
  ['the same in quotes', `${heading}"=""${two}""","=""Ada"""`, 'UTF-8', ['Ada'], 'edoceo.com/utilitas/csv-file-format'],
  [
    'an apostrophe before a plus',
    `${heading}'${two},'=Ada`,
    'UTF-8',
    ['=Ada'],
    'OWASP: CSV Injection, as in CVE-2021-41270',
  ],
  [
    'marks of direction and hard spaces',
    `${heading}\u202A+1\u00A0202\u00A0555\u00A00203\u202C,Ada`,
    'UTF-8',
    ['Ada'],
    'libphonenumber 9.0.35: PhoneNumberUtilTest.java (U+200F, U+00AD)',
  ],
  [
    'an empty column without a heading',
    `phone_number,,name\n${two},,Ada`,
    'UTF-8',
    ['Ada'],
    'csvkit: csvclean --empty-columns',
  ],
  ...['Phone Number', 'PHONE-NUMBER', 'Phone_Number', 'phone', 'Mobile', 'Mobile Phone', 'Telephone', 'Telefon'].map(
    (name): [string, string, string, string[], string] => [
      `the heading ${name}`,
      `${name},name\n${two},Ada`,
      'UTF-8',
      ['Ada'],
      'knadh/listmonk#1330; spstechnical.com: Outlook contact fields',
    ],
  ),
];

describe('a file', () => {
  it.each(read)('is read: %s', async (_, content, format, names) => {
    for (const chunk of [1, 2, 7, 10_000]) {
      const { format: as, leads, refused } = await readAll(content, { chunk });
      expect({ as, refused, numbers: leads.map(({ phoneNumber }) => phoneNumber) }).toEqual({
        as: format,
        refused: [],
        numbers: [two],
      });
      expect(leads.map(({ variables }) => variables['name'])).toEqual(names);
    }
  });

  it.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /^The file is empty\.$/],
    [
      'no column of numbers',
      'name,city\nAda,London',
      /^The file has no column phone_number\. Its first line names the columns “name”, “city”\.$/,
    ],
    ['a column twice', 'phone_number,name,name\n1,2,3', /^The file has two columns “name”\./],
    [
      'the number twice',
      'phone_number,Phone Number\n1,2',
      /two columns of phone numbers: “phone_number”, “Phone Number”/,
    ],
    [
      'two names of the number',
      'phone,mobile\n1,2',
      /two columns of phone numbers: “phone”, “mobile”\. Name one of them phone_number/,
    ],
    [
      'a secondary number twice',
      'phone,secondary_phone_1,Secondary Phone 1\n1,2,3',
      /two columns “secondary_phone_1”, “Secondary Phone 1”/,
    ],
    ['a quote that is not closed', `${heading}${two},Ada\n${two},"Grace\n${two},Cy`, /in line 3 is not closed/],
    [
      'a cell of two million characters',
      `${heading}${two},"${'x'.repeat(2_000_000)}"`,
      /in line 2 is not closed, or the row is longer/,
    ],
    ['an image', Uint8Array.from({ length: 900 }, (_, at) => ((at * 37) % 251) & 0x3f), /is not a table/],
    [
      'an old workbook',
      Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
      /old version of Excel, or has a password/,
    ],
    [
      'an archive that is no workbook',
      Uint8Array.from([0x50, 0x4b, 3, 4, ...Array.from({ length: 60 }, () => 0)]),
      /not a workbook of Excel/,
    ],
  ])('is refused: %s', async (_, content, problem) => {
    await expect(readAll(content, { chunk: 65_536 })).rejects.toThrow(problem);
  });

  it.each<[string, string, string]>([
    ['more cells than the heading', `${two},Ada,more`, 'The row has more cells than the heading.'],
    [
      'digits that a spreadsheet has lost',
      '1.65E+10,Ada',
      'The spreadsheet has lost digits of the phone number 1.65E+10. Format the column as text, enter the number again, and export the file again.',
    ],
    [
      'such digits with a comma',
      '"1,65E+10",Ada',
      'The spreadsheet has lost digits of the phone number 1,65E+10. Format the column as text, enter the number again, and export the file again.',
    ],
    [
      'a decimal point',
      '+4930901820.0,Ada',
      'The phone number +4930901820.0 has a decimal point. Format the column as text, and export the file again.',
    ],
    ['no plus', '6465550123,Ada', 'The phone number must include the country code.'],
    ['eleven digits without a plus', '12025550203,Ada', 'The phone number must include the country code.'],
    ['a prefix of calls abroad', '0012025550203,Ada', 'The phone number must include the country code.'],
    ['no number', ',Ada', 'The phone number is missing.'],
    ['words', 'unknown,Ada', 'The phone number is not valid.'],
  ])('refuses one row: %s', async (_, row, reason) => {
    const { leads, refused } = await readAll(`${heading}\n${two},"two\nlines"\n${row}\n${two},Cy\n`);
    expect([leads.length, refused]).toEqual([2, [[5, reason]]]);
  });

  it('refuses a row with a value that has no heading', async () => {
    const { leads, refused } = await readAll(`phone_number,,name\n${two},,Ada\n${two},x,Cy`);
    expect([leads.length, refused]).toEqual([1, [[3, 'The row has a value in column 2, which has no heading.']]]);
  });

  it('refuses only the row whose bytes are damaged in a file of UTF-8', async () => {
    const good = Array.from({ length: 5 }, () => `${two},Jörg\n`).join('');
    const bytes = Buffer.concat([
      Buffer.from(`${heading}${good}${two},J`),
      Buffer.from([0xf6]),
      Buffer.from(`rg\n${two},Zoë\n`),
    ]);
    const { format, leads, refused } = await readAll(bytes);
    expect([format, leads.length, refused]).toEqual(['UTF-8', 6, [[7, 'The row has bytes that are not UTF-8.']]]);
  });
});

it('rows are read as they are wanted: a file needs not end', async () => {
  let bytes = 0;
  const chunk = new TextEncoder().encode(`${two},Ada\n`.repeat(100));
  const endless = {
    size: 1e12,
    async *open() {
      yield new TextEncoder().encode(`\uFEFF${heading}`);
      for (; ; bytes += chunk.length) yield chunk;
    },
  };
  const { rows } = await openTable(endless);
  for (let count = 0; count < 5000; count += 1) expect((await rows.next()).value).toMatchObject({ line: count + 2 });
  await rows.return(undefined);
  expect(bytes).toBeLessThan(55 * chunk.length);
});

describe('a number without a plus', () => {
  it.each([
    ['6465550123', 'US', '+16465550123'],
    ['(865) 555-0199', 'us', '+18655550199'],
    ['16465550123', 'US', '+16465550123'],
    ['0171 2345678', 'DE', '+491712345678'],
    ['030/901820', 'DE', '+4930901820'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['0049 30 901820', 'FR', '+4930901820'],
    ['011 49 30 901820', 'US', '+4930901820'],
    ['+49 30 901820', 'US', '+4930901820'],
    ["'0171 2345678", 'DE', '+491712345678'],
  ])('%s is read in %s as %s', async (number, country, expected) => {
    for (const [text, options] of [
      [`phone_number\n${number}`, { country }],
      [`phone_number,Country\n${number},${country}`, { country: 'NZ' }],
    ] as const) {
      const { leads, refused } = await readAll(text, options);
      expect([leads.map(({ phoneNumber }) => phoneNumber), refused]).toEqual([[expected], []]);
    }
  });

  it.each([
    ['0049 30 901820', 'US', 'The phone number is not valid in US.'],
    ['4930901820', 'US', 'The phone number is not valid in US.'],
    [
      '6465550123.0',
      'US',
      'The phone number 6465550123.0 has a decimal point. Format the column as text, and export the file again.',
    ],
    ['6465550123', 'USA', 'The country USA is not a code of two letters, such as US.'],
  ])('%s is refused in %s', async (number, country, reason) => {
    expect((await readAll(`phone_number,country\n${number},${country}`)).refused).toEqual([[2, reason]]);
  });

  it('keeps the country of a row as a variable, and reads its other numbers there', async () => {
    const { leads } = await readAll(
      'phone_number,secondary_phone_2,secondary_phone_1,country\n6465550123,6465550124,6465550125,US',
    );
    expect(leads).toEqual([
      { phoneNumber: '+16465550123', secondaryNumbers: ['+16465550125', '+16465550124'], variables: { country: 'US' } },
    ]);
  });
});
