import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { toAssistantItem } from '#shared/assistants/assistant-items.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { blockSizes } from '#shared/platform/table/page-index-blocks.ts';
import { put } from '#shared/platform/table/write.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createMortalClient } from '#test/stores/call-history.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { withSend } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const small = { newest: 3, block: 5 };

function setup(seed: number, sizes = small) {
  const real = table.real();
  const mortal = createMortalClient(real.client);
  const random = createRandom(seed);
  const userId = newUserId();
  const store = createDynamoDbAssistantStore(real, sizes);
  const doomed = createDynamoDbAssistantStore({ ...real, client: mortal.client }, sizes);
  const truth = new Set<number>();
  const newestFirst = () => [...truth].toSorted((one, other) => other - one);

  /** Enters or removes an assistant; some of the time the process dies on the way. */
  async function change(id: number, kind: 'create' | 'delete'): Promise<void> {
    const isKilled = random.chance(0.2);
    if (isKilled) mortal.kill(1 + random.below(4), random.pick(['before', 'after']));
    await (isKilled ? doomed : store)[kind](buildAssistant({ userId, id })).catch((error: unknown) => {
      if (!isKilled) throw error;
    });
    mortal.revive();
    if (await store.get(userId, id)) truth.add(id);
    else truth.delete(id);
  }

  /** A page of the list, and what brute force says about it. */
  async function look() {
    const perPage = random.pick([1, 4, 15]);
    const page = 1 + random.below(Math.ceil(truth.size / perPage) + 1);
    const beforeId = random.chance(0.4) ? random.pick([...truth, 1]) + random.below(2) : undefined;
    const { rows, total } = await store.list(userId, { page, perPage, beforeId });
    const listed = newestFirst().filter((id) => id < (beforeId ?? Infinity));
    return {
      shown: { beforeId, total, ids: rows.map(({ id }) => id) },
      expected: { beforeId, total: listed.length, ids: listed.slice((page - 1) * perPage, page * perPage) },
    };
  }
  return { real, userId, store, truth, random, change, look };
}

async function expectExact(look: () => Promise<{ shown: unknown; expected: unknown }>): Promise<void> {
  const { shown, expected } = await look();
  expect(shown).toEqual(expected);
}

const sharded = { newest: 2, block: 5, shards: 3 };

describe('the list of assistants against brute force', () => {
  it.each([
    { seed: 1, sizes: small },
    { seed: 2, sizes: small },
    { seed: 11, sizes: sharded },
    { seed: 12, sizes: sharded },
  ])('is exact with late ids, deletions and kills in between: %j', async ({ seed, sizes }) => {
    const { truth, random, change, look } = setup(seed, sizes);
    let next = 1000;
    for (let step = 0; step < 120; step += 1) {
      next += 1 + random.below(50);
      if (random.chance(0.35) && truth.size > 0) await change(random.pick([...truth]), 'delete');
      else await change(random.chance(0.15) ? next - random.below(900) : next, 'create');
      if (random.chance(0.5)) await expectExact(look);
    }
    for (const id of truth) {
      await change(id, 'delete');
      if (random.chance(0.2)) await expectExact(look);
    }
    const { shown, expected } = await look();
    expect(shown).toEqual(expected);
  });

  it.each([small, sharded])('misses none of those that are created and deleted at once: %j', async (sizes) => {
    const { store, userId, truth, look } = setup(6, sizes);
    const ids = Array.from({ length: 24 }, (_, index) => index + 1);
    await Promise.all(ids.map((id) => store.create(buildAssistant({ userId, id }))));
    await Promise.all(ids.slice(0, 9).map((id) => store.delete(buildAssistant({ userId, id }))));
    for (const id of ids.slice(9)) truth.add(id);
    for (let tries = 0; tries < 5; tries += 1) await expectExact(look);
    const { shown, expected } = await look();
    expect(shown).toEqual(expected);
  });

  it('counts what a version without a directory has stored', async () => {
    const { real, userId, truth, look, change } = setup(7);
    for (const id of [5, 9, 2, 14, 11, 3, 8]) {
      const Item = { ...keys.assistant.key(userId, id), ...toAssistantItem(buildAssistant({ userId, id })) };
      await put(real, Item);
      truth.add(id);
    }
    await expectExact(look);
    await change(14, 'delete');
    await expectExact(look);
    await change(20, 'create');
    await expectExact(look);
    await change(2, 'delete');
    const { shown, expected } = await look();
    expect(shown).toEqual(expected);
  });
});

it('an id that is older than the newest is listed when all blocks are gone', async () => {
  const { userId, store } = setup(21);
  const assistant = (id: number) => buildAssistant({ userId, id });
  for (const id of [10, 11, 12, 13]) await store.create(assistant(id));
  for (const id of [10, 11, 12, 13]) await store.delete(assistant(id));
  for (const id of [5, 20]) await store.create(assistant(id));
  const listed = async () => (await store.list(userId, { page: 1, perPage: 10 })).rows.map(({ id }) => id);
  await expect(listed()).resolves.toEqual([20, 5]);
  await store.delete(assistant(5));
  await expect(listed()).resolves.toEqual([20]);
});

/** A client behind each of whose queries another request runs. */
function overtaken(
  client: typeof table extends { client: () => infer Client } ? Client : never,
  overtake: () => Promise<unknown>,
) {
  const send = async (command: Parameters<typeof client.send>[0]) => {
    const answer = await client.send(command);
    if (command instanceof QueryCommand) await overtake();
    return answer;
  };
  return withSend(client, send);
}

it('a page has no assistant that is deleted between the reading of its ids and that of its rows', async () => {
  const { real, userId, store } = setup(20);
  for (const id of [1, 2, 3]) await store.create(buildAssistant({ userId, id }));
  let isDone = false;
  const overtake = async () => {
    if (!isDone) await store.delete(buildAssistant({ userId, id: 2 }));
    isDone = true;
  };
  const slow = createDynamoDbAssistantStore({ ...real, client: overtaken(real.client, overtake) }, small);
  const { rows, total } = await slow.list(userId, { page: 1, perPage: 10 });
  expect({ total, ids: rows.map(({ id }) => id) }).toEqual({ total: 2, ids: [3, 1] });
});

describe('a change of the list of assistants that others overtake', () => {
  it.each([
    { what: 'an id below those of the newest', kind: 'create', id: 5 },
    { what: 'an id for which there was no room', kind: 'create', id: 9_000 },
    { what: 'the end of an id that is not among the newest', kind: 'delete', id: 1_001 },
  ] as const)('is made at the second attempt: $what', async ({ kind, id }) => {
    const { real, userId, store } = setup(10, blockSizes);
    const first = kind === 'create' && id > 5 ? 64 : 65;
    for (let next = 1_001; next <= 1_000 + first; next += 1) await store.create(buildAssistant({ userId, id: next }));
    let others = 0;
    const overtake = () => store.create(buildAssistant({ userId, id: 2_000 + (others += 1) }));
    const slow = createDynamoDbAssistantStore({ ...real, client: overtaken(real.client, overtake) });
    await expect(slow[kind](buildAssistant({ userId, id }))).resolves.toBe(`${kind}d`);
    expect(others).toBeLessThanOrEqual(3);
    const { total, rows } = await store.list(userId, { page: 1, perPage: 100 });
    expect(total).toBe(first + others + (kind === 'create' ? 1 : -1));
    expect(rows).toHaveLength(total);
  });
});

describe('what a list of 700 assistants costs', () => {
  it('is 3 round trips and 4 read units but for the rows, on every page', async () => {
    const { real, userId } = setup(8);
    const meter = createMeter(real.client);
    const store = createDynamoDbAssistantStore({ ...real, client: meter.client });
    for (let id = 1; id <= 700; id += 1) await store.create(buildAssistant({ userId, id }));
    meter.read();
    for (const page of [1, 5, 24, 47]) {
      const { rows, total } = await store.list(userId, { page, perPage: 15 });
      const { findUnits, rowUnits, depth } = meter.read();
      const own = rows.length * Math.ceil(JSON.stringify(toAssistantItem(rows[0]!)).length / 4096);
      expect({ page, total, depth: depth <= 3, units: findUnits + rowUnits <= own + 4 }).toEqual({
        page,
        total: 700,
        depth: true,
        units: true,
      });
    }
  });

  it('is one transaction of one round trip to create one; directory, total and uuid are two write units each', async () => {
    const { real, userId } = setup(9);
    const meter = createMeter(real.client);
    const store = createDynamoDbAssistantStore({ ...real, client: meter.client });
    for (let id = 1; id <= 60; id += 1) await store.create(buildAssistant({ userId, id }));
    meter.read();
    const assistant = buildAssistant({ userId, id: 61 });
    await store.create(assistant);
    const own = 2 * Math.ceil(JSON.stringify(toAssistantItem(assistant)).length / 1024);
    const { depth, writeUnits } = meter.read();
    expect({ depth, cheap: writeUnits <= own + 6 }).toEqual({ depth: 1, cheap: true });
  });
});
