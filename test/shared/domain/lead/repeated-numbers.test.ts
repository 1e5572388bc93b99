import { describe, expect, it } from 'vitest';
import { repeatedNumbers } from '#shared/domain/lead/repeated-numbers.ts';

describe('numbers of one lead', () => {
  it.each([
    { main: '+1', contacts: [], repeated: [] },
    { main: '+1', contacts: ['+2', '+3'], repeated: [] },
    { main: '+1', contacts: ['+1'], repeated: [0] },
    { main: '+1', contacts: ['+2', '+2', '+2', '+1'], repeated: [1, 2, 3] },
    { main: undefined, contacts: [undefined, undefined, '+1'], repeated: [] },
    { main: undefined, contacts: ['+1', undefined, '+1'], repeated: [2] },
  ])('$main with $contacts repeat at $repeated', ({ main, contacts, repeated }) => {
    const paths = repeated.map((index) => `secondary_contacts.${index}.phone_number`);
    expect(Object.keys(repeatedNumbers(main, contacts))).toEqual(paths);
  });
});
