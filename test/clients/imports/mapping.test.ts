import { describe, expect, it } from 'vitest';
import { columnsOf } from '#clients/imports/src/columns.ts';
import { leadOfRow } from '#clients/imports/src/lead-rows.ts';
import { type ColumnUse, columnsOfUses, guessedUses, type Meaning, usesProblem } from '#clients/imports/src/mapping.ts';

const use = (meaning: Meaning, variable = 'x'): ColumnUse => ({ meaning, variable });
const meaningsOf = (heading: string[], cells: string[] = [], country?: string) =>
  guessedUses(heading, { rows: [{ cells }], country }).map(({ meaning }) => meaning);

describe('the columns of a file with any headings', () => {
  it.each<[string, string[], string[], Meaning[]]>([
    ['the name of the API', ['name', 'phone_number'], [], ['variable', 'phone']],
    ['a heading of another program', ['Vorname', 'Handy'], [], ['variable', 'phone']],
    ['the name of the API before others', ['Telefon', 'Phone Number'], [], ['secondary', 'phone']],
    ['two other names', ['Telefon', 'Mobile'], [], ['phone', 'secondary']],
    ['no name of a number', ['Kontakt', 'Wer'], ['+12025550101', 'Ada'], ['phone', 'variable']],
    ['no number at all', ['Kontakt', 'Wer'], ['x', 'Ada'], ['variable', 'variable']],
    [
      'a country, and what an import has added',
      ['phone', 'Country', 'refused_line', ''],
      [],
      ['phone', 'country', 'none', 'none'],
    ],
    ['further numbers', ['phone', 'secondary_phone_2'], [], ['phone', 'secondary']],
  ])('are known by %s', (_, heading, cells, meanings) => expect(meaningsOf(heading, cells)).toEqual(meanings));

  it('are known by national numbers when the country is', () => {
    const cells = ['2026-11-28', '030 901820'];
    expect(meaningsOf(['Termin', 'Kontakt'], cells)).toEqual(['variable', 'variable']);
    expect(meaningsOf(['Termin', 'Kontakt'], cells, 'DE')).toEqual(['variable', 'phone']);
  });

  it('become the variables that the assistant names', () => {
    const uses = guessedUses(['phone', 'Customer Name', 'Note'], { rows: [], names: ['customer_name'] });
    expect(uses.map(({ variable }) => variable)).toEqual(['phone', 'customer_name', 'Note']);
  });

  it.each([
    [[use('variable')], 'Choose the column with the phone number.'],
    [[use('phone'), use('phone')], 'Only one column can be the phone number. Make the others further numbers.'],
    [
      [use('phone'), ...Array.from({ length: 11 }, () => use('secondary'))],
      'A customer has at most 10 further numbers.',
    ],
    [[use('phone'), use('country', 'a'), use('country', 'b')], 'Only one column can be the country.'],
    [[use('phone'), use('variable', ' ')], 'Name the variable of each column, or leave the column out.'],
    [
      [use('phone'), use('variable', 'a'), use('variable', 'a ')],
      'Two columns become “a”. Rename one of them, or leave it out.',
    ],
    [[use('phone'), use('none'), use('none'), use('variable')], undefined],
  ])('%#: are refused with what to do', (uses, problem) => expect(usesProblem(uses)).toBe(problem));

  it.each([
    ['phone_number,name,country'],
    ['name,Phone,secondary_phone_2,secondary_phone_1'],
    ['telefon,refused_line,refused_because,stadt'],
  ])('are those of the other imports where these read them: %s', (line) => {
    const heading = line.split(',');
    expect(columnsOfUses(heading, guessedUses(heading, { rows: [] }))).toEqual(columnsOf(heading));
  });

  it('make leads, without what is left out', () => {
    const uses = [use('variable', 'customer_name'), use('phone'), use('none'), use('secondary'), use('none')];
    const columns = columnsOfUses(['Wer', 'Kontakt', 'Intern', 'Privat', ''], uses);
    expect(leadOfRow(columns, ['Ada', '+12025550101', 'secret', '+12025550102', 'more'])).toEqual({
      lead: {
        phoneNumber: '+12025550101',
        secondaryNumbers: ['+12025550102'],
        variables: { customer_name: 'Ada' },
      },
    });
  });
});
