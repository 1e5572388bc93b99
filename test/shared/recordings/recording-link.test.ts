import { expect, it } from 'vitest';
import type { Call } from '#shared/calls/call.ts';
import {
  createRecordingSecret,
  isSecretOf,
  parseRecordingToken,
  recordingState,
  recordingUrl,
  shownRecordingUrl,
} from '#shared/recordings/recording.ts';
import { buildCall } from '#test/support/builders.ts';

const terms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
const DAY = 86_400_000;
const endedAt = Date.UTC(2026, 5, 30, 12);
const secret = 'A-z_'.repeat(10) + 'xyz';
const recording = { id: 'RE1', durationSeconds: 9 };
const recorded = (changes: Partial<Call> = {}) => buildCall({ recordingSecret: secret, endedAt, ...changes });

it('the link to a recording holds 256 random bits that fit into a URL', () => {
  const secrets = new Set(Array.from({ length: 100 }, () => createRecordingSecret()));
  expect(secrets.size).toBe(100);
  for (const one of secrets) expect(one).toMatch(/^[\w-]{43}$/);
});

it('the link to a recording names the call, and cannot be forged', () => {
  const call = recorded();
  const url = recordingUrl(call, terms);
  expect(url).toBe(`https://api.example.com/api/recordings/${call.userId}.${call.id}.${secret}`);
  const key = { userId: call.userId, callId: call.id };
  expect(parseRecordingToken(url!.split('/').at(-1)!)).toEqual({ key, secret });
});

it('the link to a recording is null for a call that was not recorded', () =>
  expect(recordingUrl(buildCall({ recording }), terms)).toBeNull());

it.each(['', '1.2', '1.2.', `1.2.${secret}x`, `1.2.${secret.slice(1)}`, `1.2.${secret}/..`, `-1.2.${secret}`])(
  'the link to a recording is invalid when it reads «%s»',
  (token) => {
    expect(parseRecordingToken(token)).toBeUndefined();
  },
);

it('the link to a recording opens for its secret alone', () => {
  expect(isSecretOf(recorded(), secret)).toBe(true);
  expect(isSecretOf(recorded(), secret.replace('A', 'B'))).toBe(false);
  expect(isSecretOf(recorded(), secret.slice(1))).toBe(false);
  expect(isSecretOf(buildCall(), secret)).toBe(false);
  expect(isSecretOf(buildCall(), '')).toBe(false);
});

const stored = (storedAt: number) => ({ ...recording, storedAt });

it.each<[what: string, call: Call, after: number, state: string, isShown: boolean]>([
  ['a call that is not settled', buildCall({ recording }), 0, 'none', false],
  ['a call that the carrier still makes it of', recorded(), 0, 'awaited', true],
  ['a call whose carrier has it', recorded({ recording }), 0, 'awaited', true],
  ['a call that is ours', recorded({ recording: stored(endedAt) }), 30 * DAY - 1, 'stored', true],
  ['a call whose retention is over', recorded({ recording: stored(endedAt + 1000) }), 30 * DAY, 'gone', false],
  ['a call that was not recorded', recorded({ recordingAbsentAt: endedAt }), 0, 'gone', false],
  ['one that came after all', recorded({ recordingAbsentAt: endedAt, recording: stored(endedAt) }), 0, 'stored', true],
])('the recording of %s', (_, call, after, state, isShown) => {
  expect(recordingState(call, terms, endedAt + after)).toBe(state);
  expect(shownRecordingUrl(call, terms, endedAt + after) !== null).toBe(isShown);
});
