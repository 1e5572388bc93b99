import { expect, it } from 'vitest';
import { grantDials, pauseMs, pumpCount, waitSeconds } from '#shared/calls/dial-queue.ts';

const NOW = 1_000_000;

it.each([
  // calls per second, when the next one may come, wanted → granted, the next one after them
  ['one call a second', 1, -100, 5, 1, 900],
  ['a slot that begins now', 1, 0, 1, 1, 1000],
  ['a pump that is 60 ms late: it catches up', 1, -60, 1, 1, 940],
  ['a slot in the future', 1, 400, 5, 0, 400],
  ['a pause at five a second: one second at once, but for the reserve', 5, -60_000, 9, 4, 200],
  ['fewer calls than the carrier takes', 5, -60_000, 2, 2, -200],
  ['a slow carrier', 0.1, -60_000, 9, 1, 9900],
])('grants what the carrier takes: %s', (_, callsPerSecond, nextAt, wanted, count, next) => {
  const pace = { nextAt: NOW + nextAt, refusals: 0 };
  const granted = grantDials(pace, wanted, { callsPerSecond }, { now: NOW, fromReserve: false });
  expect(granted).toEqual({ count, nextAt: NOW + next });
});

it.each([
  ['before the next slot', 5, { nextAt: 200, refusals: 0 }, 1, 400],
  ['after it was taken: it comes back in a slot', 5, { nextAt: 400, refusals: 0 }, 0, 400],
  ['after a pause, in one with the others', 5, { nextAt: -60_000, refusals: 0 }, 5, 400],
  ['while the carrier refuses calls', 5, { nextAt: 200, refusals: 1 }, 0, 200],
  ['at one call a second', 1, { nextAt: 200, refusals: 0 }, 0, 200],
])('grants the reserve %s', (_, callsPerSecond, { nextAt, refusals }, count, next) => {
  const pace = { nextAt: NOW + nextAt, refusals };
  const granted = grantDials(pace, 5, { callsPerSecond }, { now: NOW, fromReserve: true });
  expect(granted).toEqual({ count, nextAt: NOW + next });
});

it('keeps the pace, and the calls of one second at most at once, with the reserve', () => {
  const rate = { callsPerSecond: 5 };
  const at: number[] = [];
  const pace = { nextAt: NOW, refusals: 0 };
  for (let now = NOW; now < NOW + 60_000; now += 10) {
    const granted = grantDials(pace, 1, rate, { now, fromReserve: now % 70 === 0 });
    pace.nextAt = granted.nextAt;
    if (granted.count > 0) at.push(now);
  }
  expect(at).toHaveLength(301);
  expect(Math.max(...at.map((from) => at.filter((one) => one >= from && one < from + 1000).length))).toBe(6);
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
