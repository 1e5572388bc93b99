import { expect, it } from 'vitest';
import { handler } from '#functions/queue/run-tool.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';
import { createFakeTool } from '#test/support/memory/tool-uses.ts';
import { toolCall } from '#test/support/tools.ts';

const words = (live: Awaited<ReturnType<typeof holdCall>>) => live.tokens().filter((token) => token !== '');

async function holdSlowTool(own: Parameters<typeof createFakeTool>[0] = {}) {
  const tool = createFakeTool({ timeoutMs: 30_000, ...own });
  const model = createMemoryLanguageModel([[toolCall('book')], ['I am looking.'], ['It is booked.']]);
  const live = await holdCall({ model, assistant: { llmModelId: 1 }, outside: [tool] });
  await live.say('Book me in.');
  const [message] = live.timer.timers.flatMap(({ queue, message: one }) =>
    queue === 'run-tool' && 'act' in one && one.act === 'run' ? [one] : [],
  );
  const letters = createMemoryDeadLetters();
  const run = (own_: object = {}) => handler.with(live, letters)(sqsEvent({ ...message, ...own_ }));
  return { ...live, tool, model, run, letters };
}

it('a message that comes twice, also at once, sends once, and tells once', async () => {
  const live = await holdSlowTool();
  await Promise.all([live.run(), live.run()]);
  await live.run();
  expect(live.tool.received).toHaveLength(1);
  expect(words(live)).toEqual(['I am looking.', 'It is booked.']);
});

it('a result that comes while the customer speaks is told with the next words', async () => {
  const again = { speak: async () => undefined as unknown };
  const live = await holdSlowTool({ answer: async () => (await again.speak(), 'Booked.') });
  again.speak = () => live.receive({ type: 'info', name: 'clientSpeaking', value: 'on' });
  const running = live.run();
  await running;
  // The customer has spoken for longer than the worker waits.
  expect(words(live)).toEqual(['I am looking.']);
  await live.say('And?');
  expect(live.model.replies.at(-1)?.turns.flatMap(({ calls = [] }) => calls)).toMatchObject([{ result: 'Booked.' }]);
});

it('a call that is over gets no words', async () => {
  const live = await holdSlowTool();
  await live.conversations.beginEnding(live.connectionId, live.clock.now());
  await live.run();
  expect(words(live)).toEqual(['I am looking.']);
});

it('what settles a turn comes again as long as a tool may still run', async () => {
  const live = await holdSlowTool();
  const [turn] = await live.toolUses.list(live.key);
  const uses = turn!.uses.map((use) => ({ ...use, state: 'open' as const, openedAt: live.clock.now() }));
  await live.toolUses.save(live.key, { ...turn!, uses });
  await live.run({ act: 'settle', key: undefined });
  expect(live.letters.sentAgain).toMatchObject([{ message: { act: 'settle' }, delaySeconds: 35 }]);
  expect((await live.toolUses.list(live.key))[0]?.uses).toEqual(uses);
});

it('a tool that is gone is not sent, and the customer is told', async () => {
  const live = await holdSlowTool();
  live.outsideTools.load = async () => () => [];
  await live.run();
  expect(live.tool.received).toEqual([]);
  const [use] = (await live.toolUses.list(live.key)).flatMap((turn) => turn.uses);
  expect(use).toMatchObject({ state: 'cancelled' });
  expect(words(live)).toEqual(['I am looking.', 'It is booked.']);
});
