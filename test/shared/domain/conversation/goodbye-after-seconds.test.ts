import { describe, expect, it } from 'vitest';
import { goodbyeAfterSeconds } from '#shared/domain/conversation/goodbye-after-seconds.ts';

describe('the goodbye of a call that takes as long as it may', () => {
  it.each([
    { allowed: 600, speed: 1, after: 587 },
    { allowed: 31, speed: 1, after: 18 },
    { allowed: 30, speed: 1, after: undefined },
    { allowed: 40, speed: 60, after: undefined },
  ])('comes after $after s of $allowed s at speed $speed', ({ allowed, speed, after }) => {
    expect(goodbyeAfterSeconds(allowed, speed)).toBe(after);
  });
});
