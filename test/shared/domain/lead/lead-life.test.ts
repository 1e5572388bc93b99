import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/domain/call/call.ts';
import { changeLead } from '#shared/domain/lead/change-lead.ts';
import {
  attemptOutcome,
  beginAttempt,
  closeLead,
  forgetAttempt,
  missAttempt,
  putOff,
} from '#shared/domain/lead/lead-life.ts';
import { buildCall, buildLead } from '#test/support/builders.ts';

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
