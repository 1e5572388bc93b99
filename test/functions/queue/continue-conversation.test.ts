import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { handler } from '#functions/queue/continue-conversation.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const STILL_THERE = 'Are you still there?';
const GOODBYE = 'Thank you for your time. Goodbye!';
const silence = { reengagementInterval: 30, maxSilenceDuration: 40 };
const call = { allowedSeconds: 30 };

/** A call whose assistant has just stopped speaking. */
async function holdSilence() {
  const live = await holdCall({ assistant: silence, call });
  await live.voice('off');
  return live;
}

it('speaks again after the interval, says goodbye after the maximum, and ends the call', async () => {
  const live = await holdSilence();
  const since = live.clock.now();
  expect(live.timer.timers).toMatchObject([
    { dueAt: since + 30_000, message: { timer: 'silence', silentSeconds: 30 } },
  ]);
  await live.ring();
  expect(live.frames()).toEqual([{ kind: 'speech', text: STILL_THERE, isLast: true }]);
  expect(live.timer.timers.at(-1)).toMatchObject({ dueAt: since + 40_000, message: { silentSeconds: 40 } });
  await live.voice('on');
  await live.voice('off');
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE, GOODBYE]);
  expect((await live.now())?.endedBy).toBe('assistant');
  await live.voice('on');
  await live.voice('off');
  expect(live.tokens().at(-1)).toBe('<end>');
  expect((await live.transcript()).slice(1)).toEqual([`bot: ${STILL_THERE}`, `bot: ${GOODBYE}`]);
});

it('does nothing when the customer has spoken meanwhile', async () => {
  const live = await holdSilence();
  await live.say('I am here.');
  const before = live.tokens();
  await live.ring();
  expect(live.tokens()).toEqual(before);
});

it('does nothing when the assistant has spoken on since, and counts anew when it stops', async () => {
  const live = await holdSilence();
  await live.voice('on');
  const at = live.clock.now();
  await live.conversations.appendEvent(live.connectionId, { kind: 'assistant_said', at, generation: 0, text: 'And?' });
  await live.ring();
  expect(live.tokens()).toEqual([]);
  await live.voice('off');
  expect(live.timer.timers.at(-1)?.dueAt).toBe(live.clock.now() + 30_000);
});

/** The run of the prompt is killed behind its first write. */
async function holdKilledTurn() {
  const live = await holdSilence();
  const killed = { ...live.conversations, getState: () => Promise.reject(new Error('killed')) };
  const frame = { type: 'prompt', voicePrompt: 'When do you open?', last: true };
  const at = live.clock.now() + 5_000;
  await live.receive(frame, 5_000, live.connectionId, { ...live, conversations: killed });
  return { ...live, promptAt: at };
}

it('speaks again when the turn of the customer was killed, once the turn would be over', async () => {
  const live = await holdKilledTurn();
  await live.ring();
  expect(live.tokens()).toEqual([]);
  expect(live.timer.timers.at(-1)).toMatchObject({ dueAt: live.promptAt + 22_000, message: { generation: 1 } });
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE]);
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE, GOODBYE]);
});

it('says nothing more in a turn that was still running', async () => {
  const live = await holdKilledTurn();
  await live.ring();
  const said = { kind: 'assistant_said', at: live.clock.now(), generation: 1, text: 'At nine.' } as const;
  await live.conversations.appendEvent(live.connectionId, said);
  await live.ring();
  expect(live.tokens()).toEqual([]);
});

it('sets no further timer when the turn of the customer is over', async () => {
  const live = await holdSilence();
  await live.say('I am here.');
  const before = live.timer.timers.length;
  await live.ring();
  expect(live.timer.timers).toHaveLength(before);
});

it('does nothing after the customer has pressed a key, which is answered', async () => {
  const live = await holdSilence();
  await live.receive({ type: 'dtmf', digit: '1' });
  await live.ring();
  expect(live.tokens()).toEqual(['Hello.']);
});

it('speaks again after a cough that interrupted the assistant, who has gone on', async () => {
  const live = await holdCall({ assistant: silence, call });
  await live.interrupt('Hello');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'off' });
  await live.ring();
  expect(live.tokens()).toEqual(['Hello, this is Mia. How can I help you?', STILL_THERE]);
});

it('starts over when the customer answers the question', async () => {
  const live = await holdSilence();
  await live.ring();
  await live.say('Yes.');
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE, 'Hello.']);
  await live.voice('off');
  expect(live.timer.timers.at(-1)).toMatchObject({ message: { timer: 'silence', silentSeconds: 30 } });
});

it('speaks once when a timer comes twice', async () => {
  const live = await holdSilence();
  await live.ring();
  await live.ring(1);
  expect(live.tokens()).toEqual([STILL_THERE]);
  await live.ring();
  await live.ring(1);
  expect(live.tokens()).toEqual([STILL_THERE, GOODBYE]);
});

const waiting = { ...silence, waitForCustomer: true, initialMessage: 'This is Mia.' };

it.each([
  { assistant: waiting, after: 30_000, why: 'the usual interval' },
  { assistant: { ...waiting, reengagementInterval: 600 }, after: 40_000, why: 'the longest silence' },
  { assistant: { ...waiting, maxInitialSilenceDuration: 90 }, after: 90_000, why: 'the silence that it may last' },
])('says the initial message to a customer who should speak first, after $why', async ({ assistant, after }) => {
  const live = await holdCall({ assistant, call });
  expect(live.timer.timers.at(-1)?.dueAt).toBe(live.clock.now() + after);
  await live.ring();
  await live.ring(1);
  expect(live.tokens()).toEqual(['This is Mia.']);
  await live.voice('on');
  await live.voice('off');
  await live.ring();
  expect(live.tokens().length).toBe(2);
  expect(await live.transcript()).toContain('bot: This is Mia.');
});

it('says the initial message again where nothing was heard after it, and not «Are you still there?»', async () => {
  const assistant = { ...silence, maxInitialSilenceDuration: 8, initialMessage: 'This is Mia.' };
  const live = await holdCall({ assistant, call });
  await live.voice('off');
  await live.ring();
  expect(live.tokens()).toEqual(['This is Mia.']);
  await live.voice('on');
  await live.voice('off');
  await live.ring();
  expect(live.tokens()).toEqual(['This is Mia.', STILL_THERE]);
});

it('waits as usual for a customer who has said hello over the greeting', async () => {
  const assistant = { ...silence, maxInitialSilenceDuration: 3, greetingInterruptible: false };
  const live = await holdCall({ assistant, call });
  await live.say('Hello?');
  await live.voice('off');
  await live.ring();
  expect(live.tokens()).toEqual([]);
  const since = live.clock.now() - 3_000;
  expect(live.timer.timers.at(-1)?.dueAt).toBe(since + 30_000);
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE]);
});

it.each([
  { model: [[]], said: STILL_THERE, why: 'in fixed words if the model says nothing' },
  { model: [['Take your ', 'time.']], said: 'Take your time.', why: 'in the words of the model' },
])('asks a silent customer as it is told, $why', async ({ model, said }) => {
  const assistant = { ...silence, reengagementPrompt: 'Offer more time.' };
  const live = await holdCall({ model: createMemoryLanguageModel(model), assistant, call });
  await live.voice('off');
  await live.ring();
  expect(live.tokens().join('')).toBe(said);
  await live.ring();
  expect(live.tokens().at(-1)).toBe(GOODBYE);
});

it('says goodbye before the time of the call is up', async () => {
  const live = await holdCall({ call: { allowedSeconds: 60 } });
  await live.ring();
  expect(live.tokens()).toEqual([GOODBYE]);
  expect((await live.now())?.endedBy).toBe('assistant');
});

it('closes no line that is not being ended', async () => {
  const live = await holdCall({ call });
  const message = { connectionId: live.connectionId, generation: 0, timer: 'hang_up' };
  await handler.with(live, createMemoryDeadLetters())(sqsEvent(message));
  expect(live.frames()).toEqual([]);
});

it('does nothing for a conversation that it does not know', async () => {
  const live = await holdCall();
  const sample: unknown = JSON.parse(readFileSync('events/queue/continue-conversation.json', 'utf8'));
  const dlq = createMemoryDeadLetters();
  await expect(handler.with(live, dlq)(sample)).resolves.toEqual({ batchItemFailures: [] });
  expect(dlq.deadLetters).toEqual([]);
});
