import { expect, it } from 'vitest';
import { grantDials, pauseMs, pumpCount, waitSeconds } from '#shared/calls/dial-queue.ts';

const NOW = 1_000_000;

it.each([
  // calls per second, when the next one may come, wanted → granted, the next one after them
  ['one call a second', 1, 0, 5, 1, 900],
  ['a slot that begins now', 1, 0, 1, 1, 900],
  ['a pump that is 60 ms late: it catches up', 1, -60, 1, 1, 940],
  ['a slot in the future', 1, 400, 5, 0, 400],
  ['a pause at five a second: one second at once', 5, -60_000, 9, 5, 200],
  ['fewer calls than the carrier takes', 5, -60_000, 2, 2, -400],
  ['a slow carrier', 0.1, -60_000, 9, 1, 9900],
])('grants what the carrier takes: %s', (_, callsPerSecond, nextAt, wanted, count, next) => {
  const from = nextAt === 0 ? NOW - 100 : NOW + nextAt;
  expect(grantDials(from, wanted, { callsPerSecond }, NOW)).toEqual({ count, nextAt: NOW + next });
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
  [899, 500, 900],
])('estimates the wait of a call with %d ahead when the next slot is %d ms away', (ahead, untilNext, seconds) => {
  const pace = { nextAt: NOW + untilNext, served: { interactive: 0, campaign: 0 }, refusals: 0 };
  expect(waitSeconds(ahead, pace, { callsPerSecond: 1 }, NOW)).toBe(seconds);
});

it('runs one pump per 20 calls a second', () => {
  expect([0.1, 1, 20, 21, 100].map((callsPerSecond) => pumpCount({ callsPerSecond }))).toEqual([1, 1, 1, 2, 5]);
});
