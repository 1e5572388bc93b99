import { expect, it } from 'vitest';
import { settingConflict } from '#clients/studio/src/assistants/setting-conflict.ts';

const read = { name: 'Reception', prompt: 'Be brief.', variables: { a: '1' } };

it.each([
  ['nothing was changed meanwhile', read, { name: 'Desk' }, undefined],
  ['only other settings were', { ...read, prompt: 'Be kind.' }, { name: 'Desk' }, undefined],
  ['both have changed it to the same', { ...read, name: 'Desk' }, { name: 'Desk' }, undefined],
  [
    'both have changed it',
    { ...read, name: 'Front desk', prompt: 'Be kind.' },
    { name: 'Desk' },
    { stored: { name: 'Front desk' }, mine: { name: 'Desk' } },
  ],
  [
    'a value of several parts',
    { ...read, variables: { a: '2' } },
    { variables: { a: '1', b: '1' } },
    { stored: { variables: { a: '2' } }, mine: { variables: { a: '1', b: '1' } } },
  ],
])('a conflict of settings: %s', (_, now, changes, expected) => {
  expect(settingConflict(read, now, changes)).toEqual(expected);
});
