import { describe, expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-conversation-ended.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { buildScript, buildState } from '#test/support/builders.ts';
import { carrierEvent, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup(call: Partial<Call> = {}, assistant: Partial<Assistant> = {}) {
  const subject = await storeCall({ status: 'in-progress', carrierCallId, ...call }, assistant);
  const urls = { publicUrl: 'https://a', socketUrl: 'wss://a' };
  const instructions = createTwilioCallInstructions({
    ...urls,
    realtimeProjectId: undefined,
    tokenKey: async () => '1',
  });
  const endpoint = handler.with({ ...subject, instructions }, verifySigned, () => subject.clock.now());
  const report = (form: Record<string, string>, signature?: string) =>
    endpoint(carrierEvent(subject.key, 'conversation-ended', { CallSid: carrierCallId, ...form }, signature));
  return { ...subject, report };
}

it.each([
  { SessionStatus: 'ended', endedBy: 'assistant' },
  { SessionStatus: 'completed', endedBy: 'customer' },
  { SessionStatus: 'failed', endedBy: null },
])('notes for $SessionStatus that the line was ended by $endedBy, and hangs up', async ({ SessionStatus, endedBy }) => {
  const { report, now } = await setup();
  const response = await report({ SessionStatus, ErrorCode: '64105' });
  expect(response.body).toContain('<Response><Hangup/></Response>');
  expect((await now())?.endedBy).toBe(endedBy);
});

it.each([
  {
    what: 'failed before it was connected, with other providers than the one before it',
    call: { speechFailed: { sessionId: 'VX0', backup: 'speech' as const } },
    code: '64101',
    ends: { endedBy: 'assistant', endReason: 'model_failed' },
  },
  {
    what: 'was lost for the third time, and never open',
    call: { connectionId: 'a', connections: 3 },
    code: '64105',
    ends: { endedBy: 'assistant', endReason: 'model_failed' },
  },
  {
    what: 'was lost for the third time',
    call: { connectionId: 'b', connections: 3 },
    code: '64105',
    ends: { endedBy: null },
  },
])('has the lead tried again only where nothing was said: the session $what', async ({ call, code, ends }) => {
  const { report, conversations, key, now } = await setup(call);
  await conversations.open(buildState({ connectionId: 'b', call: key }), buildScript());
  await report({ SessionStatus: 'failed', ErrorCode: code, CallStatus: 'in-progress' });
  expect(await now()).toMatchObject(ends);
});

it('asks the carrier soon, in case its last callback is lost', async () => {
  const { report, timer, clock, key } = await setup();
  await report({ SessionStatus: 'completed' });
  expect(timer.timers).toEqual([{ dueAt: clock.now() + 10_000, queue: 'check-call', message: key }]);
});

it('counts a conversation that broke', async () => {
  const { report, counts } = await setup();
  await report({ SessionStatus: 'failed', ErrorCode: '64105' });
  expect(counts).toEqual([{ name: 'ConversationFailed', dimensions: { code: '64105' } }]);
});

const dropped = { SessionStatus: 'failed', ErrorCode: '64105', CallStatus: 'in-progress', SessionId: 'VX1' };
const connected = { connectionId: 'a', connections: 1 };
const tokenOf = (body: string) => /name="token" value="(\d+)\./.exec(body)?.[1];

it.each([1, 2])(
  'connects a call whose connection %i was lost again, without a greeting and a second recording',
  async (connections) => {
    const { report, conversations, counts, key, now } = await setup(
      { connectionId: 'a', connections },
      { record: true },
    );
    await conversations.open(buildState({ connectionId: 'a', call: key }), buildScript());
    const { body } = await report(dropped);
    expect(body).toContain('<ConversationRelay ');
    expect(body).not.toMatch(/welcomeGreeting=|<Recording/);
    expect(tokenOf(body)).toBe(String(connections));
    expect((await report(dropped)).body).toBe(body);
    expect(counts.map(({ name }) => name)).toEqual(['ConversationReconnected', 'ConversationReconnected']);
    expect((await now())?.endedBy).toBeNull();
  },
);

it('looks soon whether the next connection is open', async () => {
  const { report, timer, clock, key } = await setup(connected);
  await report(dropped);
  const message = { ...key, connection: 2 };
  expect(timer.timers).toEqual([{ dueAt: clock.now() + 30_000, queue: 'check-call', message }]);
});

it('greets on the next connection if the first one was lost before its conversation was opened', async () => {
  const { report } = await setup(connected);
  expect((await report(dropped)).body).toContain('welcomeGreeting="Hello, this is Mia.');
});

it('connects a call whose first frame was lost, twice', async () => {
  const { report, now } = await setup();
  const lost = { ...dropped, SessionStatus: 'ended', HandoffData: 'reconnect' };
  expect(tokenOf((await report(lost)).body)).toBe('1');
  expect(tokenOf((await report(lost)).body)).toBe('1');
  expect(await now()).toMatchObject({ connections: 1, endedBy: null });
});

it.each([
  { what: 'is over', call: connected, form: { CallStatus: 'completed' } },
  { what: 'was never connected', call: {}, form: {} },
  { what: 'was connected again twice', call: { connectionId: 'c', connections: 3 }, form: {} },
  { what: 'was ended by the assistant', call: { ...connected, endedBy: 'assistant' as const }, form: {} },
  { what: 'ended by itself', call: { ...connected, status: 'ended' as const }, form: {} },
])('hangs up on a lost connection if the call $what', async ({ call, form }) => {
  const { report } = await setup(call);
  expect((await report({ ...dropped, ...form })).body).toContain('<Hangup/>');
});

it('hangs up on a lost connection if the last words were under way', async () => {
  const { report, conversations, key } = await setup(connected);
  await conversations.open(buildState({ connectionId: 'a', call: key, endingAt: 1 }), buildScript());
  expect((await report(dropped)).body).toContain('<Hangup/>');
});

describe.each([
  { code: '64101', voice: /ttsProvider="Google" voice="en-US-Chirp3-HD-Aoede"/ },
  { code: '64106', voice: /ttsProvider="Google" voice="en-US-Chirp3-HD-Aoede"/ },
  { code: '64114', voice: /ttsProvider="ElevenLabs"/ },
])('a session whose speech provider fails with $code', ({ code, voice }) => {
  const failed = { SessionStatus: 'failed', ErrorCode: code, CallStatus: 'in-progress', SessionId: 'VX1' };
  const assistant = { record: true, endpointType: 'ai' } as const;

  it('is followed by one with another provider, greeted, and not recorded twice', async () => {
    const { report, counts, timer } = await setup({}, assistant);
    const { body } = await report(failed);
    expect(body).toMatch(voice);
    expect(body).toContain('transcriptionProvider="Google" ');
    expect(body).toContain('speechModel="long"');
    expect(body).toContain('welcomeGreeting=');
    expect(body).not.toMatch(/hints=|eotThreshold=|<Recording/);
    expect(tokenOf(body)).toBe('0');
    expect(counts).toEqual([{ name: 'ConversationFailed', dimensions: { code } }, { name: 'ConversationReconnected' }]);
    expect(timer.timers).toMatchObject([{ queue: 'check-call', message: { connection: 1 } }]);
    expect((await report(failed)).body).toBe(body);
  });

  it('goes on in the middle of the call, and keeps the other provider if the connection is lost later', async () => {
    const { report, conversations, key } = await setup(connected, assistant);
    await conversations.open(buildState({ connectionId: 'a', call: key }), buildScript());
    const { body } = await report(failed);
    expect(tokenOf(body)).toBe('1');
    expect(body).toMatch(voice);
    expect(body).not.toContain('welcomeGreeting=');
    const later = await report({ ...dropped, SessionId: 'VX2' });
    expect(later.body).toMatch(voice);
    expect(later.body).toContain('transcriptionProvider="Google" ');
  });

  it('ends the call if the other provider fails, too', async () => {
    const { report, now } = await setup();
    await report(failed);
    expect((await report({ ...failed, SessionId: 'VX2' })).body).toContain('<Hangup/>');
    expect(await now()).toMatchObject({ endedBy: 'assistant', endReason: 'model_failed' });
  });

  it('ends the call where the carrier names no session', async () => {
    const { report } = await setup();
    expect((await report({ ...failed, SessionId: '' })).body).toContain('<Hangup/>');
  });

  it('ends a call that the customer has left', async () => {
    const { report, now } = await setup();
    expect((await report({ ...failed, CallStatus: 'completed' })).body).toContain('<Hangup/>');
    expect(await now()).not.toHaveProperty('speechFailed');
  });
});
