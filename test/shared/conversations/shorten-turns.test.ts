import { expect, it } from 'vitest';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import { shortenTurns } from '#shared/conversations/transcript.ts';

const turn = (text: string, timestamp = 1): TranscriptTurn => ({ sender: 'human', text, timestamp });
const bytes = (turns: TranscriptTurn[]) => Buffer.byteLength(JSON.stringify(turns));

it('leaves a transcript that fits as it is', () => {
  const turns = [turn('Hello.'), turn('x'.repeat(150_000))];
  expect(shortenTurns(turns)).toEqual(turns);
});

it.each([
  ['one turn of a megabyte', [turn('Hello.'), turn('x'.repeat(1_000_000)), turn('Bye.')]],
  ['a hundred turns of 8,000 characters', Array.from({ length: 100 }, () => turn('ä'.repeat(8_000)))],
  ['half a character at the cut', [turn('Hello.'), turn('😀'.repeat(300_000))]],
  ['100,000 short turns', Array.from({ length: 100_000 }, (_, index) => turn('yes', index))],
])('shortens %s, and keeps the beginning of each that stays', (_, turns) => {
  const kept = shortenTurns(turns);
  expect(bytes(kept)).toBeLessThanOrEqual(200_000);
  expect(kept.length).toBeGreaterThan(turns.length / 1000);
  for (const [index, { text }] of kept.entries()) {
    expect(text.isWellFormed()).toBe(true);
    expect(turns[index]!.text.startsWith(text.replace(/ …$/, ''))).toBe(true);
  }
  expect(kept[0]!.text).toMatch(/^(?:Hello\.|ää|yes)/);
});
