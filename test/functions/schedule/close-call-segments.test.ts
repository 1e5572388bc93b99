import { expect, it } from 'vitest';
import { handler } from '#functions/schedule/close-call-segments.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { createMemoryUserStore } from '#test/support/memory/accounts.ts';
import { buildUser } from '#test/support/builders.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup(failing?: number) {
  const clock = createFixedClock();
  const { logger } = createObservers();
  const users = createMemoryUserStore();
  for (const name of ['Ada', 'Grace', 'Mary']) {
    const { id: _, ...user } = buildUser({ name });
    await users.create(user);
  }
  const closed: Array<{ userId: number; now: number }> = [];
  const callList = {
    ...createMemoryCallStore(),
    closeSegments: async (userId: number, now: number) => {
      if (userId === failing) throw new Error('the table is away');
      closed.push({ userId, now });
      return 1;
    },
  };
  return { closed, clock, run: handler.with({ callList, users, clock, logger }) };
}

it('closes the segments of every user', async () => {
  const { run, closed, clock } = await setup();
  await run(event);
  expect(closed).toEqual([1, 2, 3].map((userId) => ({ userId, now: clock.now() })));
});

it('goes on with the others and fails when one user fails', async () => {
  const { run, closed } = await setup(1);
  await expect(run(event)).rejects.toThrow('1 users');
  expect(closed.map(({ userId }) => userId)).toEqual([2, 3]);
});
