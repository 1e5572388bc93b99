import { describe, expect, it } from 'vitest';
import { callerNumber } from '#shared/domain/call/caller-number.ts';

/** The keys that spell a word on a telephone, as carriers show callers who show no number. */
const keysOf = (word: string) =>
  `+${Array.from(word, (letter) => '22233344455566677778889999'[letter.charCodeAt(0) - 65]).join('')}`;

describe('the number of a caller', () => {
  it.each([
    { from: '+12025550100', is: '+12025550100' },
    { from: '+1 202 555 0100', is: '+12025550100' },
    { from: '+4915123456789', is: '+4915123456789' },
    { from: '', is: 'anonymous' },
    { from: '  ', is: 'anonymous' },
    { from: 'Anonymous', is: 'anonymous' },
    { from: 'unknown', is: 'anonymous' },
    { from: 'sip:desk@example.com', is: 'sip:desk@example.com' },
    { from: '+10', is: '+10' },
    { from: 'x'.repeat(500), is: 'x'.repeat(64) },
  ])('«$from» is $is', ({ from, is }) => {
    expect(callerNumber(from)).toBe(is);
  });

  it.each(['RESTRICTED', 'ANONYMOUS', 'UNAVAILABLE', 'BLOCKED', 'UNKNOWN'])('that spells %s is withheld', (word) => {
    expect(callerNumber(keysOf(word))).toBe('anonymous');
  });
});
