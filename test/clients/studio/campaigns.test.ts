import type { Campaign } from '@ringback/client';
import { describe, expect, it } from 'vitest';
import { callingHours, isCallingTime, weekdays } from '#clients/studio/src/campaigns/calling-hours.ts';
import { changesOf, conflictRows, draftOf, mergedDraft } from '#clients/studio/src/campaigns/campaign-changes.ts';
import { campaignOf, emptyDraft, goalsOf, withDay } from '#clients/studio/src/campaigns/campaign-draft.ts';
import {
  campaignProgress,
  campaignStatus,
  canStart,
  stopReason,
} from '#clients/studio/src/campaigns/campaign-progress.ts';
import { startWords, wayOut } from '#clients/studio/src/campaigns/start-check.ts';
import { leadStatuses } from '#clients/studio/src/leads/lead-words.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };
import { publicMessages } from '#shared/platform/errors.ts';

const { CampaignRecord, LeadRecord } = openapi.components.schemas;
const none = {
  created: 0,
  processing: 0,
  rescheduled: 0,
  completed: 0,
  'reached-max-retries': 0,
  blacklisted: 0,
};

describe('the progress of a campaign', () => {
  it('knows every status of leads and campaigns in the reference', () => {
    expect(leadStatuses.toSorted()).toEqual(LeadRecord.properties.status.enum.toSorted());
    for (const status of CampaignRecord.properties.status.enum) {
      expect(campaignStatus(status as Parameters<typeof campaignStatus>[0]).label).not.toBe('');
    }
  });

  it.each([
    [{}, 0, 0, 0],
    [{ created: 5 }, 5, 0, 0],
    [{ created: 1, completed: 2, 'reached-max-retries': 1 }, 4, 3, 75],
    [{ completed: 3, blacklisted: 1 }, 4, 4, 100],
    // Never rounded to the whole, nor to nothing.
    [{ created: 1, completed: 999 }, 1000, 999, 99],
    [{ created: 999, completed: 1 }, 1000, 1, 1],
    [{ processing: 1, rescheduled: 1, blacklisted: 2 }, 4, 2, 50],
  ])('%j: %s leads, %s done, %s %%', (counts, total, done, percent) => {
    expect(campaignProgress({ ...none, ...counts })).toMatchObject({ total, done, percent });
  });

  it('has parts that add up', () => {
    const { segments } = campaignProgress({ ...none, created: 1, processing: 2, completed: 7 });
    expect(segments.reduce((sum, { part }) => sum + part, 0)).toBeCloseTo(1);
  });

  it.each([
    [null, undefined],
    ['insufficient_balance', 'The balance did not cover the next call. Top it up, and start the campaign again.'],
    ['new_reason', 'new reason'],
  ])('says why the service stopped it: %s', (stopped_reason, sentence) => {
    expect(stopReason({ stopped_reason })).toBe(sentence);
  });

  it.each([
    ['draft', 7, true],
    ['stopped', 7, true],
    ['completed', 7, true],
    ['in-progress', 7, false],
    ['draft', null, false],
  ] as const)('%s with the assistant %s can start: %s', (status, assistant_id, can) => {
    expect(canStart({ status, assistant_id })).toBe(can);
  });
});

describe('a new campaign', () => {
  const draft = emptyDraft(7, 'Europe/Berlin');

  it('calls in working hours unless told otherwise', () => {
    expect(campaignOf({ ...draft, name: ' Spring ' })).toEqual({
      name: 'Spring',
      assistant_id: 7,
      timezone: 'Europe/Berlin',
      allowed_hours_start_time: '09:00',
      allowed_hours_end_time: '18:00',
      allowed_days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      max_calls_in_parallel: 3,
      max_retries: 3,
      retry_interval: 60,
      retry_on_voicemail: false,
      retry_on_goal_incomplete: false,
      goal_completion_variable: null,
      phone_number_ids: [],
      mark_complete_when_no_leads: true,
    });
  });

  it('leaves what is empty to the service', () => {
    const emptied = { ...draft, timezone: ' ', start: '', end: '', parallel: '', retries: ' ', retryMinutes: '' };
    const sent = campaignOf(emptied);
    expect([sent.timezone, sent.allowed_hours_start_time, sent.max_calls_in_parallel, sent.max_retries]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('keeps the days in their order', () => {
    expect(withDay(['monday', 'friday'], 'tuesday', true)).toEqual(['monday', 'tuesday', 'friday']);
    expect(withDay(['monday', 'friday'], 'monday', false)).toEqual(['friday']);
  });
});

describe('the goal of a campaign', () => {
  const fields = [
    { name: 'confirmed', type: 'bool', description: 'The customer comes.' },
    { name: 'day', type: 'string', description: null },
    { name: 'called_back', type: 'bool', description: null },
  ];

  it('is a yes/no question of its assistant, and the one that is stored stays visible', () => {
    const own = [
      ['confirmed', 'confirmed: The customer comes.'],
      ['called_back', 'called_back'],
    ];
    expect(goalsOf(fields, 'confirmed')).toEqual(own);
    expect(goalsOf(fields, 'sold')).toEqual([...own, ['sold', 'sold: the assistant has no such question']]);
  });

  it('is needed to try again for it', () => {
    const sent = campaignOf({ ...emptyDraft(7, 'UTC'), untilGoal: true });
    expect([sent.goal_completion_variable, sent.retry_on_goal_incomplete]).toEqual([null, false]);
  });
});

describe('calling hours', () => {
  const all = weekdays.map(({ value }) => value);
  const rows = [
    ['at any time', all, '00:00:00', '23:59:00'],
    ['every day, 09:00 to 18:00', all, '09:00:00', '18:00:00'],
    ['Mon to Fri, 09:00 to 18:00', all.slice(0, 5), '09:00:00', '18:00:00'],
    ['Mon to Wed, Fri, Sat, 09:00 to 12:30', [0, 1, 2, 4, 5].map((day) => all[day]!), '09:00:00', '12:30:00'],
    ['Mon, Tue, Sun, at any time of the day', [6, 0, 1].map((day) => all[day]!), '00:00:00', '23:59:00'],
  ] as const;
  it.each(rows)('are written "%s"', (text, allowed_days, allowed_hours_start_time, allowed_hours_end_time) => {
    expect(callingHours({ allowed_days: [...allowed_days], allowed_hours_start_time, allowed_hours_end_time })).toBe(
      text,
    );
  });

  const campaign = {
    allowed_days: all.slice(0, 5),
    allowed_hours_start_time: '09:00:00',
    allowed_hours_end_time: '18:00:00',
    timezone: 'Europe/Berlin',
  };
  it.each([
    ['2026-11-20T07:59:59Z', false],
    ['2026-11-20T08:00:00Z', true],
    ['2026-11-20T17:00:59Z', true],
    ['2026-11-20T17:01:00Z', false],
    ['2026-11-21T12:00:00Z', false],
    // In summer the zone is two hours ahead.
    ['2026-07-01T07:00:00Z', true],
  ])('at %s calls are allowed: %s', (iso, isAllowed) => expect(isCallingTime(campaign, new Date(iso))).toBe(isAllowed));

  it.each([
    ['on Friday evening', '2026-11-20T21:30:00Z', true],
    ['on Saturday after midnight', '2026-11-20T23:30:00Z', true],
    ['on Saturday evening', '2026-11-21T21:30:00Z', false],
    ['on Monday after midnight', '2026-11-22T23:30:00Z', false],
  ])('over midnight they belong to the day on which they begin: %s', (_, iso, isAllowed) => {
    const night = { ...campaign, allowed_hours_start_time: '20:00:00', allowed_hours_end_time: '02:00:00' };
    expect(isCallingTime(night, new Date(iso))).toBe(isAllowed);
  });
});

describe('the changes of a campaign', () => {
  const stored = {
    id: 4,
    name: 'Spring',
    status: 'draft',
    stopped_reason: null,
    assistant_id: 7,
    timezone: 'UTC',
    max_calls_in_parallel: 3,
    mark_complete_when_no_leads: true,
    allowed_hours_start_time: '09:00:00',
    allowed_hours_end_time: '18:00:00',
    allowed_days: ['monday', 'tuesday'],
    max_retries: 3,
    retry_interval: 60,
    retry_on_voicemail: false,
    retry_on_goal_incomplete: false,
    goal_completion_variable: null,
    phone_number_ids: [],
    created_at: '2026-11-27T09:00:00.000000Z',
    updated_at: '2026-11-27T09:00:00.000000Z',
  } satisfies Campaign;

  it('are none in a form that was only opened', () => {
    expect(changesOf(stored, draftOf(stored))).toEqual({});
    expect(changesOf({ ...stored, assistant_id: null }, draftOf({ ...stored, assistant_id: null }))).toEqual({});
  });

  it('are the settings that differ, and no other one', () => {
    const draft = { ...draftOf(stored), start: '08:00', retries: '1', days: ['monday' as const] };
    expect(changesOf(stored, draft)).toEqual({
      allowed_hours_start_time: '08:00',
      max_retries: 1,
      allowed_days: ['monday'],
    });
  });

  it('of another tab are shown beside those of this one', () => {
    const other = {
      ...stored,
      name: 'Summer',
      max_retries: 1,
      allowed_days: ['friday' as const],
      status: 'stopped' as const,
    };
    expect(conflictRows(stored, other, { name: 'Autumn', retry_interval: 20, max_retries: 1 })).toEqual([
      { label: 'Name', stored: 'Summer', mine: 'Autumn' },
      { label: 'Days', stored: 'Fri', mine: undefined },
    ]);
  });

  it('name the numbers of callers as people read them', () => {
    const other = { ...stored, phone_number_ids: [31, 32] };
    const numberOf = (id: number) => `+1 202 555 01${id}`;
    expect(conflictRows(stored, other, { phone_number_ids: [] }, numberOf)).toEqual([
      { label: 'Calls from', stored: '+1 202 555 0131, +1 202 555 0132', mine: '–' },
    ]);
  });

  it('of another tab do not take those of this one that concern other settings', () => {
    const other = { ...stored, name: 'Summer' };
    const draft = { ...draftOf(stored), name: 'Autumn', retries: '1' };
    expect(mergedDraft(stored, other, draft)).toEqual({ ...draftOf(other), retries: '1' });
  });
});

describe('the check before a start', () => {
  const check = {
    total: 5,
    checked: 5,
    never_called: [
      { id: 1, phone_number: '+12025550101', reason: 'do_not_call' as const },
      { id: 2, phone_number: '+12025550102', reason: 'do_not_call' as const },
    ],
    opens_at: '2026-11-27T09:00:00.000000Z',
    max_call_duration: 120,
    max_cost: 1.5,
  };
  const around = {
    campaign: { max_calls_in_parallel: 2, max_retries: 3 },
    balance: 99,
    now: new Date('2026-11-27T08:59:30Z'),
    timeZone: 'UTC',
  };

  it('says how many people, from when, how long and for how much', () => {
    const { facts, never, warnings, canStart: isReady } = startWords(check, around);
    expect(facts).toEqual([
      ['People', '3 leads, 2 calls at the same time'],
      ['First call', 'now'],
      ['Time', 'at most 4 min for one attempt each, with calls of 2 min'],
      ['Cost', 'at most $1.50 of your balance of $99.00'],
    ]);
    expect(never).toEqual([{ reason: 'The number is on the do-not-call list.', leads: 2 }]);
    expect([warnings, isReady]).toEqual([[], true]);
  });

  it.each([
    ['a later hour', { opens_at: '2026-11-27T14:00:00.000000Z' }, {}, ['14:00', [], true]],
    ['another day', { opens_at: '2026-11-30T09:00:00.000000Z' }, {}, ['30 Nov, 09:00', [], true]],
    [
      'no lead that may be called',
      { opens_at: null, checked: 2, total: 2 },
      {},
      ['never: no lead may be called', [], false],
    ],
    [
      'more leads than were checked',
      { total: 7 },
      {},
      ['now', ['2 older leads of the campaign were not checked.'], true],
    ],
    [
      'a small balance',
      {},
      { balance: 1 },
      ['now', ['The balance may not be enough. The campaign then pauses, and can be started again.'], true],
    ],
  ] as const)('with %s', (_, changes, others, expected) => {
    const words = startWords({ ...check, ...changes }, { ...around, ...others });
    expect([words.facts[1]?.[1], words.warnings, words.canStart]).toEqual(expected);
  });

  it.each(['campaign_without_assistant', 'insufficient_campaign_balance'] as const)(
    'has a way out of the refusal %s',
    (code) => {
      expect(wayOut(publicMessages[code], 4)?.href).toMatch(/^\//);
    },
  );
});
