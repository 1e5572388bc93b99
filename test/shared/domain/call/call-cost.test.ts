import { describe, expect, it } from 'vitest';
import { affordableSeconds, callCost, capCost, holdFor, type CallRates } from '#shared/domain/call/call-cost.ts';

const rates: CallRates = { aiPerSecond: 1000, aiMinimumSeconds: 30, carrierPerMinute: 14_000 };

describe('cost of a call', () => {
  it.each([
    { durationSeconds: 0, aiCost: 30_000, carrierCost: 14_000 },
    { durationSeconds: 1, aiCost: 30_000, carrierCost: 14_000 },
    { durationSeconds: 30, aiCost: 30_000, carrierCost: 14_000 },
    { durationSeconds: 31, aiCost: 31_000, carrierCost: 14_000 },
    { durationSeconds: 60, aiCost: 60_000, carrierCost: 14_000 },
    { durationSeconds: 61, aiCost: 61_000, carrierCost: 28_000 },
    { durationSeconds: 600, aiCost: 600_000, carrierCost: 140_000 },
  ])('charges an answered call of $durationSeconds s by second and started minute', ({ durationSeconds, ...parts }) => {
    const cost = callCost({ durationSeconds, wasAnswered: true, rates });
    expect(cost).toEqual({ ...parts, totalCost: parts.aiCost + parts.carrierCost });
  });

  it('charges nothing for an unanswered call', () => {
    const cost = callCost({ durationSeconds: 42, wasAnswered: false, rates });
    expect(cost).toEqual({ aiCost: 0, carrierCost: 0, totalCost: 0 });
  });

  it.each([
    { hold: 100_000, expected: { aiCost: 60_000, carrierCost: 14_000, totalCost: 74_000 } },
    { hold: 50_000, expected: { aiCost: 36_000, carrierCost: 14_000, totalCost: 50_000 } },
    { hold: 10_000, expected: { aiCost: 0, carrierCost: 10_000, totalCost: 10_000 } },
    { hold: 0, expected: { aiCost: 0, carrierCost: 0, totalCost: 0 } },
  ])('never charges more than the $hold that were held', ({ hold, expected }) => {
    expect(capCost(callCost({ durationSeconds: 60, wasAnswered: true, rates }), hold)).toEqual(expected);
  });
});

describe('allowed duration', () => {
  it.each([
    { available: 100_000_000, maxDuration: 600, seconds: 600 },
    { available: 740_000, maxDuration: 600, seconds: 600 },
    { available: 739_999, maxDuration: 600, seconds: 599 },
    { available: 87_999, maxDuration: 600, seconds: 60 },
    { available: 74_000, maxDuration: 600, seconds: 60 },
    { available: 73_999, maxDuration: 600, seconds: undefined },
    { available: 0, maxDuration: 600, seconds: undefined },
    { available: 44_000, maxDuration: 20, seconds: 20 },
    { available: 43_999, maxDuration: 20, seconds: undefined },
  ])('is $seconds s of $maxDuration s for $available', ({ available, maxDuration, seconds }) => {
    expect(affordableSeconds(available, maxDuration, rates)).toBe(seconds);
  });

  it.each([0, 14_000, 350_000])('is the longest one that any balance pays for, at %i a minute', (carrierPerMinute) => {
    const card = { ...rates, carrierPerMinute };
    for (let available = holdFor(60, card); available < 3_000_000; available += 7919) {
      const seconds = affordableSeconds(available, 3600, card)!;
      expect(holdFor(seconds, card)).toBeLessThanOrEqual(available);
      expect(holdFor(seconds + 1, card)).toBeGreaterThan(available);
    }
  });

  it('holds enough for every call that is no longer', () => {
    for (let seconds = 1; seconds <= 1200; seconds += 1) {
      const { totalCost } = callCost({ durationSeconds: seconds - 1, wasAnswered: true, rates });
      expect(holdFor(seconds, rates)).toBeGreaterThanOrEqual(totalCost);
    }
  });
});
