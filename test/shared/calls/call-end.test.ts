import { describe, expect, it } from 'vitest';
import { decideOutcome, decideReason, describeReason, endReasonOf, outcomeOf } from '#shared/calls/call-end.ts';
import { because, type CallOutcome, type EndReason, type ReasonCode } from '#shared/calls/call-reasons.ts';
import type { Call } from '#shared/calls/call.ts';
import { buildCall } from '#test/support/builders.ts';

const ours = { status: 'ended_by_assistant', endedBy: 'assistant' } as const;
const nothing = { hasModelFailed: false, hasOptedOut: false };

it.each<[code: ReasonCode | undefined, endReason: EndReason | null, call: Partial<Call>, told?: object]>([
  ['customer_hung_up', 'customer_hung_up', { status: 'ended_by_customer' }],
  [undefined, null, { status: 'completed' }],
  ['connection_lost', null, { status: 'completed', carrierReason: { code: '64105', text: '' } }],
  ['model_failed', 'model_failed', { status: 'ended_by_customer' }, { hasModelFailed: true }],
  ['model_failed', 'model_failed', { ...ours, reason: 'silence' }, { hasModelFailed: true }],
  ['silence', 'silence', { ...ours, reason: 'silence', durationSeconds: 600 }],
  ['silence', 'silence', { ...ours, endReason: 'silence' }],
  ['voicemail', 'voicemail', { ...ours, answeredBy: 'machine' }],
  ['voicemail', 'voicemail', { ...ours, answeredBy: 'machine' }, { hasOptedOut: true }],
  ['max_duration', 'max_duration', { ...ours, durationSeconds: 600 }],
  ['assistant_ended', 'assistant_ended', ours],
  ['opted_out', 'assistant_ended', ours, { hasOptedOut: true }],
  ['customer_hung_up', 'customer_hung_up', { status: 'ended_by_customer' }, { hasOptedOut: true }],
  ['cancelled', 'cancelled', { ...ours, reason: 'cancelled' }],
  ['cancelled', 'cancelled', { status: 'busy', reason: 'cancelled' }],
  ['campaign_stopped', 'campaign_stopped', { ...ours, reason: 'campaign_stopped' }],
  ['campaign_stopped', 'cancelled', { status: 'no-answer', reason: 'campaign_stopped' }],
  ['campaign_stopped', 'cancelled', { status: 'failed', notDialled: 'campaign_stopped' }],
  ['models_failing', 'model_failed', { ...ours, reason: 'models_failing' }],
  ['models_failing', 'cancelled', { status: 'no-answer', reason: 'models_failing' }],
  ['not_opened', 'model_failed', { ...ours, reason: 'not_opened' }],
  ['expired', 'expired', { status: 'failed', notDialled: 'expired' }],
  ['do_not_call', 'cancelled', { status: 'failed', notDialled: 'do_not_call' }],
  ['caller_gave_up', 'carrier_failed', { status: 'failed', reason: 'caller_gave_up' }],
  ['busy', 'busy', { status: 'busy' }],
  ['no_answer', 'no_answer', { status: 'no-answer' }],
  ['carrier_failed', 'carrier_failed', { status: 'failed' }],
  ['carrier_failed', 'carrier_failed', { status: 'failed', reason: 'of a later release' }],
])('a call is settled with the reason %s and the end reason %s: %j %j', (code, endReason, parts, told = {}) => {
  const call = buildCall(parts);
  expect(decideReason(call, { ...nothing, ...told })).toBe(code);
  expect(endReasonOf({ ...call, ...(code && because(code)) })).toBe(endReason);
});

const opened = { hasOptedOut: false, evaluation: {}, goal: undefined };
const reached = { evaluation: { status: true } };

it.each<[outcome: CallOutcome, call: Partial<Call>, told?: object]>([
  ['talked', { status: 'ended_by_customer' }],
  ['talked', { status: 'completed' }, { evaluation: { status: false, summary: 'No.' } }],
  ['talked', { status: 'completed' }, { evaluation: { status: 'true' } }],
  ['talked', { ...ours, reason: 'cancelled' }],
  ['goal_reached', { status: 'completed' }, reached],
  ['goal_reached', { ...ours, reason: 'silence' }, reached],
  ['goal_reached', { status: 'completed' }, { goal: 'booked', evaluation: { status: false, booked: true } }],
  ['talked', { status: 'completed' }, { goal: 'booked', ...reached }],
  ['opted_out', { ...ours, reason: 'opted_out' }, { hasOptedOut: true, ...reached }],
  ['opted_out', { status: 'ended_by_customer' }, { hasOptedOut: true }],
  ['mailbox', { ...ours, answeredBy: 'machine' }],
  ['mailbox', { status: 'completed', answeredBy: 'machine' }, { hasOptedOut: true, ...reached }],
  ['failed', { status: 'ended_by_customer', reason: 'model_failed' }, reached],
  ['failed', { ...ours, reason: 'not_opened' }],
  ['failed', { status: 'failed', reason: 'carrier_refused' }],
  ['failed', { status: 'failed', reason: 'caller_gave_up' }],
  ['busy', { status: 'busy', reason: 'busy' }],
  ['no_answer', { status: 'no-answer', reason: 'no_answer' }],
  ['cancelled', { status: 'no-answer', reason: 'cancelled' }],
  ['cancelled', { status: 'busy', reason: 'campaign_stopped' }],
  ['cancelled', { status: 'failed', reason: 'expired' }],
  ['cancelled', { status: 'failed', reason: 'do_not_call' }],
])('the outcome is %s of %j %j', (outcome, call, told = {}) =>
  expect(decideOutcome(buildCall(call), { ...opened, ...told })).toBe(outcome),
);

it('the outcome is not known before the call is settled', () => {
  expect(outcomeOf(buildCall({ status: 'busy' }))).toBeNull();
  expect(outcomeOf(buildCall({ status: 'busy', hold: 0, outcome: 'cancelled' }))).toBe('cancelled');
});

describe('the reason that is shown', () => {
  const carrierReason = { code: 'sip_486', text: 'SIP 486: Busy Here.' };

  it('has the code of the carrier, where it is the carrier that tells', () =>
    expect(describeReason('busy', { carrierReason })).toEqual({
      by: 'customer',
      code: 'sip_486',
      text: 'The line is busy. SIP 486: Busy Here.',
    }));

  it('has our own word where the carrier tells nothing, or where it is not the carrier that ended the call', () => {
    expect(describeReason('busy', {})).toEqual({ by: 'customer', code: 'busy', text: 'The line is busy.' });
    expect(describeReason('cancelled', { carrierReason })).toMatchObject({ by: 'user', code: 'cancelled' });
  });
});

describe('calls that an older release has settled', () => {
  const ours = { status: 'ended_by_assistant', endedBy: 'assistant' } as const;
  it.each<[reason: EndReason | null, call: Partial<Call>]>([
    [null, { status: 'ended', endReason: 'silence' }],
    [null, { status: 'completed' }],
    ['customer_hung_up', { status: 'ended_by_customer' }],
    ['model_failed', { status: 'ended_by_customer', endReason: 'model_failed' }],
    ['silence', { ...ours, endReason: 'silence' }],
    ['voicemail', { ...ours, answeredBy: 'machine' }],
    ['max_duration', { ...ours, durationSeconds: 600 }],
    ['assistant_ended', ours],
    ['busy', { status: 'busy' }],
    ['no_answer', { status: 'no-answer' }],
    ['cancelled', { status: 'no-answer', endedBy: 'assistant', wasCancelled: true }],
    ['cancelled', { status: 'no-answer', endedBy: 'assistant', wasCancelled: true, endReason: 'model_failed' }],
    ['cancelled', { status: 'failed', notDialled: 'campaign_stopped' }],
    ['expired', { status: 'failed', notDialled: 'expired' }],
    ['carrier_failed', { status: 'failed' }],
  ])('a call ended by %s: %j', (reason, call) => expect(endReasonOf(buildCall(call))).toBe(reason));

  it.each<[outcome: CallOutcome, call: Partial<Call>]>([
    ['talked', { status: 'completed' }],
    ['talked', { status: 'ended_by_customer', endReason: 'cancelled' }],
    ['mailbox', { ...ours, answeredBy: 'machine' }],
    ['failed', { ...ours, endReason: 'model_failed' }],
    ['failed', { status: 'failed' }],
    ['busy', { status: 'busy' }],
    ['no_answer', { status: 'no-answer' }],
    ['cancelled', { status: 'no-answer', endedBy: 'assistant', wasCancelled: true }],
    ['cancelled', { status: 'failed', notDialled: 'do_not_call' }],
    ['cancelled', { status: 'failed', notDialled: 'expired' }],
  ])('have the outcome %s, guessed from %j', (outcome, call) =>
    expect(outcomeOf(buildCall({ ...call, hold: 0 }))).toBe(outcome),
  );
});
