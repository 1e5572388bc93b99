import { describe, expect, it } from 'vitest';
import { toAssistantItem } from '#shared/assistants/assistant-items.ts';
import { countedAssistants, kilobytesOf, mostAssistants } from '#shared/assistants/assistant-lists.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { readTotal } from '#shared/platform/table/list-total.ts';
import { putAll } from '#shared/platform/table/write.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { conflictLikeAws } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

function setup() {
  const real = table.real();
  const userId = newUserId();
  const store = createDynamoDbAssistantStore(real);
  const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(userId * 100_000 + id).padStart(12, '0')}`;
  const build = (id: number, changes: Partial<Assistant> = {}) =>
    buildAssistant({ userId, id, uuid: uuidOf(id), ...changes });
  /** As the release before stored them: without a total, and without entries for their uuids. */
  const storeOlder = (all: readonly Assistant[]) =>
    putAll(
      real,
      all.map((one) => ({ ...keys.assistant.key(userId, one.id), ...toAssistantItem(one) })),
    );
  const total = async () => (await readTotal(real, countedAssistants(real, userId))).size;
  const counted = async () => {
    const all = await store.listAll(userId);
    return { records: all.length, kilobytes: all.reduce((sum, one) => sum + kilobytesOf(one), 0) };
  };
  return { real, userId, store, build, uuidOf, storeOlder, total, counted };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index);
const prompt = (kilobytes: number) => ({ systemPrompt: 'x'.repeat(kilobytes * 1000) });
const next = (before: Assistant, changes: Partial<Assistant>): Assistant => ({
  ...before,
  ...changes,
  version: before.version + 1,
});
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, (one) => one)).map(([one, all]) => [one, all?.length]));

describe('the number of assistants', () => {
  it('is never passed by requests in the same moment, and a deletion makes room for one', async () => {
    const { store, build, storeOlder, total, counted } = setup();
    await storeOlder(range(1, mostAssistants.records - 4).map((id) => build(id)));
    // Measures the list, and makes its page index.
    await store.create(build(5000));
    const outcomes = await Promise.all(range(5001, 8).map((id) => store.create(build(id))));
    expect(tally(outcomes)).toEqual({ created: 3, too_many: 5 });
    await expect(store.create(build(6001))).resolves.toBe('too_many');
    await store.delete(build(1));
    await expect(store.create(build(6001))).resolves.toBe('created');
    await expect(store.create(build(6002))).resolves.toBe('too_many');
    expect(await total()).toEqual(await counted());
  });
});

describe('the size of assistants', () => {
  it('is never passed by creations and updates in the same moment', async () => {
    const { store, build, total, counted } = setup();
    const all = range(1, 24).map((id) => build(id, prompt(197)));
    for (const one of all) await store.create(one);
    const growing = all.slice(0, 12).map((one) => store.replace(one, next(one, prompt(200))));
    const creating = range(100, 12).map((id) => store.create(build(id, prompt(20))));
    const outcomes = await Promise.all([...growing, ...creating]);
    expect(outcomes).toContain('too_large');
    const { kilobytes = 0 } = (await total()) ?? {};
    expect(kilobytes).toBeGreaterThan(mostAssistants.kilobytes - 25);
    expect(kilobytes).toBeLessThanOrEqual(mostAssistants.kilobytes);
    expect(await total()).toEqual(await counted());
  });

  it('lets a full list shrink, and an update that does not grow it pass', async () => {
    const { store, build, total, counted } = setup();
    const all = range(1, 24).map((id) => build(id, prompt(200)));
    for (const one of all) await store.create(one);
    const [first, second] = [all[0]!, all[1]!];
    await expect(store.create(build(99, prompt(80)))).resolves.toBe('too_large');
    const renamed = next(first, { name: 'Other' });
    await expect(store.replace(first, renamed)).resolves.toBe('replaced');
    await expect(store.replace(second, next(second, prompt(100)))).resolves.toBe('replaced');
    await expect(store.create(build(99, prompt(80)))).resolves.toBe('created');
    expect(await total()).toEqual(await counted());
  });

  it.each([1, 2, 3])(
    'is exact after changes with conflicts, webhooks that stop, and deletions: seed %i',
    async (seed) => {
      const { real, userId, store, build, storeOlder, total, counted } = setup();
      const random = createRandom(seed);
      await storeOlder(
        range(1, 6).map((id) => build(id, { inboundWebhookUrl: `https://a.example/${'x'.repeat(1500)}` })),
      );
      const { stop } = conflictLikeAws(real.client, { heldMs: 2, injected: 0.1 });
      const change = async (id: number) => {
        const stored = await store.get(userId, id);
        if (!stored) return store.create(build(id, prompt(random.below(9))));
        if (random.chance(0.2)) return store.delete(stored);
        if (random.chance(0.2)) return store.switchOffWebhook(userId, id, stored.inboundWebhookUrl ?? '');
        return store.replace(stored, next(stored, prompt(random.below(9))));
      };
      for (let round = 0; round < 6; round += 1) {
        await Promise.all(range(1, 8).map(() => change(1 + random.below(10))));
        // Not measured before the first assistant is created.
        expect((await total()) ?? (await counted())).toEqual(await counted());
      }
      await store.create(build(777));
      stop();
      expect(await total()).toEqual(await counted());
    },
  );
});

describe('a list of an older release that is over the limits', () => {
  it('is measured if a request can read it: it shrinks, and does not grow', async () => {
    const { store, userId, build, storeOlder, total, counted } = setup();
    await storeOlder(range(1, 60).map((id) => build(id, prompt(100))));
    const one = build(1, prompt(100));
    await expect(store.create(build(99))).resolves.toBe('too_large');
    await expect(store.replace(one, next(one, prompt(102)))).resolves.toBe('too_large');
    await expect(store.replace(one, next(one, prompt(1)))).resolves.toBe('replaced');
    for (const id of range(2, 20)) await expect(store.delete(build(id, prompt(100)))).resolves.toBe('deleted');
    await expect(store.create(build(99))).resolves.toBe('created');
    expect(await total()).toEqual(await counted());
    expect(await store.listWhole(userId)).toHaveLength(41);
  });

  it('is read in pages, and shrinks until it can be measured, if a request cannot read it', async () => {
    const { store, userId, build, storeOlder, total, counted } = setup();
    await storeOlder(range(1, 140).map((id) => build(id, prompt(110))));
    await expect(store.listWhole(userId)).resolves.toBeUndefined();
    await expect(store.create(build(999))).resolves.toBe('too_large');
    const page = await store.list(userId, { page: 3, perPage: 50 });
    expect(page).toMatchObject({ total: 140 });
    expect(page.rows.map(({ id }) => id)).toEqual(range(1, 40).toReversed());
    await expect(store.list(userId, { page: 1, perPage: 140 })).rejects.toMatchObject({ code: 'answer_too_large' });
    const one = build(5, prompt(110));
    await expect(store.replace(one, next(one, prompt(50)))).resolves.toBe('replaced');
    for (const id of range(41, 99)) await store.delete(build(id, prompt(110)));
    await expect(total()).resolves.toBeUndefined();
    await expect(store.create(build(999))).resolves.toBe('created');
    expect(await total()).toEqual(await counted());
  });
});

describe('the assistant of a uuid', () => {
  it('is one read, however long the list is', async () => {
    const { real, userId, build, uuidOf } = setup();
    const meter = createMeter(real.client);
    const store = createDynamoDbAssistantStore({ ...real, client: meter.client });
    for (const id of range(1, 5)) await store.create(build(id, prompt(100)));
    meter.read();
    await expect(store.findByUuid(userId, uuidOf(3))).resolves.toBe(3);
    expect(meter.read()).toMatchObject({ requests: 1, findUnits: 1 });
    await expect(store.findByUuid(userId, uuidOf(9))).resolves.toBeUndefined();
    expect(meter.read()).toMatchObject({ requests: 2, findUnits: 2 });
    await expect(store.findByUuid(userId + 1_000_000, uuidOf(3))).resolves.toBeUndefined();
    await store.delete(build(3, prompt(100)));
    await expect(store.findByUuid(userId, uuidOf(3))).resolves.toBeUndefined();
  });

  it('is searched for once if an older release stored it, also after the list was measured', async () => {
    const { real, userId, build, uuidOf, storeOlder } = setup();
    const meter = createMeter(real.client);
    const store = createDynamoDbAssistantStore({ ...real, client: meter.client });
    await storeOlder(range(1, 30).map((id) => build(id, prompt(100))));
    await expect(store.findByUuid(userId, uuidOf(3))).resolves.toBe(3);
    await store.create(build(99));
    await expect(store.findByUuid(userId, uuidOf(4))).resolves.toBe(4);
    meter.read();
    for (const id of [3, 4, 99]) await expect(store.findByUuid(userId, uuidOf(id))).resolves.toBe(id);
    expect(meter.read()).toMatchObject({ requests: 3, findUnits: 3 });
  });
});

it('an assistant of an older release is found by its uuid in each part of a long list', async () => {
  const { userId, store, build, uuidOf, storeOlder } = setup();
  await storeOlder(range(1, 130).map((id) => build(id)));
  for (const id of [1, 49, 50, 51, 80, 81, 130]) await expect(store.findByUuid(userId, uuidOf(id))).resolves.toBe(id);
  await expect(store.findByUuid(userId, uuidOf(131))).resolves.toBeUndefined();
});

describe('the size of an assistant', () => {
  const texts = ['', 'Hello.', '"\\'.repeat(500), '\u0001\n'.repeat(300), 'ä€📞'.repeat(400), '\u2028'.repeat(100)];
  const records = texts.flatMap((text) => [
    { name: text, systemPrompt: text, initialMessage: text },
    { variables: { [text]: [text, 1.5, null, true, { deep: text }] } },
    { webhookUrl: `https://a.example/${text}`, inboundWebhookUrl: `https://b.example/${text}`, timezone: text },
    { postCallSchema: [{ name: 'a', type: 'string' as const, description: text }] },
    { tools: [{ type: 'end_call' as const, data: { description: text } }], phoneNumberId: Number.MAX_SAFE_INTEGER },
  ]);

  it.each(records)('is never less than that of its record in an answer of Lambda: %#', (changes) => {
    const assistant = buildAssistant({ id: Number.MAX_SAFE_INTEGER, version: 123_456, ...changes });
    const bytes = Buffer.byteLength(JSON.stringify(JSON.stringify(toAssistantRecord(assistant))));
    expect(kilobytesOf(assistant) * 1000).toBeGreaterThanOrEqual(bytes);
    expect(kilobytesOf(assistant) * 1000).toBeLessThan(bytes + 2500);
  });
});
