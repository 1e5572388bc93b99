import { expect, it } from 'vitest';
import { handler } from '#functions/socket/message.ts';
import { carrierCallId, GOOD_TOKEN, holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const ok = { statusCode: 200 };

it('opens the conversation with what the call was started with', async () => {
  const live = await holdCall({ assistant: { initialMessage: 'Hello from {assistant_name}.' } });
  const conversation = await live.conversations.read('connection-1');
  expect(conversation).toMatchObject({
    state: { call: live.key, generation: 0, endingAt: null, silentSince: null },
    script: { greeting: 'Hello from Reception.', locale: 'en-US' },
  });
  expect(await live.now()).toMatchObject({ connectionId: 'connection-1', status: 'in-progress' });
  expect(live.frames()).toEqual([]);
});

it.each(['initiated', 'ringing', 'ended', 'failed', 'completed'] as const)(
  'closes the connection of a call that is %s: its token comes with the answer',
  async (status) => {
    const live = await holdCall({ call: { status } });
    expect(live.frames()).toEqual([{ kind: 'end' }]);
    expect(live.counts).toMatchObject([{ dimensions: { reason: 'call_is_over' } }]);
    expect(await live.now()).toMatchObject({ status, connectionId: null });
    expect(await live.conversations.getState('connection-1')).toBeUndefined();
  },
);

it('opens one connection with a token: another is closed without a conversation, and the first keeps the call', async () => {
  const live = await holdCall();
  await live.setup(GOOD_TOKEN, undefined, 'connection-2');
  expect(live.socket.frames).toEqual([{ connectionId: 'connection-2', frame: { kind: 'end' } }]);
  expect(live.counts).toMatchObject([{ dimensions: { reason: 'token_is_used' } }]);
  expect(await live.now()).toMatchObject({ connectionId: 'connection-1' });
  expect(await live.conversations.getState('connection-2')).toBeUndefined();
  await live.setup();
  expect(live.socket.frames).toHaveLength(1);
});

it('leaves nothing of a conversation whose call is erased while it opens', async () => {
  const live = await holdCall({ isUnopened: true });
  const { calls, conversations } = live;
  const gone = { ...calls, get: async () => undefined };
  const late = { ...live, calls: gone };
  const customParameters = { call: `${live.key.userId}.${live.key.callId}`, token: GOOD_TOKEN };
  await live.receive({ type: 'setup', callSid: carrierCallId, customParameters }, 0, 'connection-1', late);
  expect(live.frames()).toEqual([{ kind: 'end' }]);
  expect(live.counts).toMatchObject([{ dimensions: { reason: 'unknown_call' } }]);
  expect(await conversations.getState('connection-1')).toBeUndefined();
});

it('has set the timers of a conversation whose run is killed as it opens', async () => {
  const live = await holdCall({ assistant: { waitForCustomer: true }, isUnopened: true });
  live.conversations.open = async () => Promise.reject(new Error('killed'));
  await live.setup();
  const timers = live.timer.timers.map(({ message }) => ('timer' in message ? message.timer : undefined));
  expect(new Set(timers)).toEqual(new Set(['goodbye', 'silence']));
});

it('opens the next connection with the next token, and none with the old one', async () => {
  const live = await holdCall();
  const next = { ...live, connectionOfToken: async () => 1 };
  const { key, receive } = live;
  const customParameters = { call: `${key.userId}.${key.callId}`, token: 'next' };
  await receive({ type: 'setup', callSid: carrierCallId, customParameters }, 0, 'connection-2', next);
  expect(await live.now()).toMatchObject({ connectionId: 'connection-2', connections: 2 });
  await live.setup();
  expect(live.socket.frames.at(-1)).toEqual({ connectionId: 'connection-1', frame: { kind: 'end' } });
  expect(await live.now()).toMatchObject({ connectionId: 'connection-2' });
});

it.each([
  { token: 'forged', reason: 'token' },
  { call: '7.1', reason: 'unknown_call' },
  { call: 'nonsense', reason: 'token' },
  { call: '', reason: 'token' },
])('closes a connection politely that brings the wrong call or token: %j', async ({ token, call, reason }) => {
  const live = await holdCall({ isUnopened: true });
  await expect(live.setup(token, call)).resolves.toEqual(ok);
  expect(live.frames()).toEqual([{ kind: 'end' }]);
  expect(live.counts).toMatchObject([{ name: 'ConversationRefused', dimensions: { reason } }]);
  expect((await live.now())?.connectionId).toBeNull();
});

it('listens for silence at once when the customer speaks first', async () => {
  const assistant = { waitForCustomer: true, reengagementInterval: 20 };
  const live = await holdCall({ assistant, call: { allowedSeconds: 30 } });
  const message = { timer: 'silence', generation: 0, silentSince: live.clock.now() };
  expect(live.timer.timers).toMatchObject([{ dueAt: live.clock.now() + 20_000, message }]);
});

it('answers in clause-sized frames, the last one closing the turn', async () => {
  const model = createMemoryLanguageModel([['We are ', 'open. How', ' can I **help** you', ' today?']]);
  const live = await holdCall({ model });
  await expect(live.say('Are you open?')).resolves.toEqual(ok);
  expect(live.frames()).toEqual([
    { kind: 'speech', text: 'We are open. ', isLast: false },
    { kind: 'speech', text: 'How can I help you today?', isLast: true },
  ]);
  const answer = 'bot: We are open. How can I help you today?';
  expect((await live.transcript()).slice(1)).toEqual(['human: Are you open?', answer]);
});

it.each([
  { type: 'prompt', voicePrompt: '   ' },
  { type: 'prompt' },
  { type: 'prompt', voicePrompt: 'I would', last: false },
  { type: 'prompt', voicePrompt: null },
])('ignores a prompt without words, and a partial one: %j', async (frame) => {
  const live = await holdCall();
  await expect(live.receive(frame)).resolves.toEqual(ok);
  expect(live.frames()).toEqual([]);
  await expect(live.conversations.getState('connection-1')).resolves.toMatchObject({ generation: 0 });
});

it('answers a customer who speaks before the conversation is open', async () => {
  const live = await holdCall({ isUnopened: true });
  let waits = 0;
  const pause = async () => {
    waits += 1;
    if (waits === 3) await live.setup();
  };
  const at = live.clock.now();
  const frame = JSON.stringify({ type: 'prompt', voicePrompt: 'Hello?' });
  await handler.with({ ...live, pause })({
    body: frame,
    requestContext: { connectionId: 'connection-1', requestId: 'early', requestTimeEpoch: at },
  });
  expect(live.tokens()).toEqual(['Hello.']);
  expect((await live.transcript()).slice(1)).toEqual(['human: Hello?', 'bot: Hello.']);
});

it('asks for another connection when the conversation is never opened', async () => {
  const live = await holdCall({ isUnopened: true });
  await expect(live.say('Hello?')).resolves.toEqual(ok);
  expect(live.frames()).toEqual([{ kind: 'end', isLost: true }]);
});

it('measures the time of the model and, without it, our share of the turn', async () => {
  const slow = async () => live.clock.move(900);
  const model = createMemoryLanguageModel([[() => slow(), 'Yes.']]);
  const live = await holdCall({ model });
  await live.say('Hi');
  expect(live.durations).toEqual([
    { name: 'ModelLatency', milliseconds: 900 },
    { name: 'TurnOverhead', milliseconds: 0 },
  ]);
});

it.each([
  ['not json', 'MalformedFrame'],
  ['{"type":"prompt","voicePrompt":7}', 'MalformedFrame'],
  ['', 'MalformedFrame'],
  ['{"type":"weather","value":"fine"}', 'UnknownFrame'],
])('ignores %j, counts it as %s and keeps the conversation', async (frame, name) => {
  const live = await holdCall();
  await expect(live.receive(frame)).resolves.toEqual(ok);
  expect(live.counts).toMatchObject([{ name }]);
  expect(live.frames()).toEqual([]);
});

it.each([{ type: 'info', name: 'agentSpeaking', value: 'maybe' }, { type: 'info' }])(
  'does nothing on %j',
  async (frame) => {
    const live = await holdCall();
    const before = live.timer.timers.length;
    await expect(live.receive(frame)).resolves.toEqual(ok);
    expect(live.timer.timers).toHaveLength(before);
    expect(live.frames()).toEqual([]);
  },
);

it('counts an error of the carrier', async () => {
  const live = await holdCall();
  await live.receive({ type: 'error', description: 'Invalid message' });
  expect(live.counts).toMatchObject([{ name: 'ConversationFailed', dimensions: { code: 'frame' } }]);
});

it('answers 200 when everything breaks', async () => {
  const live = await holdCall();
  const broken = {
    ...live,
    conversations: { ...live.conversations, recordCustomerTurn: () => Promise.reject(new Error('down')) },
  };
  const frame = JSON.stringify({ type: 'prompt', voicePrompt: 'Hi' });
  const requestContext = { connectionId: 'connection-1', requestId: 'r', requestTimeEpoch: 1 };
  await expect(handler.with(broken)({ body: frame, requestContext })).resolves.toEqual(ok);
  await expect(handler.with(live)({})).resolves.toEqual(ok);
});
