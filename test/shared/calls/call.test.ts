import { expect, it } from 'vitest';
import type { PostCallField } from '#shared/assistants/call-settings.ts';
import { emptyEvaluation } from '#shared/call-life/evaluate-call.ts';
import { callerNumber } from '#shared/call-life/receive-call.ts';
import { affordableSeconds, callCost, capCost, holdFor } from '#shared/calls/call-cost.ts';
import { callStatuses, isFinal, statusesBefore, type CallStatus } from '#shared/calls/call-status.ts';
import { callReference, createCallToken, isCallToken, parseCallReference } from '#shared/calls/call-token.ts';
import { decideFinalStatus } from '#shared/calls/call.ts';
import type { CallRates } from '#shared/catalog/rate-card.ts';
import { transcriptText } from '#shared/conversations/transcript.ts';

it('the name of a call is read as it was written', () => {
  const key = { userId: 7, callId: 243_930_143_099_614 };
  expect(parseCallReference(callReference(key))).toEqual(key);
});

it.each(['', '7', '7.', '.7', '7.x', '-1.5', '7.1e3'])('the name of a call is not «%s»', (name) => {
  expect(parseCallReference(name)).toBeUndefined();
});

const key = { userId: 7, callId: 1001 };
const token = createCallToken('key', 'bridge', key, 'CA1');

it('a call token is good for its call, its purpose and its peer', () =>
  expect(isCallToken(token, 'key', 'bridge', key, 'CA1')).toBe(true));

it.each([
  { other: 'key', good: isCallToken(token, 'other', 'bridge', key, 'CA1') },
  { other: 'purpose', good: isCallToken(token, 'key', 'tools', key, 'CA1') },
  { other: 'call', good: isCallToken(token, 'key', 'bridge', { ...key, callId: 1002 }, 'CA1') },
  { other: 'user', good: isCallToken(token, 'key', 'bridge', { ...key, userId: 8 }, 'CA1') },
  { other: 'peer', good: isCallToken(token, 'key', 'bridge', key, 'CA2') },
  { other: 'text', good: isCallToken('', 'key', 'bridge', key, 'CA1') },
])('a call token is bad for another $other', ({ good }) => expect(good).toBe(false));

const moves: Record<CallStatus, CallStatus[]> = {
  initiated: [],
  ringing: ['initiated'],
  'in-progress': ['initiated', 'ringing'],
  ended: ['initiated', 'ringing', 'in-progress'],
  busy: ['initiated', 'ringing'],
  'no-answer': ['initiated', 'ringing'],
  failed: ['initiated', 'ringing', 'in-progress'],
  completed: ['ended'],
  ended_by_customer: ['ended'],
  ended_by_assistant: ['ended'],
};

it.each(callStatuses)('a call status becomes %s only from the statuses before it', (next) => {
  expect(statusesBefore(next).toSorted()).toEqual(moves[next].toSorted());
});

it('a call status never leaves a final status', () => {
  const left = callStatuses.flatMap((next) => statusesBefore(next));
  expect(left.filter(isFinal)).toEqual([]);
});

it.each([
  { endedBy: 'assistant' as const, durationSeconds: 10, status: 'ended_by_assistant' },
  { endedBy: 'customer' as const, durationSeconds: 10, status: 'ended_by_customer' },
  { endedBy: null, durationSeconds: 10, status: 'completed' },
  { endedBy: null, durationSeconds: 60, status: 'ended_by_assistant' },
  { endedBy: 'customer' as const, durationSeconds: 60, status: 'ended_by_assistant' },
  { endedBy: 'customer' as const, durationSeconds: 59, status: 'ended_by_customer' },
])('final status is $status when $endedBy hung up after $durationSeconds of 60 s', ({ status, ...call }) => {
  expect(decideFinalStatus({ ...call, allowedSeconds: 60 })).toBe(status);
});

it.each([
  { from: '+12025550100', is: '+12025550100' },
  { from: '+1 202 555 0100', is: '+12025550100' },
  { from: '+4915123456789', is: '+4915123456789' },
  { from: '', is: 'anonymous' },
  { from: '  ', is: 'anonymous' },
  { from: 'sip:desk@example.com', is: 'sip:desk@example.com' },
  { from: '+10', is: '+10' },
  { from: 'x'.repeat(500), is: 'x'.repeat(64) },
  { from: `sip:${'🙂'.repeat(59)}a@example.com`, is: `sip:${'🙂'.repeat(30)}` },
  { from: `sip:a${'🙂'.repeat(59)}@example.com`, is: `sip:a${'🙂'.repeat(29)}\uFFFD` },
])('the number of a caller «$from» is $is', ({ from, is }) => expect(callerNumber(from)).toBe(is));

const rates: CallRates = { aiPerSecond: 1000, aiMinimumSeconds: 30, carrierPerMinute: 14_000 };

it.each([
  { durationSeconds: 0, aiCost: 30_000, carrierCost: 14_000 },
  { durationSeconds: 31, aiCost: 31_000, carrierCost: 14_000 },
  { durationSeconds: 60, aiCost: 60_000, carrierCost: 14_000 },
  { durationSeconds: 61, aiCost: 61_000, carrierCost: 28_000 },
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

it.each([
  { available: 100_000_000, maxDuration: 600, seconds: 600 },
  { available: 740_000, maxDuration: 600, seconds: 600 },
  { available: 74_000, maxDuration: 600, seconds: 60 },
  { available: 73_999, maxDuration: 600, seconds: undefined },
  { available: 44_000, maxDuration: 20, seconds: 20 },
])('the allowed duration is $seconds s of $maxDuration s for $available', ({ available, maxDuration, seconds }) => {
  expect(affordableSeconds(available, maxDuration, rates)).toBe(seconds);
});

it.each([0, 14_000, 350_000])(
  'the allowed duration is the longest one that any balance pays for, at %i a minute',
  (carrierPerMinute) => {
    const card = { ...rates, carrierPerMinute };
    for (let available = holdFor(60, card); available < 3_000_000; available += 7919) {
      const seconds = affordableSeconds(available, 3600, card)!;
      expect(holdFor(seconds, card)).toBeLessThanOrEqual(available);
      expect(holdFor(seconds + 1, card)).toBeGreaterThan(available);
    }
  },
);

it('the allowed duration holds enough for every call that is no longer', () => {
  for (let seconds = 1; seconds <= 1200; seconds += 1) {
    const { totalCost } = callCost({ durationSeconds: seconds - 1, wasAnswered: true, rates });
    expect(holdFor(seconds, rates)).toBeGreaterThanOrEqual(totalCost);
  }
});

it('the text of a transcript writes one line per turn', () => {
  const text = transcriptText([
    { sender: 'bot', text: 'Hello!', timestamp: 1 },
    { sender: 'human', text: 'Who is\n this?', timestamp: 2 },
  ]);
  expect(text).toBe('Assistant: Hello!\nCustomer: Who is this?');
});

const fields: PostCallField[] = [
  { name: 'summary', type: 'string', description: '' },
  { name: 'score', type: 'number', description: '' },
  { name: 'status', type: 'bool', description: '' },
];

it('the evaluation has one null per field when nothing is told', () =>
  expect(emptyEvaluation(fields)).toEqual({ summary: null, score: null, status: null }));
