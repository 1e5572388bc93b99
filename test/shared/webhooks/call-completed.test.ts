import * as v from 'valibot';
import { expect, it } from 'vitest';
import { CallBodyItem, toCallBodyItem } from '#shared/calls/call-items.ts';
import type { Call, CallBody } from '#shared/calls/call.ts';
import { CallCompletedPayload, callCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { buildCall } from '#test/support/builders.ts';
import { listSnippets } from '#test/support/snippets.ts';

const event = 'call.completed';
const recordingUrl = null;
const at = Date.UTC(2026, 5, 30, 11, 53, 20);
const call = buildCall({
  id: 42,
  status: 'ended_by_customer',
  durationSeconds: 61,
  carrierCost: 28_000,
  totalCost: 89_000,
  answeredBy: 'human',
  reason: 'customer_hung_up',
  outcome: 'goal_reached',
  createdAt: at,
  endedAt: at + 70_000,
});
const body = {
  variables: { customer_name: 'Ada' },
  turns: [
    { sender: 'bot' as const, text: 'Hello Ada!', timestamp: at + 5000 },
    { sender: 'human' as const, text: 'Hi.', timestamp: at + 7500 },
  ],
  evaluation: { status: true, summary: null },
  reason: { by: 'customer' as const, code: 'customer_hung_up', text: 'The customer hung up.' },
  model: { name: 'gpt-6-luna', simulated: false },
  webhookResponse: null,
};

it('tells the lead and the campaign of a call that was made for one', () => {
  const forLead = { ...call, leadId: 6001, leadStatus: 'completed', campaignId: 7, campaignName: 'Spring' } as const;
  const lead = { id: 6001, phoneNumber: '+12025550199', variables: { customer_name: 'Ada' } };
  const payload = callCompletedPayload({ event: 'call.completed', call: forLead, body, recordingUrl: null, lead });
  expect(payload).toMatchObject({
    lead: { id: 6001, phone_number: '+12025550199', status: 'completed', variables: { customer_name: 'Ada' } },
    campaign: { id: 7, name: 'Spring' },
  });
  expect(v.parse(CallCompletedPayload, JSON.parse(JSON.stringify(payload)))).toEqual(payload);
});

it('is the same to the byte, whatever order the table gives to maps, and whatever changes after the call', () => {
  const evaluation = { zeal: 4.5, agreed: true, mood: null };
  const variables = { zip: '1', 'order id': '2', address: { street: 'x', city: 'y' } };
  const payloadOf = (read: CallBody, changes: Partial<Call> = {}) =>
    JSON.stringify(
      callCompletedPayload({ event, call: { ...call, endedAt: null, ...changes }, body: read, recordingUrl }),
    );
  const stored = structuredClone(toCallBodyItem({ ...body, evaluation, variables }));
  const shuffled = v.parse(CallBodyItem, Object.fromEntries(Object.entries(stored).toReversed()));
  const sent = payloadOf({ ...body, evaluation, variables });
  expect(typeof stored.evaluation).toBe('string');
  expect(payloadOf(shuffled, { updatedAt: at + 9_000_000 })).toBe(sent);
  expect(v.parse(CallBodyItem, { ...stored, evaluation })).toMatchObject({ evaluation });
});

it('has its fields in the order of the page about webhooks', () => {
  const example = listSnippets().find((one) => one.page === 'docs/webhooks.md' && one.language === 'json');
  const documented: unknown = JSON.parse(example?.text ?? '{}');
  const payload = callCompletedPayload({ event, call, body, recordingUrl: 'https://example.com/recording' });
  expect(Object.keys(documented as object)).toEqual(Object.keys(payload));
});

it('tells the whole call', () =>
  expect(callCompletedPayload({ event: 'call.completed', call, body, recordingUrl: null })).toEqual({
    event: 'call.completed',
    id: 42,
    type: 'outbound',
    status: 'ended_by_customer',
    outcome: 'goal_reached',
    end_reason: 'customer_hung_up',
    reason: { by: 'customer', code: 'customer_hung_up', text: 'The customer hung up.' },
    customer_phone: '+12025550100',
    assistant_phone: '+12025550001',
    assistant_id: 501,
    assistant_name: 'Reception',
    duration: 61,
    extracted_variables: { status: true, summary: null },
    input_variables: { customer_name: 'Ada' },
    transcript: 'Assistant: Hello Ada!\nCustomer: Hi.',
    latency: null,
    model: { name: 'gpt-6-luna', simulated: false },
    tool_calls: [],
    transfers: [],
    transcript_turns: [
      { sender: 'bot', text: 'Hello Ada!', timestamp: '2026-06-30T11:53:25.000000Z' },
      { sender: 'human', text: 'Hi.', timestamp: '2026-06-30T11:53:27.500000Z' },
    ],
    carrier_cost: 0.028,
    total_cost: 0.089,
    answered_by: 'human',
    created_at: '2026-06-30T11:53:20.000000Z',
    finished_at: '2026-06-30T11:54:30.000000Z',
    lead: null,
    campaign: null,
  }));

it('is as before for a call that an older release has settled: a later attempt is the same to the byte', () => {
  const { outcome: _outcome, reason: _reason, ...older } = call;
  const payload = callCompletedPayload({ event, call: older, body, recordingUrl });
  expect(payload).toMatchObject({ end_reason: 'customer_hung_up' });
  for (const field of ['outcome', 'reason']) expect(payload).not.toHaveProperty(field);
});
