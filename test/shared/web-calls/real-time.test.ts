import { expect, it } from 'vitest';
import type { CallType } from '#shared/calls/call-items.ts';
import { secondsOnLine } from '#shared/calls/call.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';

it.each<[type: CallType, timeScale: number, silenceMs: number]>([
  ['web', 1, 10_000],
  ['web', 20, 10_000],
  ['outbound', 20, 500],
])('the silence of a call of the type %s, %i times as fast, lasts %i ms', async (type, timeScale, silenceMs) => {
  const assistant = { reengagementInterval: 10, maxSilenceDuration: 30, waitForCustomer: true };
  const live = await holdCall({ call: { type, allowedSeconds: 600 }, assistant, timeScale, isUnopened: true });
  const opening = live.clock.now() + 1000;
  await live.setup();
  const due = (name: string) =>
    live.timer.timers.find(({ message }) => 'timer' in message && message.timer === name)!.dueAt - opening;
  expect(due('silence')).toBe(silenceMs);
  // Some seconds before the end of 600, which are call seconds for calls of the simulator only.
  const whole = type === 'web' ? 600_000 : 600_000 / timeScale;
  expect(due('goodbye')).toBeGreaterThan(whole * 0.8);
  expect(due('goodbye')).toBeLessThan(whole);
});

it('a time on the line is call seconds of the clock for web calls only', () => {
  const clock = createFixedClock(0, 20);
  expect([secondsOnLine({ type: 'web' }, 30, clock), secondsOnLine({ type: 'inbound' }, 30, clock)]).toEqual([600, 30]);
});
