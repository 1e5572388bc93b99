import { expect, it } from 'vitest';
import { answerCustomer } from '#shared/conversations/answer-customer.ts';
import { NOT_KNOWN, NOT_RUN, STILL_RUNS } from '#shared/tools/use-tools.ts';
import { GOOD_TOKEN, holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel, type ScriptedPart } from '#test/support/memory/platform.ts';
import { createFakeTool } from '#test/support/memory/tool-uses.ts';
import { toolCall } from '#test/support/tools.ts';

const book = { ...toolCall('book', { day: 'Tuesday' }), id: 'a' };

type Parts = NonNullable<Parameters<typeof holdCall>[0]>;

async function converse(answers: ScriptedPart[][], tool = createFakeTool(), parts: Parts = {}) {
  const model = createMemoryLanguageModel(answers);
  const live = await holdCall({ model, assistant: { llmModelId: 1 }, outside: [tool], ...parts });
  const told = (request: number) =>
    model.replies[request]?.rounds?.flatMap(({ calls }) => calls.map(({ result }) => result));
  const uses = async () => (await live.toolUses.list(live.key)).flatMap((turn) => turn.uses);
  return { ...live, model, tool, told, uses };
}

it('a tool of the user runs once, with a key, and the model answers with its result', async () => {
  const live = await converse([['One moment. ', book], ['It is booked.']]);
  await live.say('Book me in on Tuesday.');
  expect(live.tool.received).toHaveLength(1);
  expect(live.tool.received[0]).toMatchObject({
    args: { day: 'Tuesday' },
    key: expect.stringMatching(/^use_\d+_\d{13}-[\w-]{12}_1$/),
    variables: { customer_phone: expect.stringMatching(/^\+/) },
  });
  expect(live.told(1)).toEqual(['Booked.']);
  expect(live.tokens()).toEqual(['One moment. ', 'It is booked.']);
  expect(await live.uses()).toMatchObject([{ name: 'book', state: 'done', result: 'Booked.', durationMs: 5 }]);
});

it('several calls of an answer are one write before the requests, and one behind them', async () => {
  const live = await converse([[book, { ...toolCall('book', { day: 'Friday' }), id: 'b' }], ['Both.']]);
  const saved: number[] = [];
  const { save } = live.toolUses;
  live.toolUses.save = async (call, turn) => {
    saved.push(turn.uses.length);
    return save(call, turn);
  };
  await live.say('Tuesday and Friday.');
  expect(saved).toEqual([2, 2]);
  expect(live.tool.received.map(({ args }) => args)).toEqual([{ day: 'Tuesday' }, { day: 'Friday' }]);
  expect(live.told(1)).toEqual(['Booked.', 'Booked.']);
});

it('a model that calls it again in the same turn gets the same result, and so does one call beside the same one', async () => {
  const live = await converse([[book, { ...book, id: 'b' }], [{ ...book, id: 'c' }], ['Booked.']]);
  await live.say('Book me in on Tuesday.');
  expect(live.tool.received).toHaveLength(1);
  expect(live.told(2)).toEqual(['Booked.', 'Booked.', 'Booked.']);
});

it.each([
  ['is told, and asked for again', {}, 2],
  ['may be repeated', { isRepeatable: true }, 2],
])('a tool that %s is sent for new words', async (_, own, times) => {
  const live = await converse([[book], ['Booked.'], [book], ['Again.']], createFakeTool(own));
  await live.say('Book me in on Tuesday.');
  live.clock.move(5_000);
  await live.say('Once more, please.');
  expect(live.tool.received).toHaveLength(times);
  expect(new Set(live.tool.received.map(({ key }) => key)).size).toBe(times);
});

it('a tool whose result nobody has told yet is not sent again', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await converse([[book], [() => again.speak(), 'Booked.'], [book], ['It is done.']]);
  again.speak = () => live.say('Are you still there?');
  await live.say('Book me in on Tuesday.');
  expect(live.tool.received).toHaveLength(1);
  expect(live.told(3)).toEqual(['Booked.']);
});

it('the model remembers what it has called, and what came of it', async () => {
  const live = await converse([[book], ['It is booked.'], ['You are welcome.']]);
  await live.say('Book me in on Tuesday.');
  await live.say('Thank you.');
  expect(live.model.replies[2]?.turns).toMatchObject([
    {},
    {
      sender: 'human',
      text: 'Book me in on Tuesday.',
      calls: [{ name: 'book', arguments: { day: 'Tuesday' }, result: 'Booked.' }],
    },
    { sender: 'bot', text: 'It is booked.' },
    { sender: 'human', text: 'Thank you.' },
  ]);
});

it('arguments that are wrong are told the model, and nothing is sent', async () => {
  const problem = 'The arguments are wrong: day is missing.';
  const live = await converse([[book], ['Which day?']], createFakeTool({ problem }));
  await live.say('Book me in.');
  expect(live.told(1)).toEqual([problem]);
  expect(live.tool.received).toEqual([]);
  expect(await live.uses()).toEqual([]);
});

it('a customer who speaks before it is sent takes it back', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await converse([[book], ['Of course.']]);
  const { save } = live.toolUses;
  live.toolUses.save = async (call, turn) => {
    const isSaved = await save(call, turn);
    const speak = again.speak;
    again.speak = async () => undefined;
    await speak();
    return isSaved;
  };
  again.speak = () => live.say('No, never mind.');
  await live.say('Book me in on Tuesday.');
  expect(live.tool.received).toEqual([]);
  expect(await live.uses()).toMatchObject([{ state: 'cancelled' }]);
  expect(live.tokens()).toEqual(['Of course.']);
});

it('what is taken back before it is sent again is as unknown as it was', async () => {
  const again = { speak: async () => undefined as unknown };
  const tool = createFakeTool({ isSafe: true, answer: () => ({ outcome: 'unknown', told: NOT_KNOWN }) });
  const live = await converse([[book], ['I do not know.'], [book], ['Of course.']], tool);
  await live.say('Book me in on Tuesday.');
  const { save } = live.toolUses;
  live.toolUses.save = async (call, turn) => {
    const isSaved = await save(call, turn);
    const speak = again.speak;
    again.speak = async () => undefined;
    await speak();
    return isSaved;
  };
  again.speak = () => live.say('No, never mind.');
  await live.say('Then try again.', 5_000);
  expect(tool.received).toHaveLength(1);
  expect(await live.uses()).toMatchObject([{ state: 'unknown' }, { state: 'unknown', isRetry: true }]);
});

it('what a worker that never came should send again is as unknown as it was', async () => {
  const tool = createFakeTool({
    timeoutMs: 30_000,
    isSafe: true,
    answer: () => ({ outcome: 'unknown', told: NOT_KNOWN }),
  });
  const live = await converse(
    [[book], ['I am looking.'], ['I do not know.'], [book], ['Again.'], ['Still not.']],
    tool,
  );
  await live.say('Book me in on Tuesday.');
  await live.runToolMessages('run');
  live.timer.timers.splice(0);
  await live.say('Then try again.', 20_000);
  await live.runToolMessages('settle');
  expect(tool.received).toHaveLength(1);
  expect((await live.uses()).at(-1)).toMatchObject({ state: 'unknown', isRetry: true, result: NOT_KNOWN });
});

it('a customer who speaks while it runs does not stop it, and the next turn knows of it', async () => {
  const again = { speak: async () => undefined as unknown };
  const tool = createFakeTool({ answer: async () => (await again.speak(), 'Booked.') });
  const live = await converse([[book], ['One moment.'], ['Booked.']], tool);
  again.speak = () => live.say('Hello?');
  await live.say('Book me in on Tuesday.');
  expect(live.model.replies[1]?.turns.at(-1)?.calls).toMatchObject([{ result: STILL_RUNS }]);
  await live.say('And now?');
  expect(live.model.replies[2]?.turns.flatMap(({ calls = [] }) => calls)).toMatchObject([{ result: 'Booked.' }]);
  expect(live.tool.received).toHaveLength(1);
});

it('words that are answered again on another connection send nothing again', async () => {
  const live = await converse([[book], [new Error('cut')], [new Error('cut')], [book], ['Booked.']]);
  live.socket.close(live.connectionId);
  await live.say('Book me in on Tuesday.').catch(() => undefined);
  await live.setup(`${GOOD_TOKEN}.1`, `${live.key.userId}.${live.key.callId}`, 'connection-2');
  expect(live.tool.received).toHaveLength(1);
});

it('a tool that may outlast the turn runs in the worker, whose result is a turn of the assistant', async () => {
  const tool = createFakeTool({ timeoutMs: 30_000 });
  const live = await converse([[book], ['I am looking.'], ['It is booked.']], tool);
  await live.say('Book me in on Tuesday.');
  expect(tool.received).toEqual([]);
  expect(live.told(1)).toEqual([STILL_RUNS]);
  expect(await live.uses()).toMatchObject([{ state: 'waiting' }]);
  await live.runToolMessages('run');
  expect(tool.received).toHaveLength(1);
  expect(live.model.replies[2]?.turns.at(-1)).toMatchObject({ text: 'I am looking.', calls: [{ result: 'Booked.' }] });
  expect(live.tokens().at(-1)).toBe('It is booked.');
  await live.runToolMessages('run');
  expect(tool.received).toHaveLength(1);
});

it.each([
  ['unknown', false, 1, NOT_KNOWN],
  ['done', true, 2, 'Booked.'],
] as const)('a function that is killed in it leaves %s: safe is %s', async (state, isSafe, times, result) => {
  let isKilled = true;
  const tool = createFakeTool({
    isSafe,
    answer: () => (isKilled ? new Promise<never>(() => undefined) : 'Booked.'),
  });
  const live = await converse([[book], ['Here is what I know.']], tool);
  void live.say('Book me in on Tuesday.');
  await expect.poll(() => tool.received.length).toBe(1);
  isKilled = false;
  await live.runToolMessages('settle');
  expect(await live.uses()).toMatchObject([{ state, result }]);
  expect(tool.received).toHaveLength(times);
  expect(new Set(tool.received.map(({ key }) => key)).size).toBe(1);
  expect(live.model.replies.at(-1)?.turns.at(-1)?.calls).toMatchObject([{ result }]);
  expect(live.tokens().at(-1)).toBe('Here is what I know.');
});

it('a worker that never came leaves nothing that runs later', async () => {
  const tool = createFakeTool({ timeoutMs: 30_000 });
  const live = await converse([[book], ['I am looking.'], ['It did not work.']], tool);
  await live.say('Book me in on Tuesday.');
  await live.runToolMessages('settle');
  expect(await live.uses()).toMatchObject([{ state: 'cancelled', result: NOT_RUN }]);
  expect(live.tokens().at(-1)).toBe('It did not work.');
  await live.runToolMessages('run');
  expect(tool.received).toEqual([]);
});

it('a frame that comes twice sends once', async () => {
  const live = await converse([[book], ['Booked.']]);
  const at = live.clock.now() + 1000;
  const frame = { connectionId: live.connectionId, text: 'Book me in on Tuesday.', at };
  live.clock.move(1000);
  await Promise.all([answerCustomer(frame, live), answerCustomer(frame, live)]);
  expect(live.tool.received).toHaveLength(1);
});

it('a model that calls nothing but tools is asked for words without them', async () => {
  const live = await converse([[book], [book], [book], [book], ['Well.']]);
  await live.say('Book me in on Tuesday.');
  expect(live.model.replies.at(-1)?.tools).toEqual([]);
  expect(live.tokens()).toEqual(['Well.']);
});
