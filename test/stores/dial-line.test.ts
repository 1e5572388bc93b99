import { beforeEach, describe, expect, it } from 'vitest';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createMemoryDialQueue } from '#test/support/memory/campaigns.ts';
import type { DialQueue, DialRate } from '#shared/calls/dial-queue.ts';
import { emptyTable } from '#test/stores/adapters.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 5, 30);

describe.each([
  { adapter: 'memory', create: (pace: DialRate) => createMemoryDialQueue(pace) },
  {
    adapter: 'dynamodb',
    create: (pace: DialRate) => createDynamoDbDialQueue({ client: table.client(), tableName: table.tableName }, pace),
  },
])('dial line on $adapter', ({ create }) => {
  beforeEach(() => emptyTable(table));

  const turns = async (line: DialQueue, count: number, now = NOW) => {
    const taken: number[] = [];
    for (let index = 0; index < count; index += 1) taken.push((await line.reserveSlot(now)) - NOW);
    return taken;
  };
  const places = async (line: DialQueue) => (await line.peek(100)).map(({ userId, callId }) => `${userId}.${callId}`);

  it('gives turns out at the pace of the carrier, from now on', async () => {
    const line = create({ callsPerSecond: 1 });
    await expect(turns(line, 4)).resolves.toEqual([0, 1000, 2000, 3000]);
    await expect(turns(line, 2, NOW + 2500)).resolves.toEqual([4000, 5000]);
    await expect(turns(line, 2, NOW + 60_000)).resolves.toEqual([60_000, 61_000]);
  });

  it('lets the turns of one second come at once after a pause, and no more', async () => {
    const line = create({ callsPerSecond: 4 });
    await expect(turns(line, 8)).resolves.toEqual([0, 0, 0, 0, 250, 500, 750, 1000]);
  });

  it('gives each turn to one, however many ask at once', async () => {
    const line = create({ callsPerSecond: 1 });
    const taken = await Promise.all(Array.from({ length: 12 }, () => line.reserveSlot(NOW)));
    expect(new Set(taken).size).toBe(12);
    expect(Math.max(...taken) - NOW).toBe(11_000);
  });

  it('lets users take turns, however many calls each of them has', async () => {
    const line = create({ callsPerSecond: 1 });
    for (const callId of [1, 2, 3]) await line.enqueue({ userId: 7, callId }, 'campaign', NOW);
    await line.enqueue({ userId: 8, callId: 9 }, 'campaign', NOW);
    await expect(places(line)).resolves.toEqual(['7.1', '8.9', '7.2', '7.3']);
  });

  it('puts a late user into the round that is being served', async () => {
    const line = create({ callsPerSecond: 1 });
    for (const callId of [1, 2, 3, 4]) await line.enqueue({ userId: 7, callId }, 'campaign', NOW);
    for (const place of await line.peek(3)) await line.remove(place, true);
    await line.enqueue({ userId: 8, callId: 9 }, 'campaign', NOW);
    await expect(places(line)).resolves.toEqual(['8.9', '7.4']);
  });

  it('dials interactive calls first', async () => {
    const line = create({ callsPerSecond: 1 });
    await line.enqueue({ userId: 7, callId: 1 }, 'campaign', NOW);
    await line.enqueue({ userId: 8, callId: 9 }, 'interactive', NOW);
    await expect(places(line)).resolves.toEqual(['8.9', '7.1']);
  });

  it('forgets who has left, again and again', async () => {
    const line = create({ callsPerSecond: 1 });
    await line.enqueue({ userId: 7, callId: 1 }, 'campaign', NOW);
    const [place] = await line.peek(1);
    if (place) for (const served of [false, true, true]) await line.remove(place, served);
    await expect(line.peek(10)).resolves.toEqual([]);
  });

  it('knows those for whom no turn is left', async () => {
    const line = create({ callsPerSecond: 1 });
    await line.reserveSlot(NOW);
    await line.enqueue({ userId: 7, callId: 1 }, 'campaign', NOW);
    await expect(line.findStranded(NOW + 60_000, 10)).resolves.toEqual([]);
    await expect(line.findStranded(NOW + 180_000, 10)).resolves.toMatchObject([{ userId: 7, callId: 1 }]);
  });
});
