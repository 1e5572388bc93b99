import { expect, it } from 'vitest';
import { grantDials, pauseMs, waitSeconds } from '#shared/calls/dial-rate.ts';

const NOW = 1_000_000;

it.each([
  // calls per second, when the next one may come, wanted → granted, the next one after them
  ['one call a second', 1, -100, 5, 1, 900],
  ['a slot that begins now', 1, 0, 1, 1, 1000],
  ['a pump that is 60 ms late: it catches up', 1, -60, 1, 1, 940],
  ['a slot in the future', 1, 400, 5, 0, 400],
  ['a pause at five a second: one second at once', 5, -60_000, 9, 5, 200],
  ['fewer calls than the carrier takes', 5, -60_000, 2, 2, -400],
  ['a slow carrier', 0.1, -60_000, 9, 1, 9900],
])('grants what the carrier takes: %s', (_, callsPerSecond, nextAt, wanted, count, next) => {
  const granted = grantDials(NOW + nextAt, wanted, { callsPerSecond }, NOW);
  expect(granted).toEqual({ count, nextAt: NOW + next });
});

it('keeps the rate, and the calls of one second at most at once', () => {
  const at: number[] = [];
  let nextAt = NOW - 60_000;
  for (let now = NOW; now < NOW + 60_000; now += 10) {
    const granted = grantDials(nextAt, 9, { callsPerSecond: 5 }, now);
    ({ nextAt } = granted);
    at.push(...Array.from({ length: granted.count }, () => now));
  }
  expect(at.slice(0, 6)).toEqual([...Array.from({ length: 5 }, () => NOW), NOW + 200]);
  expect(at).toHaveLength(5 + 299);
});

it.each([
  [1, 0, 1000],
  [0, 0, 1000],
  [10, 2, 40_000],
  [10, 9, 60_000],
])('pauses after a wish of %d s and %d refusals', (wished, refusals, expected) => {
  expect(pauseMs(wished, refusals)).toBe(expected);
});

it.each([
  [0, 1000, 0],
  [0, 1001, 2],
  [1, 0, 1],
  [1, -5000, 1],
  [899, 500, 900],
])('estimates the wait of a call with %d ahead when the next slot is %d ms away', (ahead, untilNext, seconds) => {
  expect(waitSeconds(ahead, untilNext, { callsPerSecond: 1 })).toBe(seconds);
});
