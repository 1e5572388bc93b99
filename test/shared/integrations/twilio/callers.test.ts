import * as v from 'valibot';
import { expect, it } from 'vitest';
import { caller } from '#shared/integrations/twilio/callers.ts';

/** The keys that spell a word on a telephone, as carriers show callers who show no number. */
const keysOf = (word: string) =>
  `+${Array.from(word, (letter) => '22233344455566677778889999'[letter.charCodeAt(0) - 65]).join('')}`;

it.each(['RESTRICTED', 'ANONYMOUS', 'UNAVAILABLE', 'BLOCKED', 'UNKNOWN'])(
  'a caller named %s, or its keys, is withheld',
  (word) => {
    expect(v.parse(caller, word.toLowerCase())).toBe('');
    expect(v.parse(caller, keysOf(word))).toBe('');
  },
);

it.each(['+12025550100', 'sip:desk@example.com', '+266696688'])('the caller %s is shown', (from) => {
  expect(v.parse(caller, ` ${from}`)).toBe(from);
});
