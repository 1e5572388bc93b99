import { expect, it } from 'vitest';
import { findSilences } from '#infra/local/rehearsal/find-silence.ts';

const entry = (callSeconds: number, type: string, data: object = {}) => ({ callSeconds, type, data });
/** The customer's last word, a prompt, and the end of a piece that the assistant says, at 14 characters a second. */
const said = (at: number) => entry(at, 'dialogue', { who: 'customer', text: 'Hello?' });
const frame = (at: number, content: object) => entry(at, 'frame', { from: 'carrier', frame: content });
const prompt = (at: number) => frame(at, { type: 'prompt', voicePrompt: 'Hello?', last: true });
const played = (at: number, seconds: number) =>
  frame(at, { type: 'info', name: 'tokensPlayed', value: 'x'.repeat(seconds * 14) });

it.each([
  ['from the last word to the first sound', [played(3, 2), said(5), prompt(5.5), played(9, 2)], 2],
  ['in the middle of an answer', [said(5), prompt(5.5), played(7, 1), played(11, 1)], 3],
  ['after a key', [played(3, 2), entry(4, 'key'), played(8, 2)], 2],
  ['from the end of a noise', [played(3, 1), entry(3.1, 'noise'), played(7.5, 2)], 2],
  ['not before a reprompt', [played(3, 2), played(15, 2)], 0],
  ['however long after the last word', [said(5), prompt(5.5), played(30, 2)], 23],
])('the longest silence is found %s', (_, timeline, seconds) => {
  expect(findSilences({ calls: [{ timeline }] }).longest).toBeCloseTo(seconds);
});

it('the wait from the last word to the prompt is found for each turn', () => {
  const timeline = [said(5), prompt(5.5), played(8, 2), said(10), prompt(10.6)];
  const { endpointing } = findSilences({ calls: [{ timeline }] });
  expect(endpointing.map((seconds) => seconds.toFixed(1))).toEqual(['0.5', '0.6']);
});
