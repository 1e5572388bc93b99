import { describe, expect, it } from 'vitest';
import { toE164 } from '#shared/platform/e164.ts';

describe('a number in international format', () => {
  it.each([
    '+12025550100',
    ' +1 202 555 0100 ',
    '+1-202-555-0100',
    '+1.202.555.0100',
    '+1 (202) 555-0100',
    '+1 [202] 555 0100',
    '+1\u00a0202\u00a0555\u00a00100',
  ])('%j is read as E.164', (text) => expect(toE164(text)).toBe('+12025550100'));
});

describe('what is more than a number', () => {
  it.each([
    'foo+12025550100',
    '+12025550100abc',
    '+12025550100; drop',
    '+12025550100 ext. 5',
    '+12025550100x5',
    '+12025550100#5',
    '+12025550100;ext=5',
    'tel:+12025550100',
    'sip:+12025550100@example.com',
    '+1 202 555 CALL',
    '+1 202 555 0100, +1 202 555 0101',
    '＋12025550100',
    '++12025550100',
    '+1/202/5550100',
    '0012025550100',
    '2025550100',
    '',
    '+',
  ])('%j is no number', (text) => expect(toE164(text)).toBeUndefined());
});
