import { describe, expect, it } from 'vitest';
import type { Call } from '#shared/calls/call.ts';
import { matchesFilter, type CallFilter } from '#shared/calls/listing/call-groups.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createMortalClient, smallSizes as sizes } from '#test/stores/call-history.ts';
import { createCalls, settledCalls, storeHeads, storeWallet } from '#test/stores/call-stores.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 6, 1);
const filters: CallFilter[] = [
  {},
  { status: 'busy' },
  { outcome: 'busy' },
  { status: 'busy', assistantId: 502 },
  { phoneNumber: '+12025550101' },
];

async function setup() {
  const real = table.real();
  const mortal = createMortalClient(real.client);
  const userId = newUserId();
  const calls = settledCalls(userId, 10);
  await storeHeads(real, calls);
  await storeWallet(real, userId);
  return {
    userId,
    calls,
    mortal,
    store: createCalls(real, sizes),
    doomed: createCalls({ ...real, client: mortal.client }, sizes),
  };
}

type Scene = Awaited<ReturnType<typeof setup>>;

async function shown({ store, userId }: Scene) {
  const lists = await Promise.all(filters.map((filter) => store.list(userId, filter, { page: 1, perPage: 100 })));
  return lists.map(({ rows, total }) => ({ total, ids: rows.map(({ call }) => call.id) }));
}

function expected(calls: readonly Call[]) {
  return filters.map((filter) => {
    const ids = calls.filter((call) => matchesFilter(call, filter)).map(({ id }) => id);
    return { total: ids.length, ids: ids.toReversed() };
  });
}

/** Kills at every request of what is run, one after the other, until it runs to its end. */
async function atEveryRequest(when: 'before' | 'after', run: (scene: Scene, kill: () => void) => Promise<void>) {
  for (let request = 1; ; request += 1) {
    const scene = await setup();
    let isKilled = false;
    await run(scene, () => scene.mortal.kill(request, when)).catch(() => {
      isKilled = true;
    });
    scene.mortal.revive();
    const { store, userId } = scene;
    const there = await Promise.all(scene.calls.map(({ id }) => store.get({ userId, callId: id })));
    const left = scene.calls.filter((_, index) => there[index] !== undefined);
    expect({ request, lists: await shown(scene) }).toEqual({ request, lists: expected(left) });
    await store.closeSegments(userId, NOW, 50);
    expect({ request, shown: await shown(scene) }).toEqual({ request, shown: expected(left) });
    if (!isKilled) return request;
  }
}

describe.each(['before', 'after'] as const)('a process that dies %s a request takes effect', (when) => {
  it('leaves lists exact wherever it was in closing segments', { timeout: 180_000 }, async () => {
    const requests = await atEveryRequest(when, async ({ doomed, userId }, kill) => {
      kill();
      await doomed.closeSegments(userId, NOW, 50);
    });
    expect(requests).toBeGreaterThan(20);
  });

  it(
    'leaves lists exact wherever it was in the removal of a call in a closed segment',
    { timeout: 120_000 },
    async () => {
      const requests = await atEveryRequest(when, async ({ store, doomed, userId, calls }, kill) => {
        await store.closeSegments(userId, NOW, 50);
        kill();
        await doomed.remove({ userId, callId: calls[5]!.id }, Date.now());
      });
      expect(requests).toBeGreaterThan(3);
    },
  );
});
