import { expect, it } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel, type ScriptedPart } from '#test/support/memory/platform.ts';
import { toolCall, endCallSetting } from '#test/support/tools.ts';

const wish = toolCall('do_not_call');
const endCall = toolCall('end_call');
const tools = [endCallSetting()];
const CONFIRMED = 'I will take you off the list. ';

type Live = Awaited<ReturnType<typeof holdCall>>;

/** The customer of a campaign asks for no more calls; `happen` is what comes in between where the answer has a gap. */
async function refuse(answer: (gap: ScriptedPart) => ScriptedPart[], happen?: (live: Live) => unknown) {
  const step = { now: async () => undefined as unknown };
  const model = createMemoryLanguageModel([answer(() => step.now()), ['Hm?']]);
  const live = await holdCall({ model, assistant: { llmModelId: 1, tools }, call: { leadId: 6001 } });
  step.now = async () => happen?.(live);
  await live.say('Never call me again.');
  return { ...live, isListed: async () => live.doNotCall.has(live.key.userId, (await live.now())!.clientPhoneNumber) };
}

const cough = (live: Live) => live.interrupt('I will take');
const thank = (live: Live) => live.say('Okay, thanks.');

it.each<[string, (gap: ScriptedPart) => ScriptedPart[], ((live: Live) => unknown)?]>([
  ['calls another tool before', () => [CONFIRMED, 'Goodbye.', endCall, wish]],
  ['is cut by a cough while it speaks', (gap) => [CONFIRMED, gap, 'Goodbye. ', wish], cough],
  ['is cut by a cough before it calls the tool', (gap) => [CONFIRMED, 'Goodbye. ', gap, wish], cough],
  ['is thanked while it speaks', (gap) => [CONFIRMED, gap, 'Goodbye. ', wish], thank],
  ['is thanked before it calls the tool', (gap) => [CONFIRMED, 'Goodbye. ', gap, wish], thank],
])('a customer who wants no more calls is on the list although the model %s', async (_, answer, happen) => {
  const live = await refuse(answer, happen);
  await expect(live.isListed()).resolves.toBe(true);
  const tokens = live.tokens().join('');
  expect(tokens.startsWith(CONFIRMED)).toBe(true);
  expect(tokens.endsWith('Hm?')).toBe(happen === thank);
});

it('an answer that was cut is in the log before the model is through, so that the next answer follows from it', async () => {
  const seen: string[][] = [];
  await refuse(
    (gap) => [CONFIRMED, gap, 'Really. ', 'Now. ', gap, wish],
    async (live) => {
      if (seen.length === 0) await live.interrupt('I will take');
      seen.push(await live.transcript());
    },
  );
  expect(seen.at(-1)?.at(-1)).toMatch(/^bot: I will take/);
});

it('a reply to half a sentence is not read on: the next one hears all of it', async () => {
  const read: string[] = [];
  const live = await refuse((gap) => [gap, 'Of course. ', async () => void read.push('on'), wish], thank);
  expect(read).toEqual([]);
  await expect(live.isListed()).resolves.toBe(false);
});

it('the call ends although a cough has cut the goodbye before the model called its tool', async () => {
  const step = { cough: async () => undefined as unknown };
  const model = createMemoryLanguageModel([['Thank you. Goodbye. ', () => step.cough(), endCall]]);
  const live = await holdCall({ model, assistant: { llmModelId: 1, tools } });
  let cutAt = 0;
  // As the carrier sends it: the handler of the noise waits while the model goes on.
  const held = Promise.withResolvers<void>();
  let noise: Promise<unknown> = Promise.resolve();
  step.cough = async () => {
    noise = live.receive({ type: 'interrupt', utteranceUntilInterrupt: 'Thank' }, 500, undefined, {
      ...live,
      pause: () => held.promise,
    });
    cutAt = live.clock.now();
    while ((await live.conversations.getState(live.connectionId))?.cutAt !== cutAt) await Promise.resolve();
  };
  await live.say('That is all.');
  await live.receive({ type: 'info', name: 'clientSpeaking', value: 'off' }, 300);
  held.resolve();
  await noise;
  expect(live.tokens().at(-1)).toBe('Thank you. Goodbye.');
  expect((await live.now())?.endedBy).toBe('assistant');
  expect((await live.transcript()).at(-1)).toBe('bot: Thank you. Goodbye.');
});
