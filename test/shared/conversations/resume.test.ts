import { expect, it } from 'vitest';
import { toTurns } from '#shared/conversations/transcript.ts';
import { carrierCallId, GOOD_TOKEN, holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

type Live = Awaited<ReturnType<typeof holdCall>>;

const NEXT = 'connection-2';

/** The carrier connects again. What is said from now on. */
async function reconnect(live: Live, connection = NEXT, connectionNumber = 1) {
  const before = live.socket.frames.length;
  await live.setup(`${GOOD_TOKEN}.${connectionNumber}`, undefined, connection);
  return live.socket.frames.slice(before);
}

async function transcript(live: Live, connection = NEXT) {
  const conversation = await live.conversations.read(connection);
  return conversation && toTurns(conversation).map(({ sender, text }) => `${sender}: ${text}`);
}

const model = () =>
  createMemoryLanguageModel([
    ['We are open until six. ', 'Shall I book?'],
    ['Yes. ', 'Booked.'],
  ]);

it('says a greeting again that was cut, and no second one', async () => {
  const live = await holdCall();
  await live.voice('on');
  const frames = await reconnect(live);
  expect(frames).toEqual([
    { connectionId: NEXT, frame: { kind: 'speech', text: 'Hello, this is Mia. How can I help you?', isLast: true } },
  ]);
  expect(await transcript(live)).toEqual(['bot: Hello, this is Mia. How can I help you?']);
});

it('breaks the silence of a conversation whose run is killed as it resumes', async () => {
  const live = await holdCall();
  await live.voice('on');
  const { open } = live.conversations;
  live.conversations.open = async (...opened) => {
    await open(...opened);
    throw new Error('killed');
  };
  await reconnect(live);
  expect(live.frames()).toEqual([]);
  await live.ring();
  expect(live.frames()).toMatchObject([{ kind: 'speech', text: 'Are you still there?' }]);
});

it('leaves nothing on a connection of a call that is erased while its conversation resumes', async () => {
  const live = await holdCall();
  await live.voice('on');
  const { open } = live.conversations;
  live.conversations.open = async (...opened) => {
    await open(...opened);
    live.calls.get = async () => undefined;
  };
  expect(await reconnect(live)).toEqual([{ connectionId: NEXT, frame: { kind: 'end' } }]);
  expect(await live.conversations.read(NEXT)).toBeUndefined();
});

it('answers what the customer said last', async () => {
  const failing = createMemoryLanguageModel([['We are open.']]);
  const live = await holdCall({ model: failing });
  await live.voice('on');
  await live.voice('off');
  await live.conversations.recordCustomerTurn(live.connectionId, 'When do you open?', live.clock.now());
  const frames = await reconnect(live);
  expect(frames.map(({ frame }) => frame)).toMatchObject([{ kind: 'speech', text: 'We are open.' }]);
  expect(await transcript(live)).toEqual([
    'bot: Hello, this is Mia. How can I help you?',
    'human: When do you open?',
    'bot: We are open.',
  ]);
  expect(failing.replies.at(-1)?.turns.map(({ text }) => text)).toEqual([
    'Hello, this is Mia. How can I help you?',
    'When do you open?',
  ]);
});

it('answers what the customer said last, also when a filler was heard since, and keeps the order', async () => {
  const live = await holdCall({ model: createMemoryLanguageModel([['We are open.']]) });
  await live.voice('on');
  await live.voice('off');
  const { conversations, connectionId, clock } = live;
  await conversations.recordCustomerTurn(connectionId, 'One question.', clock.now() + 1);
  await conversations.recordCustomerTurn(connectionId, 'When do you open?', clock.now() + 2);
  const filler = { kind: 'assistant_said', at: clock.now() + 3, generation: 2, text: 'Hm.', filler: true } as const;
  await conversations.appendEvent(connectionId, filler);
  await live.receive({ type: 'info', name: 'tokensPlayed', value: 'Hm.' });
  await live.voice('off');
  const frames = await reconnect(live);
  expect(frames.map(({ frame }) => frame)).toMatchObject([{ kind: 'speech', text: 'We are open.' }]);
  await live.receive({ type: 'info', name: 'tokensPlayed', value: 'We are open.' }, 1000, NEXT);
  const turns = ['human: One question. When do you open?', 'bot: Hm.', 'bot: We are open.'];
  expect((await transcript(live))?.slice(-3)).toEqual(turns);
});

it('says an answer again that was cut although the customer said a word over it', async () => {
  const live = await holdCall({ model: model(), assistant: { minInterruptWords: 3 } });
  await live.voice('off');
  await live.say('When do you close?');
  await live.voice('on');
  await live.say('Yes.');
  const frames = await reconnect(live);
  expect(frames.map(({ frame }) => frame)).toMatchObject([{ text: 'We are open until six. Shall I book?' }]);
});

it('says an answer again that was cut, once in the transcript', async () => {
  const live = await holdCall({ model: model() });
  await live.voice('off');
  await live.say('When do you close?');
  await live.voice('on');
  const frames = await reconnect(live);
  expect(frames.map(({ frame }) => frame)).toMatchObject([
    { kind: 'speech', text: 'We are open until six. Shall I book?', isLast: true },
  ]);
  expect(await transcript(live)).toEqual([
    'bot: Hello, this is Mia. How can I help you?',
    'human: When do you close?',
    'bot: We are open until six. Shall I book?',
  ]);
});

it('listens if it was the customer’s turn, and asks again when nothing comes', async () => {
  const live = await holdCall({ model: model() });
  await live.voice('on');
  await live.voice('off');
  live.clock.move(5000);
  expect(await reconnect(live)).toEqual([]);
  expect(live.timer.timers.at(-1)?.message).toMatchObject({ connectionId: NEXT, timer: 'silence', generation: 1 });
  await live.receive({ type: 'prompt', voicePrompt: 'Hello?', last: true }, 1000, NEXT);
  expect(await transcript(live)).toEqual([
    'bot: Hello, this is Mia. How can I help you?',
    'human: Hello?',
    'bot: We are open until six. Shall I book?',
  ]);
});

it('asks when the run that was to answer is killed', async () => {
  const live = await holdCall({ model: model() });
  await live.voice('off');
  await live.conversations.recordCustomerTurn(live.connectionId, 'When do you open?', live.clock.now());
  const killed = { list: () => Promise.reject(new Error('killed')), access: live.models.access };
  const customParameters = { call: `${live.key.userId}.${live.key.callId}`, token: `${GOOD_TOKEN}.1` };
  const frame = { type: 'setup', callSid: carrierCallId, customParameters };
  await live.receive(frame, 1000, NEXT, { ...live, models: killed });
  await live.ring();
  await live.ring();
  expect(live.tokens()).toEqual(['Are you still there?']);
});

it('is quiet on the old connection: its timers and its late frames change nothing', async () => {
  const live = await holdCall();
  await live.voice('on');
  await live.voice('off');
  live.clock.move(5000);
  await reconnect(live);
  const said = live.socket.frames.length;
  await live.ring(2);
  await live.say('Are you there?');
  expect(live.socket.frames).toHaveLength(said);
});

it('keeps the maximum duration of the call', async () => {
  const live = await holdCall({ call: { allowedSeconds: 300 } });
  const goodbye = () => live.timer.timers.findLast(({ message }) => 'timer' in message && message.timer === 'goodbye')!;
  live.clock.move(100_000);
  await reconnect(live);
  const answeredAt = (await live.now())!.answeredAt!;
  expect(goodbye().message).toMatchObject({ connectionId: NEXT });
  expect(goodbye().dueAt - answeredAt).toBeLessThanOrEqual(300_000 - 12_000);
});

it('goes on after a second loss, with everything that was said, and refuses the token of the first', async () => {
  const live = await holdCall({ model: model() });
  await live.voice('off');
  live.clock.move(5000);
  await reconnect(live);
  await live.receive({ type: 'prompt', voicePrompt: 'When do you close?', last: true }, 1000, NEXT);
  await live.receive({ type: 'info', name: 'agentSpeaking', value: 'off' }, 5000, NEXT);
  expect(await reconnect(live, 'connection-3', 2)).toEqual([]);
  expect(await transcript(live, 'connection-3')).toHaveLength(3);
  expect(await live.now()).toMatchObject({
    connectionId: 'connection-3',
    connections: 3,
    earlierConnections: ['connection-1', NEXT],
  });
  expect(await reconnect(live, 'connection-4', 1)).toEqual([{ connectionId: 'connection-4', frame: { kind: 'end' } }]);
});

it('repeats nothing when the frame comes twice', async () => {
  const live = await holdCall();
  await live.voice('on');
  await reconnect(live);
  expect(await reconnect(live)).toEqual([]);
});
