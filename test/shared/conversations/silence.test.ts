import { expect, it } from 'vitest';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import { goodbyeAfterSeconds } from '#shared/conversations/script.ts';
import { repromptsOnIdleTimeout, silenceStartedAt } from '#shared/realtime/realtime-calls.ts';

const openedAt = 1_000_000;
const pace = { intervalMs: 10_000, msPerCallSecond: 1000 };
const at = (seconds: number) => openedAt + seconds * 1000;
const customer = (seconds: number, text = 'Yes.'): ConversationEvent => ({
  kind: 'customer_said',
  at: at(seconds),
  text,
});
const assistant = (seconds: number, text = 'I see.'): ConversationEvent => ({
  kind: 'assistant_said',
  at: at(seconds),
  generation: 0,
  text,
});

it.each([
  { case: 'no one has spoken', events: [], since: 0 },
  { case: 'the customer spoke last', events: [assistant(2), customer(5)], since: 5 },
  { case: 'the assistant answered', events: [customer(5), assistant(8)], since: 8 },
  { case: 'words come in late', events: [assistant(8), customer(5)], since: 8 },
  { case: 'the same words come twice', events: [customer(5), customer(5)], since: 5 },
  { case: 'the assistant broke the silence', events: [customer(5), assistant(16)], since: 5 },
  { case: 'it broke it several times', events: [customer(5), assistant(16), assistant(27)], since: 5 },
  { case: 'the customer answers to that', events: [customer(5), assistant(16), customer(18)], since: 18 },
  { case: 'a long answer ends late', events: [customer(5), assistant(19, 'x'.repeat(150))], since: 19 },
  { case: 'words were heard before the model came', events: [customer(-2)], since: 0 },
])('the beginning of a silence is right when $case', ({ events, since }) =>
  expect(silenceStartedAt(openedAt, events, pace)).toBe(at(since)),
);

it('the beginning of a silence is in the time of the call where that runs faster than the clock', () => {
  const events = [customer(1), assistant(1.6)];
  expect(silenceStartedAt(openedAt, events, { intervalMs: 500, msPerCallSecond: 50 })).toBe(at(1));
});

it.each([
  { endpointType: 'vad', reengagementInterval: 7, itself: true },
  { endpointType: 'vad', reengagementInterval: 30, itself: true },
  { endpointType: 'vad', reengagementInterval: 31, itself: false },
  { endpointType: 'ai', reengagementInterval: 10, itself: false },
] as const)('who breaks a silence is the model ($itself) for $endpointType after $reengagementInterval s', (row) => {
  expect(repromptsOnIdleTimeout(row)).toBe(row.itself);
});

it.each([
  { allowed: 600, speed: 1, after: 587 },
  { allowed: 31, speed: 1, after: 18 },
  { allowed: 30, speed: 1, after: undefined },
  { allowed: 40, speed: 60, after: undefined },
])('the goodbye of a long call comes after $after s of $allowed s at speed $speed', ({ allowed, speed, after }) => {
  expect(goodbyeAfterSeconds(allowed, speed)).toBe(after);
});
