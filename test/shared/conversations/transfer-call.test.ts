import { describe, expect, it } from 'vitest';
import { handler as conversationEnded } from '#functions/carrier/twilio-conversation-ended.ts';
import { handler as transferEnded } from '#functions/carrier/twilio-transfer-ended.ts';
import { handler as transferLeg } from '#functions/carrier/twilio-transfer-leg.ts';
import { handler as finishCall } from '#functions/queue/finish-call.ts';
import type { Call } from '#shared/calls/call.ts';
import type { CarrierCallState } from '#shared/calls/carrier.ts';
import { callTransferTool } from '#shared/conversations/call-transfer-tool.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { carrierEvent, createMemoryDeadLetters, sqsEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, GOOD_TOKEN, holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { HUMAN, knownTools, toolCall, transferSetting } from '#test/support/tools.ts';

const LEG = `CA${'2'.padStart(32, '0')}`;
const SECOND_LEG = `CA${'3'.padStart(32, '0')}`;
const instructions = createTwilioCallInstructions({
  publicUrl: 'https://a',
  socketUrl: 'wss://a',
  realtimeProjectId: undefined,
  tokenKey: async () => '1',
});

/** A customer who asks for a human, in a call with such a tool. */
async function setup({
  call = {},
  tools = [transferSetting()],
}: { call?: Partial<Call>; tools?: Array<ReturnType<typeof transferSetting>> } = {}) {
  const pass = toolCall('call_transfer', {});
  const model = createMemoryLanguageModel([
    ['I connect you.', pass],
    ['They do not answer. Can I help?'],
    ['Again.', pass],
  ]);
  const assistant = { tools, llmModelId: 1, languageId: 1 };
  const live = await holdCall({ model, assistant, call, tools: [callTransferTool, ...knownTools] });
  const legs: CarrierCallState[] = [];
  const deps = {
    ...live,
    instructions,
    languageModel: live.model,
    carrier: () => ({ ...live.carrier, findLegs: async () => legs }),
  };
  const now = () => live.clock.now();
  const post = async (name: string, form: Record<string, string>) => {
    const endpoints = {
      'conversation-ended': conversationEnded.with(deps, verifySigned, now),
      'transfer-leg': transferLeg.with(deps, verifySigned, now),
      'transfer-ended': transferEnded.with(deps, verifySigned, now),
    };
    const endpoint = Object.entries(endpoints).find(([known]) => known === name)?.[1];
    return (await endpoint!(carrierEvent(live.key, name, form))).body;
  };
  const over = (HandoffData: string) =>
    post('conversation-ended', {
      CallSid: carrierCallId,
      SessionStatus: 'ended',
      CallStatus: 'in-progress',
      HandoffData,
    });
  const leg = (Digits?: string, CallSid = LEG) =>
    post('transfer-leg', { CallSid, ParentCallSid: carrierCallId, ...(Digits !== undefined && { Digits }) });
  const ended = (DialCallStatus: string, form: Record<string, string> = {}) =>
    post('transfer-ended', {
      CallSid: carrierCallId,
      CallStatus: 'in-progress',
      DialCallStatus,
      DialCallSid: LEG,
      DialBridged: 'false',
      ...form,
    });
  const finish = () => finishCall.with(deps, createMemoryDeadLetters())(sqsEvent(live.key));
  const ask = async () => {
    await live.say('I want a human.');
    await live.voice('on');
    await live.voice('off');
  };
  return { ...live, model, legs, over, leg, ended, finish, ask };
}

const connected = '<ConversationRelay';

it('says that it connects, and ends the session for the transfer when that was played', async () => {
  const { ask, frames, now } = await setup();
  await ask();
  expect(frames().at(-1)).toEqual({ kind: 'end', handOver: 'transfer:1' });
  expect(await now()).toMatchObject({ endedBy: null, transfers: [{ id: 1, to: HUMAN, status: 'requested' }] });
});

it('dials the human from the number of the call, holds both legs, and raises the time limit', async () => {
  const { ask, over, now, wallets, queue, key } = await setup();
  const before = (await wallets.get(key.userId))!.available;
  const held = (await now())!.hold;
  await ask();
  const twiml = await over('transfer:1');
  const { assistantPhoneNumber, hold, allowedSeconds, lineSeconds = 0, transfers } = (await now())!;
  expect(twiml).toContain(`callerId="${assistantPhoneNumber}"`);
  expect(twiml).toContain(`>${HUMAN}</Number>`);
  expect(transfers).toMatchObject([{ status: 'ringing' }]);
  expect(lineSeconds).toBeGreaterThan(allowedSeconds + 1800);
  expect((await wallets.get(key.userId))!.available).toBe(before - (hold - held));
  expect(queue.sent).toContainEqual(expect.objectContaining({ queue: 'check-call', message: { ...key, limit: true } }));
});

it('gives the same instructions to a callback that comes twice, and holds once', async () => {
  const { ask, over, now } = await setup();
  await ask();
  const first = await over('transfer:1');
  const { hold } = (await now())!;
  expect(await over('transfer:1')).toBe(first);
  expect((await now())!.hold).toBe(hold);
});

it('raises the time limit again for a run that was killed between its claim and the message', async () => {
  const { ask, over, queue, key } = await setup();
  await ask();
  const { send } = queue;
  queue.send = async (...given) => {
    if (given[0] === 'check-call') throw new Error('killed');
    return send(...given);
  };
  await over('transfer:1').catch(() => undefined);
  queue.send = send;
  expect(await over('transfer:1')).toContain(`>${HUMAN}</Number>`);
  expect(queue.sent).toContainEqual(expect.objectContaining({ queue: 'check-call', message: { ...key, limit: true } }));
});

it('bridges when the human presses the key, and ends the call after their talk', async () => {
  const { ask, over, leg, ended, now, clock } = await setup();
  await ask();
  await over('transfer:1');
  expect(await leg()).toContain('<Gather');
  expect(await leg('1')).toContain('<Response/>');
  expect(await leg('1')).toContain('<Response/>');
  clock.move(1_800_000);
  expect(await ended('completed', { DialBridged: 'true' })).toContain('<Hangup/>');
  expect(await now()).toMatchObject({
    endedBy: null,
    transfers: [{ status: 'bridged', legId: LEG }],
  });
});

describe.each([
  { dial: 'busy', keys: undefined, status: 'busy' },
  { dial: 'no-answer', keys: undefined, status: 'no_answer' },
  { dial: 'failed', keys: undefined, status: 'failed' },
  { dial: 'completed', keys: [], status: 'declined' },
  { dial: 'completed', keys: [''], status: 'no_answer' },
  { dial: 'completed', keys: ['2'], status: 'declined' },
])('where the carrier says $dial after the keys $keys', ({ dial, keys, status }) => {
  it(`returns the customer to the assistant, who knows that it is ${status}`, async () => {
    const { ask, over, leg, ended, now, setup: connect, key, model, tokens } = await setup();
    await ask();
    await over('transfer:1');
    if (keys) await leg();
    for (const one of keys ?? []) expect(await leg(one)).toContain('<Hangup/>');
    const twiml = await ended(dial);
    expect(twiml).toContain(connected);
    expect(twiml).toContain('welcomeGreeting="Sorry, one moment please."');
    expect(await ended(dial)).toContain(connected);
    expect((await now())?.transfers).toMatchObject([{ status, legId: LEG }]);
    await connect(`${GOOD_TOKEN}.1`, `${key.userId}.${key.callId}`, 'connection-2');
    expect(tokens().slice(-2).join('')).toBe('They do not answer. Can I help?');
    const told = model.replies[1]!.turns.flatMap(({ calls = [] }) => calls);
    expect(told).toMatchObject([{ name: 'call_transfer', result: expect.stringContaining('is back with you') }]);
    expect(model.replies[1]!.tools.map(({ name }) => name)).not.toContain('call_transfer');
    expect((await now())?.endedBy).toBeNull();
  });
});

it('bridges nobody whose leg was not dialled for the open transfer', async () => {
  const { ask, over, leg } = await setup();
  await ask();
  await over('transfer:1');
  await leg();
  expect(await leg(undefined, SECOND_LEG)).toContain('<Hangup/>');
});

it('dials nobody again who was dialled', async () => {
  const { ask, over, leg, ended } = await setup();
  await ask();
  await over('transfer:1');
  await leg();
  await leg('');
  expect(await over('transfer:1')).toContain(connected);
  await ended('completed');
  expect(await over('transfer:1')).toContain(connected);
});

it.each([
  { what: 'cannot pay for a minute', money: 0 },
  { what: 'may not reach the number', number: '+19005550199' },
])('keeps the customer with the assistant where the user $what', async ({ money, number }) => {
  const { ask, over, calls, key, now } = await setup({
    tools: [transferSetting(number)],
    call: { hold: 30_000 },
  });
  if (money !== undefined) calls.state.wallets.set(key.userId, { balance: 0, available: money });
  await ask();
  expect(await over('transfer:1')).toContain(connected);
  expect((await now())?.transfers).toMatchObject([{ status: 'failed' }]);
});

it('does not dial for a customer who has hung up, or a call that its user has ended', async () => {
  const { ask, over, calls, key } = await setup();
  await ask();
  await calls.recordEndedBy(key, 'assistant', 'cancelled');
  expect(await over('transfer:1')).toContain('<Hangup/>');
});

it('words over the announcement keep the customer with the assistant', async () => {
  const { say, voice, frames, now } = await setup();
  await say('I want a human.');
  await voice('on');
  await say('No, wait, you can help me.');
  await voice('off');
  expect(frames().some((frame) => frame.kind === 'end')).toBe(false);
  expect((await now())?.transfers).toMatchObject([{ status: 'requested' }]);
});

it('charges the legs of the customer and of the human, and the assistant until the bridge', async () => {
  const { ask, over, leg, ended, legs, finish, calls, key, clock, now } = await setup();
  await ask();
  await over('transfer:1');
  await leg();
  await leg('1');
  const { bridgedAfter = 0, perMinute = 0 } = (await now())!.transfers![0]!;
  clock.move(1_800_000);
  await ended('completed', { DialBridged: 'true' });
  legs.push({ carrierCallId: LEG, status: 'ended', durationSeconds: 1_810 });
  const durationSeconds = bridgedAfter + 1_800;
  await calls.change(key, { status: 'ended', endedAt: clock.now(), durationSeconds }, clock.now());
  clock.move(30_000);
  await finish();
  const settled = (await now())!;
  const { transfers } = (await calls.getBody(key))!;
  expect(transfers).toMatchObject([{ status: 'bridged', durationSeconds: 1_810, cost: 31 * perMinute }]);
  expect(settled).toMatchObject({ status: 'completed', reason: 'transferred', outcome: 'transferred', hold: 0 });
  const ai = settled.totalCost - settled.carrierCost;
  expect(ai).toBe(1_000 * Math.max(30, bridgedAfter));
  expect(settled.carrierCost - 31 * perMinute).toBe(14_000 * Math.ceil(durationSeconds / 60));
});

it('settles nothing while the leg of the human is not over', async () => {
  const { ask, over, legs, finish, calls, key, clock, now } = await setup();
  await ask();
  await over('transfer:1');
  legs.push({ carrierCallId: LEG, status: 'in-progress', durationSeconds: 0 });
  await calls.change(key, { status: 'ended', endedAt: clock.now(), durationSeconds: 60 }, clock.now());
  clock.move(30_000);
  await finish();
  expect((await now())?.hold).toBeGreaterThan(0);
});
