import { describe, expect, it } from 'vitest';
import { leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import type { LeadFilter, Lead } from '#shared/campaigns/lead.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { putAll } from '#shared/platform/table/write.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { leadIndexItems } from '#test/stores/lead-index-items.ts';
import { buildLead } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { createMemoryLeadStore } from '#test/support/memory/campaigns.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { queryAll, useTable } from '#test/support/table.ts';

const table = useTable();
const { real } = table;
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 2, 1);

const startsOf = async (scope: string) => {
  const values = { ':pk': `${scope}#COUNT`, ':sk': 'GROUPS' };
  const condition = { KeyConditionExpression: 'pk = :pk AND sk = :sk', ExpressionAttributeValues: values };
  const [groups] = await queryAll(real(), condition);
  return (groups?.['starts'] ?? []) as number[];
};

/** The same operations on memory and on the table, and every list of both. */
function createPair(seed: number) {
  const random = createRandom(seed);
  const userId = newUserId();
  const memory = createMemoryLeadStore();
  const clock = { now: START };
  const stored = createDynamoDbLeadStore(real(), { group: 8, lookEvery: 1, now: () => clock.now });
  const leads: Lead[] = [];
  const pick = <One>(some: readonly One[]): One => some[random.below(some.length)]!;
  const both = async (act: (store: typeof stored) => Promise<unknown>) => {
    const outcomes = [await act(memory), await act(stored)];
    expect(outcomes[1]).toEqual(outcomes[0]);
  };
  const next = (before: Lead, changes: Partial<Lead>): Lead => ({ ...before, ...changes, version: before.version + 1 });
  const replace = async (before: Lead, after: Lead) => {
    await both((store) => store.replace(before, after));
    leads[leads.indexOf(before)] = after;
  };
  const step = async () => {
    // Some leads come at the same time, and most groups end long after they are full.
    clock.now += pick([0, 1, 20_000, 90_000, 3 * 3_600_000]);
    const kind =
      leads.length === 0 ? 'create' : pick(['create', 'create', 'create', 'status', 'status', 'move', 'remove']);
    if (kind === 'create') {
      const lead = buildLead({
        userId,
        id: firstRecordIdAt(clock.now) + random.below(4096),
        campaignId: pick([4001, 4002]),
        createdAt: clock.now,
        phoneNumber: `+1202555${String(random.below(300)).padStart(4, '0')}`,
        allowDuplicate: true,
      });
      if (leads.some(({ id }) => id === lead.id)) return;
      await both((store) => store.create(lead, []));
      leads.push(lead);
      return;
    }
    const lead = pick(leads);
    if (kind === 'status') await replace(lead, next(lead, { status: pick(leadStatuses) }));
    if (kind === 'move') await replace(lead, next(lead, { campaignId: pick([4001, 4002]) }));
    if (kind === 'remove') {
      await both((store) => store.remove(lead));
      leads.splice(leads.indexOf(lead), 1);
    }
  };
  const filter = (): LeadFilter => {
    const from = START + random.below(Math.max(1, clock.now - START));
    return {
      ...(random.chance(0.5) && { campaignId: pick([4001, 4002]) }),
      ...(random.chance(0.4) && { status: pick(leadStatuses) }),
      ...(random.chance(0.3) && { from }),
      ...(random.chance(0.3) && { before: from + random.below(DAY_MS) }),
      ...(random.chance(0.15) && { phoneDigits: String(random.below(100)) }),
      ...(random.chance(0.15) && { exceptCampaignIds: [4002] }),
    };
  };
  return { step, both, filter, random, userId, leads };
}

describe('lists of leads by groups', () => {
  it.each([1, 2])('are those of brute force, seed %d', async (seed) => {
    const { step, both, filter, random, userId, leads } = createPair(seed);
    for (let round = 0; round < 12; round += 1) {
      for (let count = 0; count < 20; count += 1) await step();
      for (let count = 0; count < 12; count += 1) {
        const beforeId = random.chance(0.4)
          ? (leads[random.below(leads.length)]?.id ?? 0) + random.below(2)
          : undefined;
        const [given, page] = [filter(), { page: 1 + random.below(6), perPage: 1 + random.below(9), beforeId }];
        await both((store) => store.list(userId, given, page));
        await both((store) => store.listWaitingIds(userId, given.campaignId ?? 4001, { ...page, page: 1 }));
        const ids = Array.from({ length: 5 }, () => leads[random.below(leads.length)]?.id ?? 0);
        await both((store) => store.getSome(userId, [...new Set([...ids, 12])]));
      }
    }
    // Otherwise the test has shown nothing.
    expect((await startsOf(keys.pageIndex.ofLeads(userId))).length).toBeGreaterThan(5);
  });

  it('are exact while leads change at the same time', async () => {
    const userId = newUserId();
    const store = createDynamoDbLeadStore(real(), { group: 10, lookEvery: 1, now: () => START });
    const leads = Array.from({ length: 30 }, (_, index) =>
      buildLead({
        userId,
        id: firstRecordIdAt(START + index * 90_000) + index,
        phoneNumber: `+120255501${10 + index}`,
      }),
    );
    await Promise.all(leads.map((lead) => store.create(lead, [])));
    const change = async (lead: Lead, statuses: LeadStatus[]) => {
      let before = lead;
      for (const status of statuses) {
        const after = { ...before, status, version: before.version + 1 };
        await expect(store.replace(before, after)).resolves.toBe('replaced');
        before = after;
      }
    };
    const looks = Array.from({ length: 20 }, () => store.list(userId, {}, { page: 2, perPage: 10 }));
    await Promise.all([...leads.map((lead) => change(lead, ['processing', 'rescheduled', 'completed'])), ...looks]);
    for (const { total, rows } of await Promise.all(looks)) {
      expect(total).toBe(30);
      expect(rows.map(({ lead }) => lead.id)).toEqual(
        leads
          .slice(10, 20)
          .toReversed()
          .map(({ id }) => id),
      );
    }
    const completed = await store.list(userId, { status: 'completed' }, { page: 1, perPage: 100 });
    expect([completed.total, completed.rows.length]).toEqual([30, 30]);
    await expect(store.list(userId, { status: 'processing' }, { page: 1, perPage: 5 })).resolves.toEqual({
      rows: [],
      total: 0,
    });
  });

  it('begin a group of their own after the old one is full, and only in the future', async () => {
    const userId = newUserId();
    const clock = { now: START };
    const store = createDynamoDbLeadStore(real(), { group: 2, lookEvery: 1, now: () => clock.now });
    const add = (ms: number) =>
      store.create(
        buildLead({ userId, id: firstRecordIdAt(START + ms), phoneNumber: `+12025550${100 + Math.floor(ms / 1000)}` }),
        [],
      );
    for (const ms of [0, 1000, 2000]) await add(ms);
    await expect(startsOf(keys.pageIndex.ofLeads(userId))).resolves.toEqual([firstRecordIdAt(START + 61_000)]);
    clock.now += 62_000;
    for (const ms of [3000, 62_000]) await add(ms);
    const { rows } = await store.list(userId, {}, { page: 1, perPage: 9 });
    expect(rows.map(({ lead }) => lead.id)).toEqual(
      [62, 3, 2, 1, 0].map((second) => firstRecordIdAt(START + second * 1000)),
    );
  });

  it('cost at most 25 read units and two rounds to find a page of 100,000, with any filter but a part of a number', async () => {
    const userId = newUserId();
    const ids = Array.from(
      { length: 100_000 },
      (_, index) => firstRecordIdAt(START + index * 60_000) + ((index * 7) % 4096),
    );
    await putAll(real(), leadIndexItems(keys.pageIndex.ofCampaignLeads(userId, 4001), ids));
    const { client, read } = createMeter(table.client());
    const store = createDynamoDbLeadStore({ client, tableName: table.tableName });
    const middle = START + 50_000 * 60_000;
    const filters: LeadFilter[] = [
      {},
      { status: 'created' },
      { status: 'blacklisted' },
      { from: START + 10_000 * 60_000, before: middle },
      { status: 'created', from: START + 10_000 * 60_000, before: middle },
    ];
    for (const filter of filters) {
      for (const page of [1, 500, 2000]) {
        await store.list(userId, { ...filter, campaignId: 4001 }, { page, perPage: 15 });
        const { findUnits, depth } = read();
        // The leads themselves are a third round, and their contacts a fourth.
        expect({ filter, page, depth: depth <= 3, isFlat: findUnits <= 25, findUnits }).toMatchObject({
          depth: true,
          isFlat: true,
        });
      }
    }
  });

  it('write six units more when a lead changes its status', async () => {
    const { client, read } = createMeter(table.client());
    const store = createDynamoDbLeadStore({ client, tableName: table.tableName });
    const lead = buildLead({ userId: newUserId(), id: firstRecordIdAt(START) });
    await store.create(lead, []);
    read();
    await store.replace(lead, { ...lead, status: 'completed', version: 2 });
    // The lead, its place among those of its status (two), and a bucket and a counter of each list; twice, in a transaction.
    expect(read().writeUnits).toBe(14);
  });

  // The last test of the file: the faults stay.
  it('count every lead once under conflicts and lost answers', async () => {
    const userId = newUserId();
    conflictLikeAws(table.client(), { heldMs: 5, injected: 0.1 });
    const losses = Array.from({ length: 2000 }, (_, index) => (index % 5 === 0 ? ('lost answer' as const) : undefined));
    injectFaults(table.client()).next(...losses);
    const store = createDynamoDbLeadStore(real());
    const leads = Array.from({ length: 24 }, (_, index) =>
      buildLead({ userId, id: firstRecordIdAt(START + index) + index, phoneNumber: `+120255502${10 + index}` }),
    );
    await Promise.all(
      leads.map(async (lead, index) => {
        await expect(store.create(lead, [])).resolves.toBe('created');
        const called = { ...lead, status: 'processing' as const, version: 2 };
        await expect(store.replace(lead, called)).resolves.toBe('replaced');
        if (index % 3 === 0) await store.remove(called);
      }),
    );
    const left = leads.filter((_, index) => index % 3 > 0).map(({ id }) => id);
    for (const filter of [{}, { status: 'processing' as const }, { campaignId: leads[0]!.campaignId }]) {
      const { rows, total } = await store.list(userId, filter, { page: 1, perPage: 100 });
      expect([total, rows.map(({ lead }) => lead.id)]).toEqual([16, left.toReversed()]);
    }
    await expect(store.list(userId, { status: 'created' }, { page: 1, perPage: 9 })).resolves.toMatchObject({
      total: 0,
    });
  });
});
