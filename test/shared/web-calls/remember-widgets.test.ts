import { expect, it } from 'vitest';
import { rememberWidgets } from '#shared/web-calls/remember-widgets.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryAssistantStore } from '#test/support/memory/accounts.ts';

function setup() {
  const clock = createFixedClock();
  const store = createMemoryAssistantStore([buildAssistant()]);
  const read: number[] = [];
  const get: typeof store.get = async (userId, id) => {
    read.push(id);
    return store.get(userId, id);
  };
  return { clock, read, store, widgets: rememberWidgets({ get }, clock) };
}

it('reads an assistant once in three seconds, however often its widget is asked for', async () => {
  const { widgets, clock, read } = setup();
  const { userId, id } = buildAssistant();
  for (let request = 0; request < 100; request += 1) await widgets.get(userId, id);
  expect(read).toEqual([id]);
  clock.move(3_000);
  expect(await widgets.get(userId, id)).toMatchObject({ id });
  expect(read).toEqual([id, id]);
});

it('remembers no assistant that does not exist, and no more than fifty', async () => {
  const { widgets, read } = setup();
  const { userId, id } = buildAssistant();
  for (const _ of [1, 2]) expect(await widgets.get(userId, 1)).toBeUndefined();
  expect(read).toEqual([1, 1]);
  const all = rememberWidgets(
    { get: async (_, other) => (read.push(other), buildAssistant({ id: other })) },
    { now: () => 0 },
  );
  await all.get(userId, id);
  for (let other = 1; other <= 50; other += 1) await all.get(userId, other);
  read.length = 0;
  await all.get(userId, id);
  expect(read).toEqual([id]);
});
