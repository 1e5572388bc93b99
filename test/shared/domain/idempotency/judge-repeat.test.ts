import { describe, expect, it } from 'vitest';
import { type IdempotencyRecord, judgeRepeat, LEASE_MS } from '#shared/platform/http/idempotency.ts';
import { manifest } from '#shared/manifest/manifest.ts';

const start = 1_000_000;
const answer = { status: 200, body: '{}' };
const known: IdempotencyRecord = {
  fingerprint: 'same',
  recordId: 1,
  token: 't',
  run: 'r',
  startedAt: start,
  leaseUntil: start + 40_000,
  answer: null,
  expiresAt: 2_000,
};

describe('a repeat', () => {
  it('with another body conflicts, whether the first was answered or not', () => {
    expect(judgeRepeat(known, 'other', start)).toEqual({ kind: 'conflict' });
    expect(judgeRepeat({ ...known, answer }, 'other', start)).toEqual({ kind: 'conflict' });
    expect(judgeRepeat(known, 'other', start + 90_000)).toEqual({ kind: 'conflict' });
  });

  it('of an answered request gets its answer', () => {
    expect(judgeRepeat({ ...known, answer }, 'same', start)).toEqual({ kind: 'replay', answer });
    expect(judgeRepeat({ ...known, answer }, 'same', start + 90_000)).toEqual({ kind: 'replay', answer });
  });

  it.each([
    { after: 0, seconds: 1 },
    { after: 900, seconds: 1 },
    { after: 1_001, seconds: 2 },
    { after: 10_000, seconds: 10 },
    { after: 30_000, seconds: 10 },
    { after: 39_999, seconds: 1 },
  ])('after $after ms of the first is to come again in $seconds s', ({ after, seconds }) => {
    expect(judgeRepeat(known, 'same', start + after)).toEqual({ kind: 'running', retryAfterSeconds: seconds });
  });

  it('resumes a run whose lease has ended', () => {
    expect(judgeRepeat(known, 'same', start + 40_000)).toEqual({ kind: 'resume' });
  });
});

describe('the lease', () => {
  it.each(manifest.filter((row) => row.kind === 'http'))('is longer than $id may run', ({ timeoutSeconds }) => {
    expect(timeoutSeconds * 1000).toBeLessThan(LEASE_MS);
  });
});
