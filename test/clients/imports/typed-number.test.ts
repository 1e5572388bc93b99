import { expect, it } from 'vitest';
import { readTypedNumber } from '#clients/imports/src/typed-number.ts';

it.each([
  ['030 901820', 'DE', '+4930901820, Germany'],
  ['+44 20 7946 0018', 'DE', '+442079460018, United Kingdom'],
  ['(204) 555-0100', 'CA', '+12045550100, Canada'],
  ['+800 1234 5678', null, '+80012345678'],
  ['4930901820', null, undefined],
])('%s in %s is shown with its country: %s', (text, country, shown) => {
  expect(readTypedNumber(text, country)).toEqual(
    shown === undefined
      ? { refused: 'The phone number must include the country code.' }
      : { phoneNumber: shown.split(',')[0], shown },
  );
});
