import { expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-call-incoming.ts';
import { toDecimal } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import { createConnectionToken } from '#shared/calls/call-token.ts';
import type { ModelAccess } from '#shared/catalog/models.ts';
import { inboundRatesFor } from '#shared/catalog/rate-card.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { numberEvent, verifySigned } from '#test/support/events.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const CALLER = '+12025550100';
const NUMBER = '+12025550200';
const callSid = `CA${'7'.padStart(32, '0')}`;
const REJECT = '<?xml version="1.0" encoding="UTF-8"?><Response><Reject reason="rejected"/></Response>';
const BUSY = '<?xml version="1.0" encoding="UTF-8"?><Response><Reject reason="busy"/></Response>';
const rates = inboundRatesFor(NUMBER);
const fullHold = holdFor(600, rates);

const urls = { publicUrl: 'https://api.example.com', socketUrl: 'wss://voice.example.com/prod' };

interface Scene {
  assistant?: Partial<Assistant>;
  number?: Partial<PhoneNumber>;
  available?: number;
  access?: Partial<ModelAccess>;
}

async function setup({ assistant = {}, number = {}, available = 10_000_000, access = {} }: Scene = {}) {
  const receptionist = buildAssistant({
    type: 'inbound',
    phoneNumberId: 1001,
    variables: { shop: 'Main St' },
    ...assistant,
  });
  const numbers = [buildPhoneNumber({ phoneNumber: NUMBER, inboundAssistantId: receptionist.id, ...number })];
  const service = memoryService({ balance: available, access, assistants: [receptionist], numbers });
  const { clock, storedCalls: stored } = service;
  const instructions = createTwilioCallInstructions({
    ...urls,
    realtimeProjectId: 'proj_1',
    tokenKey: async () => '12345',
  });
  const deps = { ...service, instructions };
  const endpoint = handler.with(deps, verifySigned, () => clock.now());
  const ring = (form: Record<string, string> = {}, signature?: string) => {
    const all = { CallSid: callSid, From: CALLER, To: NUMBER, Direction: 'inbound', CallStatus: 'ringing', ...form };
    return endpoint(numberEvent('incoming', all, signature));
  };
  return { ...deps, ring, stored };
}

it('a call that comes in is stored with its money held, and connected to the conversation', async () => {
  const { ring, stored, calls, clock, counts } = await setup({ assistant: { record: true } });
  const response = await ring();
  expect(response).toMatchObject({ statusCode: 200, headers: { 'content-type': 'text/xml; charset=utf-8' } });
  const [call] = await stored();
  const key = { userId: 7, callId: call!.id };
  expect(call).toMatchObject({
    type: 'inbound',
    status: 'in-progress',
    clientPhoneNumber: CALLER,
    assistantPhoneNumber: NUMBER,
    assistantId: 2001,
    carrierCallId: callSid,
    answeredAt: clock.now(),
    allowedSeconds: 600,
    hold: fullHold,
  });
  expect(await calls.getConfiguration(key)).toMatchObject({
    variables: { shop: 'Main St' },
    assistant: { variables: {} },
  });
  expect(calls.state.wallets.get(7)).toEqual({ balance: 10_000_000, available: 10_000_000 - fullHold });
  const base = `https://api.example.com/carrier/twilio/calls/7/${key.callId}`;
  expect(response.body).toContain(`<Start><Recording channels="dual" recordingStatusCallback="${base}/recording#`);
  expect(response.body).toContain(`<Connect action="${base}/conversation-ended#`);
  expect(response.body).toContain('welcomeGreeting="Hello, this is Mia. How can I help you?"');
  const token = createConnectionToken('12345', { key, carrierCallId: callSid, connectionNumber: 0 });
  expect(response.body).toContain(`name="token" value="${token}"`);
  expect(counts).toEqual([
    { name: 'CallAccepted', dimensions: undefined },
    { name: 'MoneyHeld', dimensions: {}, amount: toDecimal(fullHold) },
  ]);
});

it('a call that comes in is watched from before it is stored, and limited at the carrier once it is on the line', async () => {
  const { ring, stored, timer, clock } = await setup();
  await ring();
  const [call] = await stored();
  const key = { userId: 7, callId: call!.id };
  const [watch, limit] = [320, 5].map((seconds) => clock.now() + seconds * 1000);
  expect(timer.timers).toEqual([
    { queue: 'check-call', message: { ...key, waitedSeconds: 320 }, dueAt: watch },
    { queue: 'check-call', message: { ...key, limit: true }, dueAt: limit },
  ]);
});

it('a call that comes in is one call, however often the carrier tells of it, and has one answer', async () => {
  const { ring, stored, calls } = await setup();
  const answers = await Promise.all([ring(), ring(), ring()]);
  answers.push(await ring());
  expect(await stored()).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(calls.state.wallets.get(7)?.available).toBe(10_000_000 - fullHold);
});

it('a call that comes in is one call where its own hold has taken the last money', async () => {
  const { ring, stored } = await setup({ available: fullHold });
  const [first, second] = [await ring(), await ring()];
  expect(second.body).toBe(first.body);
  expect(first.body).toContain('<ConversationRelay');
  expect(await stored()).toHaveLength(1);
});

it('a call that comes in is hung up when it is over and the carrier asks once more', async () => {
  const { ring, stored, calls, clock } = await setup();
  await ring();
  const [call] = await stored();
  await calls.change({ userId: 7, callId: call!.id }, { status: 'ended' }, clock.now());
  expect((await ring()).body).toContain('<Hangup/>');
});

it.each<[what: string, reason: string, answer: string, scene?: Scene, To?: string]>([
  ['to an unknown number', 'unknown_number', REJECT, {}, '+12025550299'],
  ['to a SIP address', 'unknown_number', REJECT, {}, 'sip:desk@example.com'],
  ['to a number without an assistant', 'no_assistant', REJECT, { number: { inboundAssistantId: null } }],
  ['to a deleted assistant', 'no_assistant', REJECT, { number: { inboundAssistantId: 2999 } }],
  ['to an inactive assistant', 'assistant_inactive', REJECT, { assistant: { status: 'inactive' } }],
  ['to an assistant that makes calls now', 'assistant_inactive', REJECT, { assistant: { type: 'outbound' } }],
  ['to an expired number', 'subscription_expired', REJECT, { number: { subscriptionExpiresAt: 1 } }],
  [
    'without a speech model',
    'no_language_model',
    BUSY,
    { assistant: { mode: 'multimodal', llmModelId: null, multimodalModelId: 101 }, access: { speech: false } },
  ],
  ['whose model has no provider', 'no_language_model', BUSY, { access: { rehearsal: false } }],
  ['without the money', 'no_money', BUSY, { available: holdFor(60, rates) - 1 }],
])(
  'a call %s is refused as %s, counted, and leaves nothing behind',
  async (_, reason, answer, scene = {}, To = NUMBER) => {
    const { ring, stored, calls, counts, lines } = await setup(scene);
    const before = calls.state.wallets.get(7);
    expect(await ring({ To })).toMatchObject({ statusCode: 200, body: answer });
    expect(await stored()).toEqual([]);
    expect(calls.state.wallets.get(7)).toEqual(before);
    expect(counts).toEqual([{ name: 'InboundCallRefused', dimensions: { reason } }]);
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain(To);
  },
);

it('a call that comes in takes another id where another record has drawn the same', async () => {
  const { ring, stored, calls, ids } = await setup();
  await ring();
  const [first] = await stored();
  const drawn = [first!.id, ids.recordId()];
  ids.recordId = () => drawn.shift() ?? 0;
  await ring({ CallSid: 'CA-another' });
  const all = await stored();
  expect(all.map(({ carrierCallId }) => carrierCallId)).toEqual(['CA-another', callSid]);
  expect(await calls.findByCarrierId('CA-another')).toEqual({ userId: 7, callId: all[0]!.id });
});
