import { expect, it } from 'vitest';
import { findSilences } from '#infra/local/rehearsal/find-silence.ts';
import { latestIn, waitedIn } from '#infra/local/rehearsal/machine-wait.ts';

const entry = (callSeconds: number, type: string, data: object = {}) => ({
  at: callSeconds * 1000,
  callSeconds,
  type,
  data,
});
/** The customer's last word, a prompt, and the end of a piece that the assistant says, at 14 characters a second. */
const said = (at: number) => entry(at, 'dialogue', { who: 'customer', text: 'Hello?' });
const frame = (at: number, content: object) => entry(at, 'frame', { from: 'carrier', frame: content });
const prompt = (at: number) => frame(at, { type: 'prompt', voicePrompt: 'Hello?', last: true });
const voiceOn = (at: number) => frame(at, { type: 'info', name: 'agentSpeaking', value: 'on' });
const played = (at: number, seconds: number) =>
  frame(at, { type: 'info', name: 'tokensPlayed', value: 'x'.repeat(seconds * 14) });

it.each([
  ['from the last word to the first sound', [played(3, 2), said(5), prompt(5.5), played(9, 2)], 2],
  ['in the middle of an answer', [said(5), prompt(5.5), played(7, 1), played(11, 1)], 3],
  ['after a key', [played(3, 2), entry(4, 'key'), played(8, 2)], 2],
  ['from the end of a noise', [played(3, 1), entry(3.1, 'noise'), played(7.5, 2)], 2],
  ['by the report that the voice begins', [said(5), prompt(5.5), voiceOn(6.2), played(9, 2)], 1.2],
  ['not between a reprompt and the goodbye', [played(3, 2), played(15, 2), played(25, 2)], 0],
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

it('what the machine takes of a wait is told, and does not count', () => {
  const timeline = [said(5), prompt(5.5), played(9, 1), said(20), prompt(20.5), played(24, 1)];
  const machine = (from: number, to: number) => (from === 5_000 && to === 9_000 ? 2.5 : 0);
  expect(findSilences({ calls: [{ timeline }] }, machine)).toMatchObject({ longest: 3, machine: 0 });
  expect(findSilences({ calls: [{ timeline: timeline.slice(0, 3) }] }, machine)).toMatchObject({
    longest: 0.5,
    machine: 2.5,
  });
});

it.each([
  ['between samples', 1010, 1090, 40],
  ['before the first sample', 900, 1050, 10],
  ['after the last sample', 1100, 1200, 0],
])('how long the machine let the processes wait is known %s', (_, from, to, expected) => {
  const samples = [
    { at: 1000, waited: 0, ownWaited: 0 },
    { at: 1050, waited: 10, ownWaited: 0 },
    { at: 1100, waited: 40, ownWaited: 0 },
  ];
  expect(waitedIn(samples, from, to)).toBe(expected);
});

it.each([
  ['in the wait', 900, 1200, 150],
  ['before the wait', 1300, 1500, 0],
  ['without waiting for a processor', 1300, 1900, 0],
])('the longest delay of the process that the machine explains is known: %s', (_, from, to, expected) => {
  const samples = [
    { at: 1000, waited: 0, ownWaited: 0 },
    { at: 1200, waited: 0, ownWaited: 90 },
    { at: 1250, waited: 0, ownWaited: 90 },
    { at: 1600, waited: 0, ownWaited: 100 },
  ];
  expect(latestIn(samples, from, to)).toBe(expected);
});
