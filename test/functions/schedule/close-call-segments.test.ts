import { expect, it, vi } from 'vitest';
import { handler } from '#functions/schedule/close-call-segments.ts';
import { buildUser } from '#test/support/builders.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const event = { id: 'event-1', time: '2026-06-30T12:00:00Z', source: 'aws.events' };

async function setup({
  failing,
  count = 3,
  secondsEach = 0,
}: { failing?: number; count?: number; secondsEach?: number } = {}) {
  const users = Array.from({ length: count }, (_, index) => buildUser({ id: index + 1 }));
  const service = memoryService({ users });
  const { clock } = service;
  const closed: Array<{ userId: number; now: number }> = [];
  const callList = {
    ...service.calls,
    closeSegments: async (userId: number, now: number) => {
      if (userId === failing) throw new Error('the table is away');
      closed.push({ userId, now });
      clock.move(secondsEach * 1000);
      return 1;
    },
  };
  let last = 0;
  const segmentCursor = { read: async () => last, save: async (userId: number) => void (last = userId) };
  return { closed, clock, run: handler.with({ ...service, callList, segmentCursor }) };
}

it('closes the segments of every user', async () => {
  const { run, closed, clock } = await setup();
  await run(event);
  expect(closed).toEqual([1, 2, 3].map((userId) => ({ userId, now: clock.now() })));
});

it('goes on with the others and fails when one user fails', async () => {
  const { run, closed } = await setup({ failing: 1 });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await expect(run(event)).rejects.toThrow('1 users');
  // Lambda's own line has not the reason.
  expect(write.mock.calls.join()).toContain('the table is away');
  write.mockRestore();
  expect(closed.map(({ userId }) => userId)).toEqual([2, 3]);
});

it('continues where the last run stopped, and begins again after the last user', async () => {
  const { run, closed } = await setup({ count: 25, secondsEach: 15 });
  await run(event);
  await run(event);
  const ids = closed.map(({ userId }) => userId);
  expect(ids.slice(0, 25)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  expect(ids.slice(25)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
});
