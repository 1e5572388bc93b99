import type { Call, Lead } from '@ringback/client';
import { describe, expect, it } from 'vitest';
import { callColumns, callFileColumns } from '#clients/studio/src/calls/call-columns.ts';
import { endReasonText } from '#clients/studio/src/calls/call-words.ts';
import { csvFile } from '#clients/studio/src/format/csv.ts';
import { csvColumns } from '#clients/studio/src/format/list-column.ts';
import { callsOfLead, leadColumns, leadFileColumns } from '#clients/studio/src/leads/lead-columns.ts';
import { readViews, removeView, saveView, searchOfView } from '#clients/studio/src/service/views.ts';
import { keyEffect, rowAfter } from '#clients/studio/src/shell/keys.ts';

const call = {
  id: 7,
  assistant_name: 'Reception',
  campaign_name: 'Spring',
  type: 'outbound',
  duration: 58,
  client_phone_number: '+12025550100',
  status: 'completed',
  evaluation: { status: true, appointment_day: 'Tuesday' },
  total_cost: 0.072,
  answered_by: 'human',
  created_at: '2026-11-27 09:30:00',
  outcome: 'goal_reached',
  reason: { by: 'assistant', code: 'assistant_ended', text: 'The assistant ended the call.' },
  model: null,
} as unknown as Call;

const titles = (columns: ReadonlyArray<{ title: string }>) => columns.map(({ title }) => title);

describe('the list of calls', () => {
  it('shows outcome, reason and who answered', () => {
    const shown = callColumns([call], { isOfOne: false });
    expect(titles(shown).slice(0, 4)).toEqual(['Customer', 'Outcome', 'Why', 'Answered by']);
    expect(shown.slice(0, 4).map(({ text }) => text?.(call))).toEqual([
      '+12025550100',
      'Goal reached',
      'The assistant ended the call.',
      'A person',
    ]);
  });

  it('says why without the codes of the carrier', () => {
    const text = 'The line is busy. SIP 486: Busy Here.';
    expect(endReasonText({ reason: { by: 'customer', code: 'sip_486', text } })).toBe('The line is busy.');
    expect([endReasonText({ reason: null }), endReasonText({})]).toEqual(['', '']);
  });

  it('shows the fields of the evaluation where all calls are of one assistant or campaign', () => {
    expect(titles(callColumns([call], { isOfOne: true }))).toEqual(
      expect.arrayContaining(['Status', 'Appointment day']),
    );
    expect(titles(callColumns([call], { isOfOne: false }))).not.toContain('Appointment day');
  });

  it.each([true, false])('has everything that it shows in its file: of one %s', (isOfOne) => {
    expect(titles(callFileColumns([call]))).toEqual(expect.arrayContaining(titles(callColumns([call], { isOfOne }))));
    expect(callFileColumns([call]).every(({ text }) => text !== undefined)).toBe(true);
  });

  it('is written with units, and without what a spreadsheet would run', () => {
    const odd = { ...call, evaluation: { note: '=1+1' }, outcome: null, reason: null, status: 'ringing' } as const;
    const [heading, first, second] = csvFile(csvColumns(callFileColumns([call, odd])), [call, odd]).split('\r\n');
    expect(heading).toBe(
      '\uFEFFCustomer,Outcome,Why,Answered by,Status,Appointment day,Note,Assistant,Direction,Campaign,Length (s),Cost (USD),Started (UTC),Model,Id',
    );
    expect(first).toBe(
      '+12025550100,Goal reached,The assistant ended the call.,A person,Yes,Tuesday,,Reception,Outbound,Spring,58,0.072,2026-11-27 09:30:00,,7',
    );
    expect(second).toContain('Ringing,,A person,,,"\'=1+1"');
  });
});

const lead = {
  id: 9,
  phone_number: '+12025550101',
  campaign_id: 4,
  campaign: { id: 4, name: 'Spring' },
  status: 'completed',
  reason: 'voicemail',
  variables: { name: 'Ada', seats: 2 },
  updated_at: '2026-11-27 09:30:00',
} as unknown as Lead;

describe('the list of leads', () => {
  it('leads to the calls of a lead', () => {
    expect(callsOfLead(lead)).toBe('/calls?phone_number=%2B12025550101&campaign_id=4');
  });

  it('does not say that a mailbox was reached', () => {
    const { reason: _, ...reached } = lead;
    const [, status, why] = leadColumns({ hasCampaign: false });
    expect([status?.text?.(lead), why?.text?.(lead)]).toEqual(['Mailbox', 'A mailbox answered.']);
    expect(status?.text?.(reached)).toBe('Done');
  });

  it('has a column for each variable in its file', () => {
    expect(csvFile(csvColumns(leadFileColumns([lead])), [lead]).split('\r\n')).toEqual([
      '\uFEFFCustomer,Status,Why,Campaign,name,seats,Changed (UTC),Id',
      '+12025550101,Mailbox,A mailbox answered.,Spring,Ada,2,2026-11-27 09:30:00,9',
      '',
    ]);
  });
});

function memory() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

const ada = 'ada@example.com';

describe('saved views', () => {
  it('keep filters, and neither a page nor a phone number', () => {
    expect(searchOfView('?phone_number=%2B12025550100&status=busy&page=3&outcome=talked')).toBe(
      'outcome=talked&status=busy',
    );
    expect(searchOfView('?phone_number=1&page=2')).toBe('');
  });

  it('are of one user and one list, and one name is one view', () => {
    const storage = memory();
    saveView(ada, '/calls', { name: 'Goals', search: 'outcome=goal_reached' }, storage);
    saveView(ada, '/calls', { name: 'Busy', search: 'outcome=busy' }, storage);
    saveView(ada, '/calls', { name: 'Goals', search: 'outcome=talked' }, storage);
    expect(readViews(ada, '/calls', storage)).toEqual([
      { name: 'Busy', search: 'outcome=busy' },
      { name: 'Goals', search: 'outcome=talked' },
    ]);
    expect([readViews('grace@example.com', '/calls', storage), readViews(ada, '/sms', storage)]).toEqual([[], []]);
    expect(removeView(ada, '/calls', 'Busy', storage)).toHaveLength(1);
  });

  it.each(['no JSON', '7', 'null', '{"/calls":{}}', '{"/calls":[{"name":1}]}'])(
    'are none where the storage has %s',
    (text) => {
      const storage = memory();
      saveView(ada, '/calls', { name: 'Goals', search: 'outcome=talked' }, storage);
      const [key = ''] = storage.stored.keys();
      expect(key).not.toContain('ada');
      storage.stored.set(key, text);
      expect(readViews(ada, '/calls', storage)).toEqual([]);
    },
  );
});

describe('the keys of a list', () => {
  const plain = { isTyping: false, hasModifier: false, hasDialog: false };
  it.each([
    ['/', plain, 'search'],
    ['?', plain, 'help'],
    ['ArrowDown', plain, 'next'],
    ['ArrowUp', plain, 'previous'],
    ['a', plain, undefined],
    ['/', { ...plain, isTyping: true }, undefined],
    ['/', { ...plain, hasModifier: true }, undefined],
    ['?', { ...plain, hasDialog: true }, undefined],
  ] as const)('%s with %j: %s', (key, pressed, effect) => {
    expect(keyEffect({ key, ...pressed })).toBe(effect);
  });

  it.each([
    [3, -1, 'next', 0],
    [3, -1, 'previous', undefined],
    [0, -1, 'next', undefined],
    [3, 0, 'next', 1],
    [3, 2, 'next', undefined],
    [3, 0, 'previous', undefined],
    [3, 2, 'previous', 1],
  ] as const)('of %s rows, from %s to the %s: %s', (rows, at, effect, to) => {
    expect(rowAfter(rows, at, effect)).toBe(to);
  });
});
