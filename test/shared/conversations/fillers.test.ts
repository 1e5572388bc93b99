import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { createFakeTool } from '#test/support/memory/tool-uses.ts';
import { toolCall } from '#test/support/tools.ts';

const fillerConfig = {
  neutral: ['Okay.', 'One moment.'],
  negative: ['I see.'],
  positive: ['Great.'],
  question: ['Hm.'],
};
const filler = (token: string) => ({ kind: 'speech', text: token, isLast: true });

/** A call whose model answers when it is let. */
async function holdSlowCall(assistant: Partial<Assistant> = { fillers: true, fillerConfig }, ...more: string[]) {
  const waiting: Array<() => void> = [];
  const wait = () => new Promise<void>((resolve) => void waiting.push(resolve));
  const model = createMemoryLanguageModel([
    [wait, more.length > 0 ? 'We are open. ' : 'We are open.', ...more.flatMap((part) => [wait, part])],
  ]);
  const live = await holdCall({ model, assistant });
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(0);
    for (let passed = 0; passed < milliseconds; passed += 10) {
      live.clock.move(10);
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(0);
  };
  return {
    ...live,
    pass,
    answer: async () => {
      waiting.shift()?.();
      await pass(0);
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('are said after 0.7 seconds of thought, and the answer waits for their end', async () => {
  const live = await holdSlowCall();
  const answered = live.say('Are you open?');
  await live.pass(690);
  expect(live.frames()).toEqual([]);
  await live.pass(20);
  expect(live.frames()).toEqual([filler('Hm.')]);
  await live.answer();
  await answered;
  expect(live.frames()).toEqual([filler('Hm.'), { kind: 'speech', text: 'We are open.', isLast: true }]);
});

it('are one turn with the answer in the transcript, as far as they were heard', async () => {
  const live = await holdSlowCall({ fillers: true, fillerConfig, minInterruptWords: 3 });
  const answered = live.say('A table.');
  await live.pass(700);
  await live.answer();
  await answered;
  expect((await live.transcript()).at(-1)).toBe('bot: Okay. We are open.');
  await live.receive({ type: 'info', name: 'tokensPlayed', value: 'Hello, this is Mia. How can I help you?' });
  await live.receive({ type: 'info', name: 'tokensPlayed', value: 'Okay.' });
  await live.receive({ type: 'info', name: 'tokensPlayed', value: ' We are' });
  expect((await live.transcript()).at(-1)).toBe('bot: Okay. We are');
});

it('are not said when the model is quick', async () => {
  const quick = await holdSlowCall();
  const answered = quick.say('A table.');
  await quick.pass(600);
  await quick.answer();
  await answered;
  await quick.pass(5_000);
  expect(quick.tokens()).toEqual(['We are open.']);
});

it('are never said where they are off, however long the model takes', async () => {
  const live = await holdSlowCall({ fillers: false }, 'From nine to five.');
  const answered = live.say('Are you open?');
  await live.pass(5_000);
  await live.answer();
  await live.pass(5_000);
  await live.answer();
  await answered;
  expect(live.tokens()).toEqual(['We are open. ', 'From nine to five.']);
});

it('are those of the language where the assistant has none that fits, so that no silence is longer than two seconds', async () => {
  const live = await holdSlowCall({
    fillers: true,
    fillerConfig: { neutral: [], negative: [], positive: [], question: [] },
  });
  const answered = live.say('Are you open?');
  await live.pass(890);
  expect(live.frames()).toEqual([]);
  await live.pass(20);
  expect(live.frames()).toEqual([filler('Let me think.')]);
  await live.answer();
  await answered;
});

it('follow each other while the model thinks, each 1.2 seconds after the end of the one before', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.pass(700);
  // «Okay.» is heard from 0.3 to 0.66 seconds after it was sent.
  await live.pass(1840);
  expect(live.tokens()).toEqual(['Okay.']);
  await live.pass(40);
  expect(live.tokens()).toEqual(['Okay.', 'One moment.']);
  await live.answer();
  await answered;
  expect((await live.transcript()).at(-1)).toBe('bot: Okay. One moment. We are open.');
});

it('go on through a turn of 20 seconds', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.pass(19_000);
  expect(live.tokens()).toHaveLength(7);
  await live.answer();
  await answered;
});

it('fill the gap of a model that stalls in the middle of its answer, and are a part of it', async () => {
  const none = { neutral: [], negative: [], positive: [], question: [] };
  const live = await holdSlowCall({ fillers: true, fillerConfig: none }, 'From nine to five.');
  const answered = live.say('Are you open?');
  await live.pass(0);
  await live.answer();
  await live.pass(2350);
  expect(live.tokens()).toEqual(['We are open. ']);
  await live.pass(100);
  expect(live.tokens()).toEqual(['We are open. ', 'Let me think.']);
  await live.answer();
  await answered;
  expect(live.tokens()).toEqual(['We are open. ', 'Let me think.', 'From nine to five.']);
  expect((await live.transcript()).at(-1)).toBe('bot: We are open. Let me think. From nine to five.');
});

it('are never said after an interruption', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.pass(400);
  await live.interrupt('');
  await live.pass(2_000);
  await live.answer();
  await answered;
  expect(live.tokens()).toEqual([]);
});

it('are not said over a customer who goes on speaking', async () => {
  const live = await holdSlowCall();
  const answered = live.say('A table.');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
  await live.pass(2_000);
  expect(live.tokens()).toEqual([]);
  await live.answer();
  await answered;
});

it('do not keep the answer back when they cannot be written down', async () => {
  const live = await holdSlowCall();
  live.conversations.appendEvent = () => Promise.reject(new Error('the table is away'));
  const answered = live.say('A table.');
  await live.pass(700);
  await live.answer();
  await answered;
  expect(live.tokens()).toEqual(['Okay.', 'We are open.']);
});

it('are not said behind an answer that was sent while they waited for their turn', async () => {
  const live = await holdSlowCall();
  const { send } = live.socket;
  const gate = Promise.withResolvers<void>();
  live.socket.send = async (connection, frame) => {
    await gate.promise;
    return send(connection, frame);
  };
  const answered = live.say('A table.');
  await live.pass(690);
  await live.answer();
  await live.pass(100);
  gate.resolve();
  await answered;
  await live.pass(2_000);
  expect(live.tokens()).toEqual(['We are open.']);
});

/** A call that waits for a tool, until it is let. */
async function holdToolCall(
  tool: Parameters<typeof createFakeTool>[0],
  assistant: Partial<Assistant> = { fillers: false },
) {
  const waiting = Promise.withResolvers<void>();
  const outside = createFakeTool({ ...tool, answer: async () => (await waiting.promise, 'Booked.') });
  const model = createMemoryLanguageModel([[toolCall('book')], ['It is booked.']]);
  const live = await holdCall({ model, assistant: { llmModelId: 1, ...assistant }, outside: [outside] });
  const pass = async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(0);
    for (let passed = 0; passed < milliseconds; passed += 10) {
      live.clock.move(10);
      await vi.advanceTimersByTimeAsync(10);
    }
  };
  return { ...live, pass, answer: () => waiting.resolve() };
}

it.each<[string, Parameters<typeof createFakeTool>[0], string[]]>([
  [
    'says its own message first, and then phrases of the language',
    { waitMessage: 'I look.' },
    ['I look.', 'Alright, one moment.', 'Okay.'],
  ],
  ['without a message says phrases of the language', {}, ['Okay.', 'Alright, one moment.', 'Okay.']],
  ['with an empty message says nothing', { waitMessage: '' }, []],
])('a tool that runs %s, though fillers are off', async (_, tool, phrases) => {
  const live = await holdToolCall(tool);
  const answered = live.say('Book me in.');
  await live.pass(6_500);
  expect(live.tokens()).toEqual(phrases);
  live.answer();
  await live.pass(20);
  await answered;
  expect(live.tokens()).toEqual([...phrases, 'It is booked.']);
});

it('a tool that was slow of late is announced at once', async () => {
  const live = await holdToolCall({ waitMessage: 'I look.', isSlow: true });
  const answered = live.say('Book me in.');
  await live.pass(20);
  expect(live.tokens()).toEqual(['I look.']);
  live.answer();
  await live.pass(20);
  await answered;
});
