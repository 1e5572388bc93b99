import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/domain/call/call.ts';
import {
  createRecordingSecret,
  isSecretOf,
  parseRecordingToken,
  recordingState,
  recordingUrl,
  shownRecordingUrl,
} from '#shared/domain/call/recording-link.ts';
import { buildCall } from '#test/support/builders.ts';

const terms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
const DAY = 86_400_000;
const endedAt = Date.UTC(2026, 5, 30, 12);
const secret = 'A-z_'.repeat(10) + 'xyz';
const recording = { id: 'RE1', durationSeconds: 9 };
const recorded = (changes: Partial<Call> = {}) => buildCall({ recordingSecret: secret, endedAt, ...changes });

describe('the link to a recording', () => {
  it('holds 256 random bits that fit into a URL', () => {
    const secrets = new Set(Array.from({ length: 100 }, () => createRecordingSecret()));
    expect(secrets.size).toBe(100);
    for (const one of secrets) expect(one).toMatch(/^[\w-]{43}$/);
  });

  it('names the call, and nobody else can make it', () => {
    const call = recorded();
    const url = recordingUrl(call, terms);
    expect(url).toBe(`https://api.example.com/api/recordings/${call.userId}.${call.id}.${secret}`);
    expect(parseRecordingToken(url!.split('/').at(-1)!)).toEqual({
      key: { userId: call.userId, callId: call.id },
      secret,
    });
  });

  it('is null for a call that was not recorded', () => {
    expect(recordingUrl(buildCall({ recording }), terms)).toBeNull();
  });

  it.each(['', '1.2', '1.2.', `1.2.${secret}x`, `1.2.${secret.slice(1)}`, `1.2.${secret}/..`, `-1.2.${secret}`])(
    'is none when it reads «%s»',
    (token) => {
      expect(parseRecordingToken(token)).toBeUndefined();
    },
  );

  it('opens for its secret alone', () => {
    expect(isSecretOf(recorded(), secret)).toBe(true);
    expect(isSecretOf(recorded(), secret.replace('A', 'B'))).toBe(false);
    expect(isSecretOf(recorded(), secret.slice(1))).toBe(false);
    expect(isSecretOf(buildCall(), secret)).toBe(false);
    expect(isSecretOf(buildCall(), '')).toBe(false);
  });
});

describe.each<{ what: string; call: Call; after: number; state: string; isShown: boolean }>([
  { what: 'a call that is not settled', call: buildCall({ recording }), after: 0, state: 'none', isShown: false },
  { what: 'one that the carrier is still making', call: recorded(), after: 0, state: 'awaited', isShown: true },
  { what: 'one that is at the carrier', call: recorded({ recording }), after: 0, state: 'awaited', isShown: true },
  {
    what: 'one that is ours',
    call: recorded({ recording: { ...recording, storedAt: endedAt } }),
    after: 30 * DAY - 1,
    state: 'stored',
    isShown: true,
  },
  {
    what: 'one whose retention is over',
    call: recorded({ recording: { ...recording, storedAt: endedAt + 1000 } }),
    after: 30 * DAY,
    state: 'gone',
    isShown: false,
  },
  {
    what: 'one that was never made',
    call: recorded({ recordingAbsentAt: endedAt }),
    after: 0,
    state: 'gone',
    isShown: false,
  },
  {
    what: 'one that came after all',
    call: recorded({ recordingAbsentAt: endedAt, recording: { ...recording, storedAt: endedAt } }),
    after: 0,
    state: 'stored',
    isShown: true,
  },
])('the recording of $what', ({ call, after, state, isShown }) => {
  it(`is ${state}`, () => {
    expect(recordingState(call, terms, endedAt + after)).toBe(state);
    expect(shownRecordingUrl(call, terms, endedAt + after) !== null).toBe(isShown);
  });
});
