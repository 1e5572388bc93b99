import { expect, it } from 'vitest';
import { waitTool } from '#shared/conversations/wait-tool.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import type { CallFacts } from '#shared/tools/tool.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel, type ScriptedPart } from '#test/support/memory/platform.ts';
import { endCallSetting, knownTools, toolCall } from '#test/support/tools.ts';

const STILL_THERE = 'Are you still there?';
const call = { allowedSeconds: 30 };
const silence = { reengagementInterval: 10, maxSilenceDuration: 20 };

/** A call with its own memory of conversations, in which the tool is offered as in the service. */
async function converse(
  answers: ScriptedPart[][],
  { model = createMemoryLanguageModel(answers), assistant = {} } = {},
) {
  const tools = [...knownTools, waitTool];
  const live = await holdCall({ model, call, tools, assistant: { ...silence, ...assistant } });
  return { ...live, model };
}

const wait = (seconds?: unknown) => toolCall('wait', seconds === undefined ? {} : { seconds });

it.each([
  { args: 90, seconds: 90 },
  { args: '45', seconds: 45 },
  { args: undefined, seconds: 60 },
  { args: 'a bit', seconds: 60 },
  { args: 1, seconds: 5 },
  { args: 9_000, seconds: 300 },
])('a model that waits for $args waits for $seconds s, and is not asked again', async ({ args, seconds }) => {
  const live = await converse([['Take your time.', wait(args)]]);
  await live.say('My dog is barking.');
  expect(live.model.replies).toHaveLength(1);
  expect(live.tokens().join('').trim()).toBe('Take your time.');
  expect(live.frames().at(-1)).toMatchObject({ isLast: true });
  const { state, events } = (await live.conversations.read(live.connectionId))!;
  expect(state.waitsUntil).toBe(live.clock.now() + seconds * 1000);
  expect(events).toContainEqual(expect.objectContaining({ text: 'Take your time.', tools: ['wait'] }));
});

it('a customer is not asked whether they are there before their time is over', async () => {
  const live = await converse([['Take your time.', wait(90)]]);
  await live.say('My dog is barking.');
  const at = live.clock.now();
  await live.voice('on');
  await live.voice('off');
  await live.ring();
  expect(live.tokens()).not.toContain(STILL_THERE);
  expect(live.timer.timers.at(-1)?.dueAt).toBe(at + 90_000);
  await live.ring();
  expect(live.tokens().at(-1)).toBe(STILL_THERE);
});

it('a customer who is waited for hears at least a word', async () => {
  const live = await converse([[wait(30)]]);
  await live.say('I look for my glasses.');
  expect(live.frames()).toEqual([expect.objectContaining({ text: 'Okay.', isLast: true })]);
});

it.each(['Of course. [wait]', 'Of course. wait({"seconds": 60})', 'Of course. <wait/>', 'Of course. functions.wait'])(
  'a call that the model writes counts, and is not spoken: %s',
  async (text) => {
    const live = await converse([[text]]);
    await live.say('My dog is barking.');
    expect(live.tokens().join('').trim()).toBe('Of course.');
    expect((await live.conversations.getState(live.connectionId))?.waitsUntil).toBe(live.clock.now() + 60_000);
  },
);

it.each(['Please wait a moment.', 'Wait, I have it.', 'The wait is about five minutes.'])(
  'a sentence with the word is no call: %s',
  async (text) => {
    const live = await converse([[text]]);
    await live.say('When will the doctor see me?');
    expect(live.tokens().join('').trim()).toBe(text);
    expect((await live.conversations.getState(live.connectionId))?.waitsUntil).toBeNull();
  },
);

it('the next words of the customer end the waiting', async () => {
  const live = await converse([['Sure.', wait(200)], ['Good.']]);
  await live.say('My dog is barking.');
  await live.say('I am back.');
  expect((await live.conversations.getState(live.connectionId))?.waitsUntil).toBeNull();
  expect(live.tokens().at(-1)).toBe('Good.');
});

it('a model that ends the call in the same answer ends it', async () => {
  const live = await converse([['Bye.', wait(30), toolCall('end_call')]], { assistant: { tools: [endCallSetting()] } });
  await live.say('Wait a minute, I must go.');
  expect((await live.now())?.endedBy).toBe('assistant');
});

it('an empty answer to a customer who asks for time is silence, and the call goes on afterwards', async () => {
  const live = await converse([[], ['Good.']]);
  await live.say('Give me two minutes, please.');
  expect(live.tokens()).toEqual([]);
  expect(live.model.replies).toHaveLength(1);
  expect(live.timer.timers.at(-1)?.message).toMatchObject({ timer: 'silence', generation: 1 });
  await live.ring();
  await live.ring();
  expect(live.tokens()).toEqual([STILL_THERE]);
  await live.say('I am back.');
  expect(live.tokens().at(-1)).toBe('Good.');
  expect((await live.transcript()).slice(1)).toEqual([
    'human: Give me two minutes, please.',
    `bot: ${STILL_THERE}`,
    'human: I am back.',
    'bot: Good.',
  ]);
});

it('an empty answer in any other turn is not left as silence', async () => {
  const live = await converse([[], [], ['We open at nine.']]);
  await live.say('When do you open?');
  expect(live.tokens().join(' ')).toContain('We open at nine.');
});

it('the rehearsal model waits for who asks for it, in words', async () => {
  const live = await converse([], {
    model: createRehearsalLanguageModel() as ReturnType<typeof createMemoryLanguageModel>,
  });
  await live.say('Give me a minute, please.');
  expect(live.tokens().join('')).not.toBe('');
  expect((await live.conversations.getState(live.connectionId))?.waitsUntil).toBe(live.clock.now() + 60_000);
});

it('is described in the words of the user, where the assistant has them', () => {
  const descriptionOf = (assistantTools: CallFacts['assistantTools']) =>
    waitTool.offer({ mode: 'pipeline', isCampaign: false, assistantTools })?.description;
  expect(descriptionOf([])).toContain('Only for a customer who has asked for time');
  expect(descriptionOf([{ type: 'wait', data: { description: 'When they look for a card.' } }])).toBe(
    'Waits in silence. When they look for a card.',
  );
});
