import { expect, it } from 'vitest';
import type { Call } from '#shared/calls/call.ts';
import { repeatedNumbers } from '#shared/campaigns/create-lead.ts';
import { isTripped, outcomeWindowStart, observedSince } from '#shared/campaigns/dialler.ts';
import { toLeadRecord } from '#shared/campaigns/lead-api.ts';
import {
  attemptOutcome,
  startAttempt,
  closeLead,
  clearAttempt,
  recordMissedAttempt,
  reschedule,
} from '#shared/campaigns/lead-life.ts';
import { freshDialing, type Lead } from '#shared/campaigns/lead.ts';
import { changeLead } from '#shared/campaigns/update-lead.ts';
import { buildCall, buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';

const NOW = 1_000_000;
const rules = { maxRetries: 1, retryOnVoicemail: false, retryOnGoalIncomplete: false, goalCompletionVariable: null };
const retryVoicemail = { ...rules, retryOnVoicemail: true };
const goal = { ...rules, retryOnGoalIncomplete: true, goalCompletionVariable: 'agreed' };
const noGoal = { ...goal, retryOnGoalIncomplete: false };

it.each<[string, Partial<Call>, string, (typeof rules | typeof goal)?, (boolean | null)?]>([
  ['busy', { status: 'busy' }, 'missed: busy'],
  ['no answer', { status: 'no-answer' }, 'missed: no-answer'],
  ['failed', { status: 'failed' }, 'missed: failed'],
  ['not dialled', { status: 'failed', notDialled: 'outside_hours' }, 'not_attempted: outside_hours'],
  [
    'cancelled by us',
    { status: 'no-answer', endedBy: 'assistant', wasCancelled: true },
    'not_attempted: campaign_stopped',
  ],
  [
    'cancelled by us because the models fail',
    { status: 'no-answer', endedBy: 'assistant', wasCancelled: true, endReason: 'model_failed' },
    'not_attempted: campaign_stopped',
  ],
  ['taken off the queue by the user', { status: 'failed', notDialled: 'cancelled' }, 'missed: cancelled'],
  [
    'ended by the user while it rang',
    { status: 'no-answer', endedBy: 'assistant', endReason: 'cancelled', wasCancelled: true },
    'missed: cancelled',
  ],
  [
    'ended by the user while talking',
    { status: 'ended_by_assistant', endReason: 'cancelled', answeredAt: 1, answeredBy: 'human' },
    'reached',
  ],
  ['over before we hung up', { status: 'busy', endedBy: 'assistant' }, 'missed: busy'],
  ['cancelled by the watch', { status: 'no-answer', wasCancelled: true }, 'missed: no-answer'],
  ['talked', { status: 'ended_by_customer', answeredBy: 'human' }, 'reached'],
  ['broken off while talking', { status: 'ended_by_assistant', answeredBy: 'human' }, 'reached'],
  ['answered by no model', { status: 'ended_by_customer', endReason: 'model_failed' }, 'missed: model_failed'],
  ['voicemail', { status: 'completed', answeredBy: 'machine' }, 'reached: voicemail'],
  ['voicemail again', { status: 'completed', answeredBy: 'machine' }, 'missed: voicemail', retryVoicemail],
  ['goal reached', { status: 'completed' }, 'reached', goal, true],
  ['goal missed', { status: 'completed' }, 'missed: goal_incomplete', goal, false],
  ['goal unknown', { status: 'completed' }, 'missed: goal_incomplete', goal, null],
  ['goal not asked for', { status: 'completed' }, 'reached', noGoal, false],
])('what a call means for its lead %s', (_, call, expected, withRules = rules, agreed) => {
  const evaluation: Record<string, boolean | null> = agreed === undefined ? {} : { agreed };
  const [kind, reason] = expected.split(': ');
  const outcome = attemptOutcome(buildCall(call), evaluation, withRules);
  expect(outcome).toEqual(reason === undefined ? { kind } : { kind, reason });
});

const times = { maxRetries: 1, retryAt: NOW + 600_000, now: NOW };

it('the life of a lead tries the main number, the secondary contacts in order, and then no other', () => {
  let lead = buildLead({ contactIds: [11, 12] });
  const seen: string[] = [];
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    lead = recordMissedAttempt(startAttempt(lead, attempt, NOW), 'busy', times);
    seen.push(`${lead.dialing.contactId} ${lead.dialing.attempts} ${lead.status}`);
  }
  const waiting = ['null 1', '11 0', '11 1', '12 0', '12 1'].map((place) => `${place} rescheduled`);
  expect(seen).toEqual([...waiting, '12 2 reached-max-retries']);
  expect(lead.dialing).toMatchObject({ attemptsBegun: 6, callId: null, nextAttemptAt: null, reason: 'busy' });
});

it('the life of a lead waits for the retry, and counts nothing when it is put off', () => {
  const missed = recordMissedAttempt(startAttempt(buildLead(), 5, NOW), 'no-answer', times);
  expect(missed.dialing).toMatchObject({ attempts: 1, nextAttemptAt: NOW + 600_000, callId: null });
  const off = reschedule(startAttempt(missed, 6, NOW), 'outside_hours', NOW + 1, NOW);
  const dialing = { attempts: 1, nextAttemptAt: NOW + 1, callId: null };
  expect(off).toMatchObject({ status: 'rescheduled', dialing });
});

it('the life of a lead begins anew when its user says so, and keeps the call that is going on', () => {
  const missed = recordMissedAttempt(buildLead({ contactIds: [11] }), 'busy', { ...times, maxRetries: 0 });
  const again = changeLead(startAttempt(missed, 9, NOW), { status: 'created' }, NOW);
  const dialing = { attempts: 0, contactId: null, callId: 9, reason: null };
  expect(again).toMatchObject({ status: 'created', dialing });
  expect(clearAttempt(again, NOW)).toMatchObject({ status: 'created', dialing: { callId: null, attemptsBegun: 1 } });
});

it.each(['completed', 'blacklisted'] as const)('the life of a lead ends as %s', (status) => {
  const closed = closeLead(startAttempt(buildLead(), 9, NOW), status, NOW);
  expect(closed).toMatchObject({ status, version: 3, dialing: { callId: null, nextAttemptAt: null } });
});

it('a lead that a mailbox answered last keeps that as its reason', () => {
  const closed = closeLead(startAttempt(buildLead(), 9, NOW), 'completed', NOW, 'voicemail');
  expect(toLeadRecord({ lead: closed, contacts: [] }, buildCampaign())).toMatchObject({
    status: 'completed',
    reason: 'voicemail',
  });
});

const contacts = [11, 12, 13].map((id) => buildSecondaryContact({ id }));
const max = 'reached-max-retries';

it.each<[string, Lead['status'], number | null, string[]]>([
  ['none is tried before the main number', 'rescheduled', null, ['created', 'created', 'created']],
  ['none was needed', 'completed', null, ['created', 'created', 'created']],
  ['the first is called', 'processing', 11, ['processing', 'created', 'created']],
  ['the second is called again later', 'rescheduled', 12, [max, 'rescheduled', 'created']],
  ['the second was reached', 'completed', 12, [max, 'completed', 'created']],
  ['none was reached', max, 13, [max, max, max]],
])('the status of secondary contacts: %s', (_, status, contactId, expected) => {
  const dialing = { ...freshDialing, contactId, attemptsBegun: 4 };
  const record = toLeadRecord(
    { lead: buildLead({ status, contactIds: [11, 12, 13], dialing }), contacts },
    buildCampaign(),
  );
  expect(record).toMatchObject({ status, secondary_contacts: expected.map((each) => ({ status: each })) });
});

it('a secondary contact changed when its status did', () => {
  const dialing = { ...freshDialing, contactId: 12 };
  const lead = buildLead({ status: 'processing', contactIds: [11, 12, 13], dialing, updatedAt: NOW + 60_000 });
  const record = toLeadRecord({ lead, contacts }, buildCampaign());
  const changes = record.secondary_contacts.map((each) => each.updated_at);
  expect(changes).toEqual([record.updated_at, record.updated_at, record.secondary_contacts[2]?.created_at]);
  expect(record.updated_at).not.toBe(record.created_at);
});

it('the status of secondary contacts: keeps one that was on the do-not-call list when it was stored', () => {
  const lead = buildLead({ status: 'processing', contactIds: [11, 12], dialing: { ...freshDialing, contactId: 12 } });
  const blacklisted = buildSecondaryContact({ id: 11, status: 'blacklisted' });
  const record = toLeadRecord({ lead, contacts: [blacklisted] }, buildCampaign());
  expect(record.secondary_contacts).toMatchObject([{ status: 'blacklisted' }]);
});

it.each([
  { main: '+1', contacts: [], repeated: [] },
  { main: '+1', contacts: ['+2', '+3'], repeated: [] },
  { main: '+1', contacts: ['+1'], repeated: [0] },
  { main: '+1', contacts: ['+2', '+2', '+2', '+1'], repeated: [1, 2, 3] },
  { main: undefined, contacts: [undefined, undefined, '+1'], repeated: [] },
  { main: undefined, contacts: ['+1', undefined, '+1'], repeated: [2] },
])('the numbers of one lead, $main with $contacts, repeat at $repeated', ({ main, contacts, repeated }) => {
  const paths = repeated.map((index) => `secondary_contacts.${index}.phone_number`);
  expect(Object.keys(repeatedNumbers(main, contacts))).toEqual(paths);
});

it.each([
  [19, 19, false],
  [20, 9, false],
  [20, 10, true],
  [21, 10, false],
  [200, 100, true],
  [0, 0, false],
])('the circuit breaker of %i calls %i failed: %s', (calls, failed, broken) =>
  expect(isTripped({ calls, failed })).toBe(broken),
);

it('the circuit breaker looks at five minutes, by the minute', () => {
  const now = Date.UTC(2026, 5, 30, 12, 7, 42);
  const span = outcomeWindowStart(now, 60_000);
  expect(new Date(span).toISOString()).toBe('2026-06-30T12:07:00.000Z');
  expect(new Date(observedSince(span, 60_000)).toISOString()).toBe('2026-06-30T12:03:00.000Z');
  expect(outcomeWindowStart(now, 3000) % 3000).toBe(0);
  expect(now - observedSince(outcomeWindowStart(now, 3000), 3000)).toBeLessThanOrEqual(15_000);
});
