import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toTurns } from '#shared/conversations/transcript.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { sayTimeTool } from '#test/shared/tools/say-time.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel, type ScriptedPart } from '#test/support/memory/platform.ts';
import { endCallSetting, knownTools, toolCall } from '#test/support/tools.ts';

const sayTime = toolCall('say_time', { city: 'Tokyo' });
// The clock of the tests stands at 11:53 UTC.
const TIME = 'It is 20:53 in Tokyo.';

type Parts = NonNullable<Parameters<typeof holdCall>[0]>;

/** A call whose model has a tool beside the built-in ones: one file, and one line in the list. */
async function converse(
  answers: ScriptedPart[][],
  {
    tool = sayTimeTool,
    ...parts
  }: Omit<Parts, 'tools'> & { tool?: ToolDefinition<Parameters<typeof sayTimeTool.run>[2]> } = {},
) {
  const model = createMemoryLanguageModel(answers);
  const assistant = { llmModelId: 1, tools: [endCallSetting()] };
  const live = await holdCall({ model, assistant, ...parts, tools: [...knownTools, tool] });
  const told = (request: number) =>
    model.replies[request]?.rounds?.flatMap(({ calls }) => calls.map(({ result }) => result));
  const turns = async () => toTurns((await live.conversations.read(live.connectionId))!);
  return { ...live, model, told, turns };
}

it('a tool that goes on tells the model its result, which the model answers with', async () => {
  const live = await converse([['One moment.', sayTime], ['It is ten to nine there.']]);
  await live.say('What time is it in Tokyo?');
  expect(live.model.replies.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
    ['end_call', 'say_time'],
    ['end_call', 'say_time'],
  ]);
  expect(live.model.replies[1]?.rounds).toEqual([{ said: 'One moment. ', calls: [{ ...sayTime, result: TIME }] }]);
  expect(live.tokens()).toEqual(['One moment. ', 'It is ten to nine there.']);
  expect(live.frames().at(-1)).toMatchObject({ kind: 'speech', isLast: true });
  expect((await live.turns()).at(-1)).toMatchObject({
    sender: 'bot',
    text: 'One moment. It is ten to nine there.',
    tools: ['say_time'],
  });
  expect((await live.now())?.endedBy).toBeNull();
  expect(live.lines).toContainEqual(
    expect.objectContaining({ message: 'tool called', fields: { ...live.key, tool: 'say_time' } }),
  );
});

it('the rehearsal model calls a tool by its own words, and says the result', async () => {
  const live = await converse([], { model: createRehearsalLanguageModel() });
  await live.say('What is the time in Tokyo?');
  expect(live.tokens().join('')).toBe(TIME);
  expect((await live.turns()).at(-1)).toMatchObject({ tools: ['say_time'] });
});

it('several tools of an answer run at once, and each has its result', async () => {
  const london = { ...toolCall('say_time', { city: 'London' }), id: 'second' };
  const live = await converse([[sayTime, london], ['Late and early.']]);
  await live.say('And in London?');
  expect(live.told(1)).toEqual([TIME, 'It is 12:53 in London.']);
});

it.each<[string, Record<string, unknown>, RegExp]>([
  ['wrong arguments', { city: 'Paris' }, /^The arguments are wrong: .*"London"/],
  ['no arguments', {}, /^The arguments are wrong: .*"city"/],
])('a model that gives %s is told so, and the call goes on', async (_, args, told) => {
  const live = await converse([[toolCall('say_time', args)], ['Which city?']]);
  await live.say('What time is it?');
  expect(live.told(1)).toEqual([expect.stringMatching(told)]);
  expect(live.tokens()).toEqual(['Which city?']);
});

it('a model whose tool fails is told so, and the log has no word of it', async () => {
  const run = async () => {
    throw new Error('said in the call');
  };
  const live = await converse([[sayTime], ['I cannot see the time.']], { tool: { ...sayTimeTool, run } });
  await live.say('What time is it in Tokyo?');
  expect(live.told(1)).toEqual(['The tool has failed.']);
  expect(live.lines).toContainEqual({
    level: 'warn',
    message: 'tool failed',
    fields: { ...live.key, tool: 'say_time', problem: 'Error' },
  });
});

describe('with time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('a tool that takes ten seconds is not waited for', async () => {
    const run = () => new Promise<string>(() => undefined);
    const live = await converse([[sayTime], ['I cannot see the time.']], { tool: { ...sayTimeTool, run } });
    const said = live.say('What time is it in Tokyo?');
    await vi.advanceTimersByTimeAsync(9_999);
    expect(live.tokens().at(-1)).not.toBe('I cannot see the time.');
    await vi.advanceTimersByTimeAsync(1);
    await said;
    expect(live.told(1)).toEqual(['The tool has not answered in time.']);
    expect(live.tokens().at(-1)).toBe('I cannot see the time.');
  });
});

it('tools run in three rounds of a turn, and then the model answers', async () => {
  const live = await converse([[sayTime], [sayTime], [sayTime], ['Nine.']]);
  await live.say('What time is it in Tokyo?');
  expect(live.told(3)).toEqual([TIME, TIME, expect.stringMatching(/ \(Answer the customer now/)]);
  expect(live.tokens()).toEqual(['Nine.']);
});

it('a model that calls a tool a fourth time has answered with what it has said', async () => {
  const live = await converse([[sayTime], [sayTime], [sayTime], ['Let me see.', sayTime]]);
  await live.say('What time is it in Tokyo?');
  expect(live.model.replies).toHaveLength(4);
  expect(live.tokens()).toEqual(['Let me see. ', '']);
  expect((await live.turns()).at(-1)?.tools).toEqual(['say_time', 'say_time', 'say_time']);
});

it('a model that does nothing but call tools has failed', async () => {
  const live = await converse([[sayTime]]);
  await live.say('What time is it in Tokyo?');
  expect(live.model.replies.map(({ tools }) => tools.length > 0).indexOf(false)).toBe(4);
  expect((await live.now())?.endedBy).toBe('assistant');
});

it('a tool does not run for a customer who has spoken since it was called for', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await converse([[() => again.speak(), sayTime], ['Of course.']]);
  again.speak = () => live.say('Never mind.');
  await live.say('What time is it in Tokyo?');
  expect(live.tokens()).toEqual(['Of course.']);
  expect(live.lines.filter(({ message }) => message === 'tool called')).toEqual([]);
});

it('a tool that has run stands in the record, though nothing of its answer was said', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await converse([[sayTime], [() => again.speak(), 'Nine.'], ['Of course.']]);
  again.speak = () => live.say('Never mind.');
  await live.say('What time is it in Tokyo?');
  expect((await live.turns()).flatMap(({ tools = [] }) => tools)).toEqual(['say_time']);
});

it('a tool that goes on runs before the one that ends the call in the same answer', async () => {
  const live = await converse([['It is nine. Goodbye.', sayTime, toolCall('end_call')]]);
  await live.say('What time is it in Tokyo? Bye.');
  expect((await live.turns()).at(-1)).toMatchObject({ text: 'It is nine. Goodbye.', tools: ['say_time', 'end_call'] });
  expect((await live.now())?.endedBy).toBe('assistant');
});

it('a wish for no more calls is not lost by a customer who has spoken while another tool was to run', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await converse([['Of course. ', () => again.speak(), sayTime, toolCall('do_not_call')], ['Bye.']], {
    call: { leadId: 6001 },
  });
  again.speak = () => live.say('Thanks.');
  await live.say('Never call me again.');
  await expect(live.doNotCall.has(live.key.userId, (await live.now())!.clientPhoneNumber)).resolves.toBe(true);
});

it('a call of a tool with arguments that the model writes as text is neither run nor spoken', async () => {
  const live = await converse([['Well. <tool_call>{"name": "say_time", "arguments": {"city": "Tokyo"}}</tool_call>']]);
  await live.say('What time is it in Tokyo?');
  expect(live.tokens().join('').trim()).toBe('Well.');
  expect(live.lines.filter(({ message }) => message === 'tool called')).toEqual([]);
});

it('the model that is asked after a failure has the results, too', async () => {
  const live = await converse([[sayTime], [new Error('cut')], ['It is nine.']]);
  await live.say('What time is it in Tokyo?');
  expect(live.told(2)).toEqual([TIME]);
  expect(live.tokens().at(-1)).toBe('It is nine.');
});
