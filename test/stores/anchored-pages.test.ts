import { expect, it } from 'vitest';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { createDynamoDbDoNotCallStore } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import type { PageRequest } from '#shared/platform/http/lists.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { removeSms } from '#shared/sms/dynamodb-sms-index.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createCalls, storeHeads } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall, buildDoNotCallEntry, buildLead, buildSms } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const START = Date.UTC(2026, 2, 1);

interface Subject {
  /** One of the second. Its id, or that of its position. */
  add(second: number): Promise<number>;
  remove(second: number): Promise<unknown>;
  ids(page: PageRequest): Promise<{ ids: number[]; total: number }>;
}

const idAt = (second: number) => firstRecordIdAt(START + second * 1000);
const numberAt = (second: number) => `+1202555${String(second).padStart(4, '0')}`;

const subjects: Record<string, (userId: number) => Subject> = {
  assistants(userId) {
    const store = createDynamoDbAssistantStore(table.real(), { newest: 3, block: 5 });
    return {
      async add(second) {
        await store.create(buildAssistant({ userId, id: idAt(second) }));
        return idAt(second);
      },
      remove: (second) => store.delete(buildAssistant({ userId, id: idAt(second) })),
      async ids(page) {
        const { rows, total } = await store.list(userId, page);
        return { ids: rows.map(({ id }) => id), total };
      },
    };
  },
  leads(userId) {
    const store = createDynamoDbLeadStore(table.real(), { group: 4, lookEvery: 1, now: () => START });
    const leadAt = (second: number) => buildLead({ userId, id: idAt(second), phoneNumber: numberAt(second) });
    return {
      async add(second) {
        await store.create(leadAt(second), []);
        return idAt(second);
      },
      remove: (second) => store.remove(leadAt(second)),
      async ids(page) {
        const { rows, total } = await store.list(userId, { status: 'created', campaignId: 4001 }, page);
        return { ids: rows.map(({ lead }) => lead.id), total };
      },
    };
  },
  calls(userId) {
    const store = createCalls(table.real());
    const callAt = (second: number) => buildCall({ userId, id: idAt(second), status: 'completed', hold: 0 });
    return {
      async add(second) {
        await storeHeads(table.real(), [callAt(second)]);
        return idAt(second);
      },
      remove: (second) => store.remove({ userId, callId: idAt(second) }, Date.now()),
      async ids(page) {
        const { rows, total } = await store.list(userId, { status: 'completed' }, page);
        return { ids: rows.map(({ call }) => call.id), total };
      },
    };
  },
  sms(userId) {
    const sizes = { block: 4, blocksAtOnce: 2, notes: 3 };
    const list = createDynamoDbSmsList(table.real(), { sizes, now: () => START + 7_200_000 });
    return {
      async add(second) {
        const sms = buildSms({ userId, id: idAt(second), status: 'sent' });
        await put(table.real(), { ...keys.sms.key(userId, sms.id), ...sms });
        return sms.id;
      },
      remove: (second) => removeSms(table.real(), { userId, id: idAt(second) }),
      async ids(page) {
        const { rows, total } = await list.list(userId, { status: 'sent' }, page);
        return { ids: rows.map(({ id }) => id), total };
      },
    };
  },
  'do-not-call entries'(userId) {
    const store = createDynamoDbDoNotCallStore(table.real(), async () => ['key'], { newest: 3, block: 5, shards: 2 });
    const everything = { page: 1, perPage: 1000 };
    return {
      async add(second) {
        const entry = { userId, phoneNumber: numberAt(second), createdAt: START + second * 1000 };
        await store.add(buildDoNotCallEntry(entry));
        const { rows } = await store.list(userId, everything);
        return rows.find(({ phoneNumber }) => phoneNumber === numberAt(second))!.id;
      },
      remove: (second) => store.remove(userId, numberAt(second)),
      async ids(page) {
        const { rows, total } = await store.list(userId, page);
        return { ids: rows.map(({ id }) => id), total };
      },
    };
  },
};

it.each(Object.keys(subjects).flatMap((name) => [1, 2].map((seed) => ({ name, seed }))))(
  'a reader of $name by anchors sees each that exists all the time once, in order (seed $seed)',
  async ({ name, seed }) => {
    const random = createRandom(seed);
    const { add, remove, ids } = subjects[name]!(newUserId());
    const present = new Map<number, number>();
    let next = 0;
    const addNext = async () => {
      next += 1;
      present.set(next, await add(next));
    };
    for (let count = 0; count < 24; count += 1) await addNext();
    const throughout = new Set(present.values());
    const seen: number[] = [];
    for (let beforeId: number | undefined; ;) {
      const { ids: page, total } = await ids({ page: 1, perPage: 3, beforeId });
      expect(total).toBe([...present.values()].filter((id) => id < (beforeId ?? Infinity)).length);
      seen.push(...page);
      if (total <= 3) break;
      beforeId = page.at(-1);
      for (let change = random.below(4); change > 0; change -= 1) {
        if (random.chance(0.5)) await addNext();
        // The anchor itself is removed, too.
        const second = random.chance(0.3) ? secondOf(present, beforeId) : random.pick([...present.keys()]);
        if (second === undefined || random.chance(0.4)) continue;
        throughout.delete(present.get(second)!);
        present.delete(second);
        await remove(second);
      }
    }
    expect(seen).toEqual(seen.toSorted((one, other) => other - one));
    expect(new Set(seen).size).toBe(seen.length);
    expect([...throughout].filter((id) => !seen.includes(id))).toEqual([]);
    // Otherwise the test has shown nothing.
    expect([next > 24, throughout.size < 24]).toEqual([true, true]);
  },
);

const secondOf = (present: ReadonlyMap<number, number>, wanted: number | undefined) =>
  [...present].find(([, id]) => id === wanted)?.[0];
