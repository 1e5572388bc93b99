import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/domain/call/call.ts';
import { isBroken, outcomeSpan, spansLookedAt } from '#shared/domain/campaign/circuit-breaker.ts';
import { changeLead } from '#shared/domain/lead/change-lead.ts';
import {
  attemptOutcome,
  beginAttempt,
  closeLead,
  forgetAttempt,
  missAttempt,
  putOff,
} from '#shared/domain/lead/lead-life.ts';
import { toLeadRecord } from '#shared/domain/lead/lead-record.ts';
import { freshDialing, type Lead } from '#shared/domain/lead/lead.ts';
import { repeatedNumbers } from '#shared/domain/lead/repeated-numbers.ts';
import { buildCall, buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';

const NOW = 1_000_000;
const rules = { maxRetries: 1, retryOnVoicemail: false, retryOnGoalIncomplete: false, goalCompletionVariable: null };
const goal = { ...rules, retryOnGoalIncomplete: true, goalCompletionVariable: 'agreed' };

describe('what a call means for its lead', () => {
  it.each<[string, Partial<Call>, object, typeof rules | typeof goal, object]>([
    ['busy', { status: 'busy' }, {}, rules, { kind: 'missed', reason: 'busy' }],
    ['no answer', { status: 'no-answer' }, {}, rules, { kind: 'missed', reason: 'no-answer' }],
    ['failed', { status: 'failed' }, {}, rules, { kind: 'missed', reason: 'failed' }],
    [
      'not dialled',
      { status: 'failed', notDialled: 'outside_hours' },
      {},
      rules,
      { kind: 'undone', reason: 'outside_hours' },
    ],
    [
      'cancelled by us',
      { status: 'no-answer', endedBy: 'assistant', wasCancelled: true },
      {},
      rules,
      { kind: 'undone', reason: 'campaign_stopped' },
    ],
    ['over before we hung up', { status: 'busy', endedBy: 'assistant' }, {}, rules, { kind: 'missed', reason: 'busy' }],
    [
      'cancelled by the watch',
      { status: 'no-answer', wasCancelled: true },
      {},
      rules,
      { kind: 'missed', reason: 'no-answer' },
    ],
    ['talked', { status: 'ended_by_customer', answeredBy: 'human' }, {}, rules, { kind: 'reached' }],
    ['broken off while talking', { status: 'ended_by_assistant', answeredBy: 'human' }, {}, rules, { kind: 'reached' }],
    ['voicemail', { status: 'completed', answeredBy: 'machine' }, {}, rules, { kind: 'reached' }],
    [
      'voicemail again',
      { status: 'completed', answeredBy: 'machine' },
      {},
      { ...rules, retryOnVoicemail: true },
      { kind: 'missed', reason: 'voicemail' },
    ],
    ['goal reached', { status: 'completed' }, { agreed: true }, goal, { kind: 'reached' }],
    ['goal missed', { status: 'completed' }, { agreed: false }, goal, { kind: 'missed', reason: 'goal_incomplete' }],
    ['goal unknown', { status: 'completed' }, { agreed: null }, goal, { kind: 'missed', reason: 'goal_incomplete' }],
    [
      'goal not asked for',
      { status: 'completed' },
      { agreed: false },
      { ...goal, retryOnGoalIncomplete: false },
      { kind: 'reached' },
    ],
  ])('%s', (_, call, evaluation, withRules, outcome) => {
    expect(attemptOutcome(buildCall(call), { ...evaluation }, withRules)).toEqual(outcome);
  });
});

describe('the life of a lead', () => {
  const times = { maxRetries: 1, retryAt: NOW + 600_000, now: NOW };

  it('tries the main number, the secondary contacts in order, and then nobody', () => {
    let lead = buildLead({ contactIds: [11, 12] });
    const seen: Array<[number | null, number, string]> = [];
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      lead = missAttempt(beginAttempt(lead, attempt, NOW), 'busy', times);
      seen.push([lead.dialing.contactId, lead.dialing.attempts, lead.status]);
    }
    expect(seen).toEqual([
      [null, 1, 'rescheduled'],
      [11, 0, 'rescheduled'],
      [11, 1, 'rescheduled'],
      [12, 0, 'rescheduled'],
      [12, 1, 'rescheduled'],
      [12, 2, 'reached-max-retries'],
    ]);
    expect(lead.dialing).toMatchObject({ attemptsBegun: 6, callId: null, nextAttemptAt: null, reason: 'busy' });
  });

  it('waits for the retry, and counts nothing when it is put off', () => {
    const missed = missAttempt(beginAttempt(buildLead(), 5, NOW), 'no-answer', times);
    expect(missed.dialing).toMatchObject({ attempts: 1, nextAttemptAt: NOW + 600_000, callId: null });
    const off = putOff(beginAttempt(missed, 6, NOW), 'outside_hours', NOW + 1, NOW);
    expect(off).toMatchObject({
      status: 'rescheduled',
      dialing: { attempts: 1, nextAttemptAt: NOW + 1, callId: null },
    });
  });

  it('begins anew when its user says so, and keeps the call that is going on', () => {
    const begun = beginAttempt(
      missAttempt(buildLead({ contactIds: [11] }), 'busy', { ...times, maxRetries: 0 }),
      9,
      NOW,
    );
    const again = changeLead(begun, { status: 'created' }, NOW);
    expect(again).toMatchObject({
      status: 'created',
      dialing: { attempts: 0, contactId: null, callId: 9, reason: null },
    });
    expect(forgetAttempt(again, NOW)).toMatchObject({ status: 'created', dialing: { callId: null, attemptsBegun: 1 } });
  });

  it.each(['completed', 'blacklisted'] as const)('ends as %s', (status) => {
    const closed = closeLead(beginAttempt(buildLead(), 9, NOW), status, NOW);
    expect(closed).toMatchObject({ status, version: 3, dialing: { callId: null, nextAttemptAt: null } });
  });
});

const contacts = [11, 12, 13].map((id) => buildSecondaryContact({ id }));

describe('the status of secondary contacts', () => {
  it.each<[string, Lead['status'], number | null, string[]]>([
    ['none is tried before the main number', 'rescheduled', null, ['created', 'created', 'created']],
    ['none was needed', 'completed', null, ['created', 'created', 'created']],
    ['the first is called', 'processing', 11, ['processing', 'created', 'created']],
    ['the second is called again later', 'rescheduled', 12, ['reached-max-retries', 'rescheduled', 'created']],
    ['the second was reached', 'completed', 12, ['reached-max-retries', 'completed', 'created']],
    [
      'nobody was reached',
      'reached-max-retries',
      13,
      ['reached-max-retries', 'reached-max-retries', 'reached-max-retries'],
    ],
  ])('%s', (_, status, contactId, expected) => {
    const dialing = { ...freshDialing, contactId, attemptsBegun: 4 };
    const lead = buildLead({ status, contactIds: [11, 12, 13], dialing });
    const record = toLeadRecord({ lead, contacts }, buildCampaign());
    expect(record).toMatchObject({ status, secondary_contacts: expected.map((each) => ({ status: each })) });
  });

  it('keeps one that was on the do-not-call list when it was stored', () => {
    const lead = buildLead({ status: 'processing', contactIds: [11, 12], dialing: { ...freshDialing, contactId: 12 } });
    const blacklisted = buildSecondaryContact({ id: 11, status: 'blacklisted' });
    const record = toLeadRecord({ lead, contacts: [blacklisted] }, buildCampaign());
    expect(record.secondary_contacts).toMatchObject([{ status: 'blacklisted' }]);
  });
});

describe('numbers of one lead', () => {
  it.each([
    { main: '+1', contacts: [], repeated: [] },
    { main: '+1', contacts: ['+2', '+3'], repeated: [] },
    { main: '+1', contacts: ['+1'], repeated: [0] },
    { main: '+1', contacts: ['+2', '+2', '+2', '+1'], repeated: [1, 2, 3] },
    { main: undefined, contacts: [undefined, undefined, '+1'], repeated: [] },
    { main: undefined, contacts: ['+1', undefined, '+1'], repeated: [2] },
  ])('$main with $contacts repeat at $repeated', ({ main, contacts, repeated }) => {
    const paths = repeated.map((index) => `secondary_contacts.${index}.phone_number`);
    expect(Object.keys(repeatedNumbers(main, contacts))).toEqual(paths);
  });
});

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
