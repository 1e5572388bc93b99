import { countSegments } from '@ringback/simulators/twilio/message/messages.ts';
import { describe, expect, it } from 'vitest';

describe('the segments of a text', () => {
  it.each([
    ['160 characters of GSM-7', 'a'.repeat(160), 1],
    ['161 characters of GSM-7', 'a'.repeat(161), 2],
    ['306 characters of GSM-7', 'a'.repeat(306), 2],
    ['307 characters of GSM-7', 'a'.repeat(307), 3],
    ['156 characters of GSM-7 that are no ASCII letters', 'Ññ¿¡ßÆøΩ£¥§\r\n'.repeat(12), 1],
    ['80 euro signs, each two units', '€'.repeat(80), 1],
    ['81 euro signs', '€'.repeat(81), 2],
    ['a euro sign that is not torn in two', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 characters of UCS-2', 'я'.repeat(70), 1],
    ['71 characters of UCS-2', 'я'.repeat(71), 2],
    ['134 characters of UCS-2', 'я'.repeat(134), 2],
    ['135 characters of UCS-2', 'я'.repeat(135), 3],
    ['one character that is not GSM-7', `${'a'.repeat(70)}ç`, 2],
    ['35 emoji, each two units', '👍'.repeat(35), 1],
    ['67 emoji, of which none is torn in two', '👍'.repeat(67), 3],
    ['300 characters, the longest that customers send', 'a'.repeat(300), 2],
  ])('%s', (_what, text, segments) => {
    expect(countSegments(text)).toBe(segments);
  });
});
