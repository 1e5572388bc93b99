import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { ModelFailure } from '#shared/conversations/language-model.ts';
import { hasModelFailed, openTurnSince, toTurns } from '#shared/conversations/transcript.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryLanguageModel, hang, type ScriptedPart } from '#test/support/memory/platform.ts';
import { toolCall, endCallSetting } from '#test/support/tools.ts';

const APOLOGY = 'Sorry, one moment please. ';
const GOODBYE = 'Thank you for your time. Goodbye!';
const OUTAGE = "I'm sorry, there is a technical problem, and I cannot go on. Goodbye!";
const broken = new Error('the provider is down');
const endCall = toolCall('end_call');
const wish = toolCall('do_not_call');
const tools = [endCallSetting()];

async function converse(answers: ScriptedPart[][], parts: Parameters<typeof holdCall>[0] = {}) {
  const model = createMemoryLanguageModel(answers);
  const live = await holdCall({ model, assistant: { llmModelId: 1 }, ...parts });
  const lastTurn = async () => (await live.transcript()).at(-1);
  return { ...live, model, lastTurn };
}

it.each<[string, ScriptedPart[][], string[]]>([
  ['is asked once more after an apology', [[broken], ['We are open.']], [APOLOGY, 'We are open.']],
  ['hands over to one of another provider', [[broken], [broken], ['Open.']], [APOLOGY, 'Open.']],
  ['says that it cannot go on when that fails, too', [[broken]], [APOLOGY, OUTAGE]],
  ['goes on where it stopped', [['Yes. From ni', broken], ['From nine.']], ['Yes. ', APOLOGY, 'From nine.']],
  ['repeats nothing', [['Yes. From ni', broken], ['Yes. From nine.']], ['Yes. ', APOLOGY, 'From nine.']],
  ['is asked again at once when it says nothing', [[], ['We are open.']], ['We are open.']],
  ['has failed when it says nothing twice', [[]], [APOLOGY, OUTAGE]],
  ['has failed when it says nothing that is heard', [['  ', '\n']], [APOLOGY, OUTAGE]],
])('a model that fails %s', async (_, answers, tokens) => {
  const live = await converse(answers);
  await live.say('Are you open?');
  expect(live.tokens()).toEqual(tokens);
  expect(await live.lastTurn()).toContain(tokens.at(-1));
});

it('a model that fails is told what was said, and is counted and logged by the name of the error, not by its message', async () => {
  const live = await converse([['We are open. From ni', broken], ['Fine.']]);
  await live.say('Are you open?');
  expect(live.model.replies[1]?.alreadySaid).toBe('We are open. ');
  expect(live.counts).toEqual([{ name: 'ReplyFailed', dimensions: { attempt: '1' } }]);
  expect(live.lines[0]).toMatchObject({ level: 'warn', fields: { ...live.key, attempt: 1, problem: 'Error' } });
  expect(JSON.stringify(live.lines)).not.toContain('provider is down');
});

it.each([
  { what: 'a server that is not there', cause: { name: 'Error', code: 'ECONNREFUSED' }, problem: 'Error ECONNREFUSED' },
  {
    what: 'a key that is not valid',
    cause: { name: 'AI_APICallError', statusCode: 401 },
    problem: 'AI_APICallError 401',
  },
  { what: 'a code with words', cause: { name: 'Error', code: 'said: Hello Ada' }, problem: 'Error' },
])('a model that fails by $what is logged as $problem', async ({ cause, problem }) => {
  const error = Object.assign(new Error('Hello Ada'), cause);
  const live = await converse([[new ModelFailure('no', { isPermanent: false, cause: error })], ['Fine.']]);
  await live.say('Are you open?');
  expect(live.lines[0]).toMatchObject({ message: 'language model failed', fields: { problem } });
});

const refused = (fields: { isPermanent?: boolean; retryAfterSeconds?: number }) =>
  new ModelFailure('no', { isPermanent: false, ...fields });

it.each<[what: string, failure: Error, waits: number, asked: number[]]>([
  ['for a second', refused({}), 1000, [1, 1, 15]],
  ['as long as the provider asks for', refused({ retryAfterSeconds: 3 }), 3000, [1, 1, 15]],
  ['not at all where the provider asks for more than callers bear', refused({ retryAfterSeconds: 5 }), 0, [1, 15]],
  ['not at all where it cannot help', refused({ isPermanent: true }), 0, [1, 15]],
])('a model that fails is waited for %s', async (_, failure, waits, asked) => {
  const live = await converse([[failure]]);
  const before = live.clock.now();
  await live.say('Are you open?', 0);
  expect(live.clock.now() - before).toBe(waits);
  expect(live.model.replies.map(({ modelId }) => modelId)).toEqual(asked);
});

it('a model that fails is followed by those of the fallback list, in its order, and by no other', async () => {
  const fallbackModels = ['gpt-4o', 'gpt-realtime-2.1', 'gpt-4.1-mini', 'gone', 'nova-lite'];
  const live = await converse([[refused({ isPermanent: true })]], { assistant: { llmModelId: 1, fallbackModels } });
  await live.say('Are you open?', 0);
  expect(live.model.replies.map(({ modelId }) => modelId)).toEqual([1, 4, 9]);
});

it('a model that fails is alone where no other provider is configured: the rehearsal model takes no real call', async () => {
  const live = await converse([[broken]]);
  const models = createMemoryModels({ bedrock: undefined });
  await live.receive({ type: 'prompt', voicePrompt: 'Hello?', last: true }, 0, live.connectionId, { ...live, models });
  expect(live.model.replies.map(({ modelId }) => modelId)).toEqual([1, 1]);
});

const outcomes = async (live: Awaited<ReturnType<typeof converse>>) => {
  const conversation = (await live.conversations.read(live.connectionId))!;
  return { hasFailed: hasModelFailed(conversation), isOpen: openTurnSince(conversation) !== undefined };
};

/** What the customer does while the model is asked for this time, beginning with 1. */
const during = (times: number, act: (live: Awaited<ReturnType<typeof converse>>) => unknown) => {
  const step = { live: undefined as Awaited<ReturnType<typeof converse>> | undefined };
  const run = async () => void (await act(step.live!));
  const answers: ScriptedPart[][] = [...Array.from({ length: times - 1 }, () => [broken]), [run, broken], [broken]];
  return { step, answers };
};

it.each<[what: string, times: number, act: (live: Awaited<ReturnType<typeof converse>>) => unknown]>([
  ['hangs up before it is known', 1, (live) => live.socket.close(live.connectionId)],
  ['hangs up behind the apology', 2, (live) => live.socket.close(live.connectionId)],
  ['interrupts before the apology', 1, (live) => live.interrupt('')],
  ['interrupts the apology', 2, (live) => live.interrupt('Sorry')],
])('a model that fails marks the turn, also when the customer %s', async (_, times, act) => {
  const { step, answers } = during(times, act);
  step.live = await converse(answers);
  await step.live.say('Are you open?');
  expect(await outcomes(step.live)).toEqual({ hasFailed: true, isOpen: false });
});

it('a model that fails in words that the customer goes on with leaves the turn to those', async () => {
  const goOn = { now: async () => undefined as unknown };
  const live = await converse([[() => goOn.now(), broken], ['Yes, we are.']]);
  goOn.now = async () => {
    goOn.now = async () => undefined;
    await live.say('I mean today.', 300);
  };
  await live.say('Are you open?');
  expect(await outcomes(live)).toEqual({ hasFailed: false, isOpen: false });
});

it('an answer that comes when the customer has hung up ends its turn, and is no failure', async () => {
  const live = await converse([[async () => live.socket.close(live.connectionId), 'We are open.']]);
  await live.say('Are you open?');
  expect(await outcomes(live)).toEqual({ hasFailed: false, isOpen: false });
  expect((await live.transcript()).slice(1)).toEqual(['human: Are you open?']);
});

it('a model that fails ends the call when it fails again', async () => {
  const live = await converse([[broken]]);
  await live.say('Are you open?');
  expect((await live.conversations.getState(live.connectionId))?.endingAt).toBe(live.clock.now());
  expect(await live.now()).toMatchObject({ endedBy: 'assistant', endReason: 'model_failed' });
  await live.ring();
  expect(live.tokens().at(-1)).toBe('<end>');
});

it('a model that talks without end is cut after forty seconds of speech, at the end of a clause', async () => {
  let isRead = false;
  const sentence = `${'word '.repeat(10)}end. `;
  const live = await converse([[...Array<string>(40).fill(sentence), async () => void (isRead = true), 'Never said.']]);
  await live.say('Tell me everything.');
  const spoken = live.tokens().join('');
  expect(isRead).toBe(false);
  expect(spoken.length / 14).toBeGreaterThan(40);
  expect(spoken.length / 14).toBeLessThan(45);
  expect(live.frames().at(-1)).toMatchObject({ text: '', isLast: true });
});

it('thoughts and tool calls that a model writes as text are not spoken, and a tool that it has is called', async () => {
  const written = ['<think>End it with end_call.</think>Good', 'bye. <tool_call>{"name": "end_', 'call"}</tool_call>'];
  const having = await converse([written], { assistant: { tools } });
  await having.say('Bye.');
  expect(having.tokens().join('').trim()).toBe('Goodbye.');
  expect((await having.now())?.endedBy).toBe('assistant');
  const without = await converse([written]);
  await without.say('Bye.');
  expect(without.tokens().join('').trim()).toBe('Goodbye.');
  expect((await without.now())?.endedBy).toBeNull();
});

it('the log of a turn tells how long the first words took the model and us, and no words', async () => {
  const slow = async () => live.clock.move(700);
  const live = await converse([[() => slow(), 'We are open. From nine to five.']]);
  await live.say('Are you open?');
  const fields = { ...live.key, outcome: 'spoken', modelMs: 700, overheadMs: 0 };
  expect(live.lines).toEqual([{ level: 'info', message: 'turn answered', fields }]);
});

describe('a model that is slow', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('has failed after six seconds without a word, twice', async () => {
    const assistant = { llmModelId: 1, fillers: true, fillerConfig: phrasesFor(1).fillers };
    const live = await converse([[hang]], { assistant });
    const answered = live.say('Hello?');
    const fillers: string[] = Object.values(phrasesFor(1).fillers).flat();
    const said = () => live.tokens().filter((token) => !fillers.includes(token));
    await vi.advanceTimersByTimeAsync(5_900);
    expect(said()).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(said()).toEqual([APOLOGY]);
    expect(live.model.replies[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(6_000);
    await answered;
    expect(said()).toEqual([APOLOGY, OUTAGE]);
    expect(live.tokens().length).toBeGreaterThanOrEqual(4);
    expect(live.model.replies.map(({ modelId }) => modelId)).toEqual([1, 15]);
  });

  it('closes the turn after twenty seconds with what was said', async () => {
    const drip = async () => live.clock.move(4_500);
    const slow = () => drip();
    const live = await converse([['One. ', slow, 'Two. ', slow, 'Three. ', slow, 'Four. ', slow, 'Five. Si', hang]]);
    const answered = live.say('Count.');
    await vi.advanceTimersByTimeAsync(2_100);
    await answered;
    expect(live.tokens()).toEqual(['One. ', 'Two. ', 'Three. ', 'Four. ', 'Five. ', '']);
    expect(live.frames().at(-1)).toMatchObject({ isLast: true });
  });
});

const bye = (...answers: ScriptedPart[][]) => converse(answers, { assistant: { tools } });

it.each<{ answer: ScriptedPart[]; tokens: string[] }>([
  { answer: ['Goodbye then.', endCall], tokens: ['Goodbye then.'] },
  { answer: ['All done. Goodbye', ' then.', endCall], tokens: ['All done. ', 'Goodbye then.'] },
  { answer: ['Goodbye then. ', endCall], tokens: ['Goodbye then. ', ''] },
  { answer: [endCall, 'never read'], tokens: [GOODBYE] },
])('a model that ends the call says its last words: $tokens', async ({ answer, tokens }) => {
  const live = await bye(answer);
  await live.say('That is all.');
  expect(live.tokens()).toEqual(tokens);
  expect(live.frames().at(-1)).toMatchObject({ kind: 'speech', isLast: true });
  expect((await live.now())?.endedBy).toBe('assistant');
  expect(await live.lastTurn()).toBe(`bot: ${tokens.join('').trim()}`);
});

it('a model that ends the call closes the line when the last words are spoken, and not when a voice stops before them', async () => {
  const live = await bye(['Goodbye.', endCall]);
  await live.say('Bye.');
  await live.receive({ type: 'info', name: 'agentSpeaking', value: 'off' }, 100);
  expect(live.tokens()).toEqual(['Goodbye.']);
  await live.voice('on');
  await live.voice('off');
  expect(live.tokens()).toEqual(['Goodbye.', '<end>']);
});

it('a model that ends the call closes the line when the customer cuts the last words short', async () => {
  const live = await bye(['Goodbye and farewell.', endCall]);
  await live.say('Bye.');
  await live.interrupt('Goodbye');
  expect(live.tokens().at(-1)).not.toBe('<end>');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'off' });
  expect(live.tokens().at(-1)).toBe('<end>');
  expect(await live.lastTurn()).toBe('bot: Goodbye');
});

it.each(['Bye!', 'Okay, thank you.', 'Mm-hmm.'])(
  'a model that ends the call closes the line when the customer says goodbye over its last words: %s',
  async (words) => {
    const live = await bye(['Goodbye and farewell.', endCall]);
    await live.say('Bye.');
    await live.interrupt('Goodbye');
    await live.say(words);
    expect(live.tokens()).toEqual(['Goodbye and farewell.', '<end>']);
  },
);

it('a model that ends the call answers what the customer says over its last words, and the call goes on', async () => {
  const live = await bye(['Goodbye and farewell.', endCall], ['Yes?']);
  await live.say('Bye.');
  expect(await live.calls.get(live.key)).toMatchObject({ endedBy: 'assistant' });
  await live.interrupt('Goodbye');
  await live.voice('off');
  await live.say('Wait, one more thing!');
  expect(live.tokens()).toEqual(['Goodbye and farewell.', 'Yes?']);
  expect(await live.calls.get(live.key)).toMatchObject({ endedBy: null });
  const timers = live.timer.timers.filter(({ queue }) => queue === 'continue-conversation');
  await live.ring(
    timers.length - 1 - timers.findIndex(({ message }) => 'timer' in message && message.timer === 'hang_up'),
  );
  expect(live.tokens().at(-1)).toBe('Yes?');
});

it('a model that ends the call does not end the call of a customer who has spoken since', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await bye([() => again.speak(), endCall], ['Of course.']);
  again.speak = () => live.say('Wait!');
  await live.say('Bye.');
  expect(live.tokens()).toEqual(['Of course.']);
  expect((await live.now())?.endedBy).toBeNull();
});

it.each<{ what: string; answer: ScriptedPart[]; isUp: boolean; turn: object }>([
  {
    what: 'its last words',
    answer: ['Goodbye.', endCall],
    isUp: true,
    turn: { text: 'Goodbye.', tools: ['end_call'] },
  },
  { what: 'ours', answer: [endCall], isUp: true, turn: { text: GOODBYE, tools: ['end_call'] } },
  { what: 'the words before them', answer: [wish], isUp: false, turn: { text: 'Bye.', tools: ['do_not_call'] } },
])('the tool that a model calls stands in the log with $what, without a write of its own', async (row) => {
  const { answer, isUp, turn } = row;
  const live = await converse([answer], { assistant: { tools }, call: { leadId: 6001 } });
  if (!isUp) live.socket.close(live.connectionId);
  await live.say('Bye.');
  const conversation = (await live.conversations.read(live.connectionId))!;
  expect(conversation.events).toHaveLength(2);
  expect(toTurns(conversation).at(-1)).toMatchObject(turn);
});

it('a line that is closed is not spoken to any more, and nothing is thrown', async () => {
  const live = await converse([['One. ', 'Two. ', 'Three.']]);
  live.socket.close(live.connectionId);
  await expect(live.say('Count.')).resolves.toEqual({ statusCode: 200 });
  expect(live.tokens()).toEqual([]);
  expect(await live.lastTurn()).toBe('human: Count.');
});

/** They hang up as soon as the assistant has begun to answer. */
async function holdShortCall(answer: ScriptedPart[], call = { leadId: 6001 } as { leadId?: number }) {
  const live = await converse([['One moment. ', () => hangUp(), ...answer]], { call });
  const hangUp = async () => live.socket.close(live.connectionId);
  const isListed = async () => live.doNotCall.has(live.key.userId, (await live.now())!.clientPhoneNumber);
  return { ...live, isListed };
}

it.each<[string, ScriptedPart[], boolean]>([
  ['on the list, before the answer is through', ['Of course. ', 'You will not hear from us again.', wish], true],
  ['on the list, where the model says nothing more', [wish], true],
  ['not on it where the model does not ask for that', ['Of course. ', 'Goodbye.'], false],
])('a customer who wants no more calls and hangs up is %s', async (_, answer, isListed) => {
  const live = await holdShortCall(answer);
  await live.say('Never call me again.');
  await expect(live.isListed()).resolves.toBe(isListed);
  expect((await live.now())?.endedBy).toBeNull();
  expect(live.tokens()).toEqual(['One moment. ']);
});

it('a customer who wants no more calls and hangs up is not answered any more in a call of no campaign', async () => {
  let isRead = false;
  const live = await holdShortCall(['Of course. ', async () => void (isRead = true), 'Goodbye.'], {});
  await live.say('Never call me again.');
  expect(isRead).toBe(false);
});
