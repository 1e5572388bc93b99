import { describe, expect, it } from 'vitest';
import { isBroken, outcomeSpan, spansLookedAt } from '#shared/domain/campaign/circuit-breaker.ts';

describe('circuit breaker', () => {
  it.each([
    [19, 19, false],
    [20, 9, false],
    [20, 10, true],
    [21, 10, false],
    [200, 100, true],
    [0, 0, false],
  ])('of %i calls %i failed: %s', (calls, failed, broken) => {
    expect(isBroken({ calls, failed })).toBe(broken);
  });

  it('looks at five minutes of call time, by the minute', () => {
    const now = Date.UTC(2026, 5, 30, 12, 7, 42);
    const span = outcomeSpan(now, 1);
    expect(new Date(span).toISOString()).toBe('2026-06-30T12:07:00.000Z');
    expect(new Date(spansLookedAt(span, 1)).toISOString()).toBe('2026-06-30T12:03:00.000Z');
    expect(outcomeSpan(now, 20) % 3000).toBe(0);
    expect(now - spansLookedAt(outcomeSpan(now, 20), 20)).toBeLessThanOrEqual(15_000);
  });
});
