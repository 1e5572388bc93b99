import { describe, expect, it } from 'vitest';
import { callingHours, isCallingTime, weekdays } from '#clients/studio/src/campaigns/calling-hours.ts';
import { campaignOf, emptyDraft, withDay } from '#clients/studio/src/campaigns/campaign-draft.ts';
import {
  campaignProgress,
  campaignStatus,
  canStart,
  stopReason,
} from '#clients/studio/src/campaigns/campaign-progress.ts';
import { leadStatuses } from '#clients/studio/src/leads/lead-words.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

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
    [{}, 0, 0, 0, undefined],
    [{ created: 5 }, 5, 0, 0, undefined],
    [{ created: 1, completed: 2, 'reached-max-retries': 1 }, 4, 3, 75, 67],
    [{ completed: 3, blacklisted: 1 }, 4, 4, 100, 75],
    // Never rounded to the whole, nor to nothing.
    [{ created: 1, completed: 999 }, 1000, 999, 99, 100],
    [{ created: 999, completed: 1 }, 1000, 1, 1, 100],
    [{ processing: 1, rescheduled: 1, blacklisted: 2 }, 4, 2, 50, 0],
  ])('%j: %s leads, %s done, %s %%, %s %% reached', (counts, total, done, percent, reachedPercent) => {
    expect(campaignProgress({ ...none, ...counts })).toMatchObject({ total, done, percent, reachedPercent });
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
