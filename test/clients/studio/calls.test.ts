import { isOpen } from '@ringback/client';
import { describe, expect, it } from 'vitest';
import { namedFilter, readCallFilters } from '#clients/studio/src/calls/call-filters.ts';
import {
  callOutcomes,
  callStatus,
  callStatuses,
  canHangUp,
  endReason,
  reasonText,
  result,
} from '#clients/studio/src/calls/call-words.ts';
import { costRows } from '#clients/studio/src/calls/costs.ts';
import { evaluationRows, labelOf } from '#clients/studio/src/calls/evaluation.ts';
import { latencyView } from '#clients/studio/src/calls/latency.ts';
import { toolEffects, transcriptRows, type Turn, turnParts, waitsOf } from '#clients/studio/src/calls/transcript.ts';
import { filledVariables, placeholders, variableFields } from '#clients/studio/src/format/placeholders.ts';
import { writeQuery } from '#clients/studio/src/format/query.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { findMissingVariables } from '#shared/assistants/prompt-template.ts';
import openapi from '#shared/openapi/openapi.json' with { type: 'json' };

const { CallRecord, CallDetailRecord, CallTurn } = openapi.components.schemas;

describe('the words of calls', () => {
  it('has one for every status and every end reason of the reference', () => {
    expect(callStatuses.map(({ value }) => value).toSorted()).toEqual(CallRecord.properties.status.enum.toSorted());
    for (const end_reason of CallDetailRecord.properties.end_reason.enum) {
      const sentence = endReason({ end_reason } as Parameters<typeof endReason>[0]);
      expect(sentence === undefined).toBe(end_reason === null);
    }
  });

  it.each([
    ['initiated', true, true],
    ['ringing', true, true],
    ['in-progress', true, true],
    ['ended', true, false],
    ['completed', false, false],
    ['failed', false, false],
  ] as const)('%s: open %s, can be hung up %s', (status, open, hangUp) => {
    expect([isOpen({ status }), canHangUp(status)]).toEqual([open, hangUp]);
    expect(callStatus(status).label).not.toBe('');
  });
});

describe('what came of a call', () => {
  it('has a word for every outcome of the reference, and how far the call is before it is known', () => {
    const known = CallDetailRecord.properties.outcome.enum.filter((one) => one !== null);
    expect(callOutcomes.map(({ value }) => value).toSorted()).toEqual(known.toSorted());
    expect(result({ outcome: 'goal_reached', status: 'completed' })).toEqual({ label: 'Goal reached', tone: 'good' });
    expect(result({ outcome: null, status: 'ringing' })).toEqual({ label: 'Ringing', tone: 'live' });
    expect(result({ outcome: 'mailbox', status: 'completed' }).tone).toBe('quiet');
  });

  it('is explained by the carrier where it tells why, else by the end reason', () => {
    const reason = { by: 'customer', code: 'sip_486', text: 'The line is busy. SIP 486: Busy Here.' } as const;
    expect(reasonText({ end_reason: 'busy', reason })).toBe(reason.text);
    expect(reasonText({ end_reason: 'busy', reason: null })).toBe('The line was busy.');
    expect(reasonText({ end_reason: null, reason: null })).toBeUndefined();
  });
});

describe('the filters of the call list', () => {
  it('are read from a URL and written as they were', () => {
    const search =
      '?status=ended_by_customer&type=outbound&outcome=goal_reached&phone_number=%2B12025550100&assistant_id=7&campaign_id=8&date_from=2026-11-01&date_to=2026-11-30&page=3';
    expect(writeQuery(readCallFilters(search))).toBe(search);
  });

  it.each([
    ['reception', ['assistant_id', 1]],
    ['Spring', ['campaign_id', 3]],
    ['desk', ['assistant_id', 2]],
    ['ring rem', ['campaign_id', 4]],
    ['nothing', undefined],
  ])('are found by the name of an assistant or a campaign: %s', (text, filter) => {
    const assistants = [
      { id: 1, name: 'Reception' },
      { id: 2, name: 'Spring desk' },
    ];
    const campaigns = [
      { id: 3, name: 'Spring' },
      { id: 4, name: 'Spring reminders' },
    ];
    expect(namedFilter(text, { assistants, campaigns })).toEqual(filter);
  });

  it('leave out what the API would refuse', () => {
    expect(
      readCallFilters('?status=gone&type=fax&outcome=won&assistant_id=x&date_from=2026-02-30&page=0&other=1'),
    ).toEqual({});
  });
});

const turnOf = (sender: 'bot' | 'human', text: string, more: Partial<Turn> = {}): Turn => ({
  sender,
  text,
  timestamp: '2026-11-22T12:00:00.000000Z',
  mouth_to_ear: null,
  tools: [],
  ...more,
});

describe('a transcript', () => {
  const turns = [
    turnOf('bot', 'Hello Ada.'),
    turnOf('human', 'When?'),
    turnOf('bot', 'At six.', { mouth_to_ear: 1390 }),
    turnOf('human', 'Never call again.'),
    turnOf('bot', 'Goodbye.', { mouth_to_ear: 900, tools: [{ name: 'do_not_call' }] }),
  ];

  it('has a row for each turn, with its wait and what the model called in it', () => {
    const rows = transcriptRows(turns);
    expect(rows.map(({ speaker }) => speaker)).toEqual(['assistant', 'customer', 'assistant', 'customer', 'assistant']);
    expect(rows[0]).toEqual({ speaker: 'assistant', text: 'Hello Ada.', waitMs: undefined, tools: [] });
    expect(rows.at(-1)).toEqual({ speaker: 'assistant', text: 'Goodbye.', waitMs: 900, tools: ['do_not_call'] });
  });

  it('has the waits by turn: the answer to the first words is turn 1', () => {
    expect(waitsOf(turns)).toEqual([
      { turn: 1, milliseconds: 1390 },
      { turn: 2, milliseconds: 900 },
    ]);
  });

  it('says what tools of the reference do', () => {
    const { name } = CallTurn.properties.tools.items.properties;
    expect(name.examples).toEqual(expect.arrayContaining(Object.keys(toolEffects)));
  });

  it('tells keys from words', () => {
    expect(turnParts('[pressed 12#] Hello')).toEqual([
      { kind: 'note', text: '[pressed 12#]' },
      { kind: 'words', text: 'Hello' },
    ]);
  });
});

describe('an evaluation', () => {
  it('is a table in the order of the record', () => {
    expect(
      evaluationRows({ status: true, is_late: false, amount: 1234.5, summary: 'Fine.', note: '', who: null }),
    ).toEqual([
      { name: 'status', label: 'Status', kind: 'yes', text: 'Yes' },
      { name: 'is_late', label: 'Is late', kind: 'no', text: 'No' },
      { name: 'amount', label: 'Amount', kind: 'number', text: '1234.5' },
      { name: 'summary', label: 'Summary', kind: 'text', text: 'Fine.' },
      { name: 'note', label: 'Note', kind: 'text', text: '–' },
      { name: 'who', label: 'Who', kind: 'unknown', text: 'Not said' },
    ]);
  });

  it.each([
    ['a', 'A'],
    ['__', '__'],
    ['goal_reached', 'Goal reached'],
  ])('labels %s as %s', (name, label) => expect(labelOf(name)).toBe(label));
});

describe('what a call costs', () => {
  it('adds up, to six decimals', () => {
    expect(costRows({ total_cost: 0.061, carrier_cost: 0.014 }).map(({ amount }) => amount)).toEqual([
      '$0.0470',
      '$0.0140',
      '$0.0610',
    ]);
  });
});

describe('the latency of a call', () => {
  const stage = (p50: number, p95: number) => ({ p50, p95 });
  const latency = {
    turns: 3,
    model_asked: stage(25, 40),
    first_token: stage(420, 780),
    first_text: stage(460, 830),
    voice: stage(790, 1160),
    mouth_to_ear: stage(1000, 2000),
  };

  it('is drawn on one scale, with the budget', () => {
    const { bars, budgetPart, isWithinBudget } = latencyView(latency);
    expect(bars.map(({ label, p50Part, p95Part }) => [label, p50Part, p95Part])).toEqual([
      ['Whole wait', 0.5, 1],
      ['Model asked', 0.0125, 0.02],
      ['First token', 0.21, 0.39],
      ['First text', 0.23, 0.415],
      ['Voice', 0.395, 0.58],
    ]);
    expect([budgetPart, isWithinBudget]).toEqual([0.5575, true]);
  });

  it('has no bar for a voice that the carrier does not report', () => {
    expect(latencyView({ ...latency, voice: null }).bars).toHaveLength(4);
  });
});

describe('the variables of a call', () => {
  const texts = [
    ['Hello {customer_name}, it is {current_time}.', 'You call {{ company }} about {order.id}; JSON is {"a": 1}.'],
    ['No names.', '{customer_phone} {assistant_name} {two words} {x}{x}'],
    ['{grüße_1}', '{{{deep}}}'],
    ['{name|there} {{ a | b }}', '{name} {|x} {two words|x}'],
  ] as const;

  it.each(texts)('are those that the service misses: %s %s', (initial_message, system_prompt) => {
    const assistant = { waitForCustomer: false, initialMessage: initial_message, systemPrompt: system_prompt };
    expect(placeholders({ initial_message, system_prompt })).toEqual(findMissingVariables(assistant as Assistant, {}));
  });

  it('are not asked for by a greeting that is not spoken', () => {
    expect(placeholders({ initial_message: '{a}', system_prompt: '{b}', wait_for_customer: true })).toEqual(['b']);
  });

  it('show which are missing, and what the assistant has', () => {
    const assistant = { initial_message: '{name} {city}', system_prompt: '', variables: { city: 'Bonn', age: 7 } };
    const before = variableFields(assistant, {});
    expect(before).toEqual([
      { name: 'name', usual: undefined, isMissing: true },
      { name: 'city', usual: 'Bonn', isMissing: false },
      { name: 'age', usual: '7', isMissing: false },
    ]);
    expect(variableFields(assistant, { name: ' Ada ' })[0]).toMatchObject({ isMissing: false });
    expect(filledVariables({ name: ' Ada ', city: ' ' })).toEqual({ name: 'Ada' });
  });
});
