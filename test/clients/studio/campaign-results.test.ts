import { describe, expect, it } from 'vitest';
import {
  byAttempt,
  byHour,
  campaignResults,
  costPerGoal,
  type SettledCall,
} from '#clients/studio/src/campaigns/campaign-results.ts';

describe('the results of a campaign', () => {
  it.each([
    ['a mailbox is not a person', { mailbox: 3, talked: 1 }, { calls: 4, reached: 1, goals: 0 }],
    ['who opted out was reached', { opted_out: 1, no_answer: 2 }, { calls: 3, reached: 1, goals: 0 }],
    ['a goal is a person, too', { goal_reached: 2, talked: 1, busy: 1 }, { calls: 4, reached: 3, goals: 2 }],
    ['a screened call got to a machine', { screened: 1 }, { calls: 1, reached: 0, goals: 0 }],
    ['nothing yet', {}, { calls: 0, reached: 0, goals: 0 }],
  ])('%s', (_, counts, expected) => {
    const { segments, ...figures } = campaignResults(counts);
    expect(figures).toEqual(expected);
    expect(segments.every(({ calls }) => calls > 0)).toBe(true);
  });

  it('begin with the best outcome, and add up', () => {
    const { segments } = campaignResults({ no_answer: 1, mailbox: 2, goal_reached: 1 });
    expect(segments.map(({ label }) => label)).toEqual(['Goal reached', 'Mailbox', 'No answer']);
    expect(segments.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1);
  });
});

const call = (
  client_phone_number: string,
  created_at: string,
  outcome: SettledCall['outcome'],
  total_cost = 0,
): SettledCall => ({ client_phone_number, created_at, outcome, total_cost });

const calls = [
  call('+1', '2026-11-27 15:10:00', 'goal_reached', 0.2),
  call('+2', '2026-11-27 14:20:00', 'talked', 0.1),
  call('+1', '2026-11-27 14:05:00', 'no_answer'),
  call('+1', '2026-11-27 13:59:00', 'cancelled'),
  call('+2', '2026-11-27 08:00:00', 'mailbox', 0.03),
  call('+3', '2026-11-27 08:30:00', null),
];

describe('the calls of a campaign', () => {
  it('are counted by hour in its zone, without those that were never made or are not over', () => {
    expect(byHour(calls, 'Europe/Berlin')).toEqual([
      { label: '09:00', calls: 1, reached: 0, goals: 0 },
      { label: '15:00', calls: 2, reached: 1, goals: 0 },
      { label: '16:00', calls: 1, reached: 1, goals: 1 },
    ]);
  });

  it('are counted by attempt: the first of each number is 1', () => {
    expect(byAttempt(calls)).toEqual([
      { label: '1', calls: 2, reached: 0, goals: 0 },
      { label: '2', calls: 2, reached: 2, goals: 1 },
    ]);
  });

  it('have a cost for each goal, with that of the calls that reached none', () => {
    expect(costPerGoal(calls)).toBeCloseTo(0.33);
    expect(costPerGoal(calls.slice(1))).toBeUndefined();
  });
});
