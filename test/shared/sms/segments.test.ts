import { expect, it } from 'vitest';
import { countSegments } from '#shared/sms/accept-sms.ts';

it.each([
  { what: 'one character', body: 'a', segments: 1 },
  { what: '160 of GSM-7', body: 'a'.repeat(160), segments: 1 },
  { what: '161 of GSM-7', body: 'a'.repeat(161), segments: 2 },
  { what: '300 of GSM-7', body: 'ä'.repeat(300), segments: 2 },
  { what: '80 euros, which count twice', body: '€'.repeat(80), segments: 1 },
  { what: '81 euros', body: '€'.repeat(81), segments: 2 },
  { what: '70 of UCS-2', body: 'ą'.repeat(70), segments: 1 },
  { what: '71 of UCS-2', body: 'ą'.repeat(71), segments: 2 },
  { what: '134 of UCS-2', body: 'ą'.repeat(134), segments: 2 },
  { what: '135 of UCS-2', body: 'ą'.repeat(135), segments: 3 },
  { what: '71 with one character outside GSM-7', body: `${'a'.repeat(70)}’`, segments: 2 },
  { what: '35 emojis, which count twice', body: '😀'.repeat(35), segments: 1 },
  { what: '36 emojis', body: '😀'.repeat(36), segments: 2 },
  { what: 'emojis that must not be cut in two', body: `${'e'.repeat(66)}😀${'e'.repeat(67)}`, segments: 3 },
])('segments of a text $what: $segments', ({ body, segments }) => expect(countSegments(body)).toBe(segments));
