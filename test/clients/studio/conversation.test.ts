import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WebCallEvent } from '@ringback/widget/web-call';
import { describe, expect, it } from 'vitest';
import {
  afterEvent,
  afterKey,
  latenciesOf,
  silence,
  variablesIn,
  withTools,
} from '#clients/studio/src/playground/conversation.ts';
import { rehearsalOf } from '#clients/studio/src/playground/rehearsal.ts';
import { loadRehearsal } from '#infra/local/rehearsal/load-rehearsal.ts';

const heard = (events: readonly WebCallEvent[]) =>
  events.reduce((conversation, event, index) => afterEvent(conversation, event, 1000 * index), silence);

// As the simulator sends them: the report of an interruption comes after the answer to it has begun.
const call: WebCallEvent[] = [
  { type: 'status', status: 'connecting' },
  { type: 'status', status: 'in-progress' },
  { type: 'assistant', turn: 0, text: 'Hello Ada, do you have a minute?', last: true },
  { type: 'customer', turn: 1, text: 'No.' },
  { type: 'assistant', turn: 1, text: 'I will', last: false },
  { type: 'interrupted', turn: 1, heard: 'Hello Ada, do' },
  { type: 'latency', turn: 1, milliseconds: 640 },
  { type: 'assistant', turn: 1, text: 'I will call again.', last: true },
  { type: 'ended', by: 'customer' },
];

describe('a conversation', () => {
  it('has a line for each turn, what was heard of it, and its latency', () => {
    const conversation = heard(call);
    expect(conversation.lines).toEqual([
      { who: 'assistant', turn: 0, text: 'Hello Ada, do you have a minute?', isComplete: true, heard: 'Hello Ada, do' },
      { who: 'customer', turn: 1, text: 'No.' },
      { who: 'assistant', turn: 1, text: 'I will call again.', isComplete: true, latencyMs: 640 },
    ]);
    expect(latenciesOf(conversation)).toEqual([{ turn: 1, milliseconds: 640 }]);
    expect(conversation).toMatchObject({ status: 'ended', answeredAt: 1000, endedAt: 8000, ended: { by: 'customer' } });
  });

  it('has what the model called where it called it, once, however often the record is read', () => {
    const turn = { timestamp: '2026-11-22T12:00:00.000000Z', mouth_to_ear: null, tools: [] };
    const called = [{ name: 'do_not_call' as const }];
    const turns = [
      { ...turn, sender: 'bot' as const, text: 'Hello Ada, do', tools: called },
      { ...turn, sender: 'human' as const, text: 'No.' },
      { ...turn, sender: 'bot' as const, text: 'Words that the page has not.', tools: [{ name: 'end_call' as const }] },
    ];
    const said = ['assistant', 'tool', 'customer', 'assistant', 'tool'];
    const conversation = withTools(withTools(heard(call), turns), turns);
    expect(conversation.lines.map(({ who }) => who)).toEqual(said);
    expect(conversation.lines.at(-1)).toEqual({ who: 'tool', name: 'end_call' });
  });

  it('joins keys that are pressed in a row', () => {
    expect(afterKey(afterKey(silence, '4'), '2').lines).toEqual([{ who: 'keys', text: '42' }]);
  });
});

it.each([
  [
    ['Hello {customer_name}, it is {current_time}.', 'Be brief, {{ customer_name }}: {date}'],
    ['customer_name', 'date'],
  ],
  [['No names here', null], []],
])('the variables of %j are %j', (texts, names) => {
  expect(variablesIn(...texts)).toEqual(names);
});

describe('a rehearsal of what was said', () => {
  const values = { assistant_name: 'Reception', system_prompt: 'Confirm.', phone_number_id: 7, webhook_url: null };

  it('is a file that `npm run rehearse` reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'));
    const file = join(folder, 'said.yaml');
    writeFileSync(file, JSON.stringify(rehearsalOf(heard(call), values, { customer_name: 'Ada' })));
    const rehearsal = await loadRehearsal(file).finally(() => rmSync(folder, { recursive: true }));
    expect(rehearsal).toMatchObject({
      name: 'Reception: No.',
      assistant: { assistant_name: 'Reception', calls_direction: 'make' },
      customer: { script: [{ interrupt: 'No.', after: 0.9 }, { listen: true }, { hang_up: true }] },
      expect: { status: 'ended_by_customer', turns: { min: 1 } },
    });
    expect(rehearsal.assistant).not.toHaveProperty('phone_number_id');
    expect(rehearsal.expect).not.toHaveProperty('said');
  });

  it('gives the assistant time to end the call, if it did', () => {
    const ended: WebCallEvent[] = [...call.slice(0, -1), { type: 'ended', by: 'assistant' }];
    expect(rehearsalOf(heard(ended), values, {})).toMatchObject({
      customer: { afterwards: 'stay' },
      expect: { status: 'ended_by_assistant' },
    });
  });
});
