import { describe, expect, it } from 'vitest';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { createMeter } from '#test/bench/meter.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { createMemoryLeadStore } from '#test/support/memory/campaigns.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const number = (index: number) => `+1202555${String(index).padStart(4, '0')}`;
const next = (before: Lead, changes: Partial<Lead>): Lead => ({ ...before, ...changes, version: before.version + 1 });
const table = useTable();

describe.each(adapters(() => createMemoryLeadStore(), createDynamoDbLeadStore, table))(
  'secondary numbers of a campaign on $adapter',
  ({ create }) => {
    function setup() {
      const userId = newUserId();
      const store = create();
      const build = (id: number, main: number, others: number[], changes: Partial<Lead> = {}) => {
        const lead = buildLead({ userId, id, phoneNumber: number(main), ...changes });
        const contacts = others.map((other, index) =>
          buildSecondaryContact({
            userId,
            id: id * 100 + index,
            leadId: id,
            phoneNumber: number(other),
            countedIn: lead.campaignId,
          }),
        );
        return { lead: { ...lead, contactIds: contacts.map((contact) => contact.id) }, contacts };
      };
      const add = (...of: Parameters<typeof build>) => {
        const { lead, contacts } = build(...of);
        return store.create(lead, contacts);
      };
      /** As a release stored it that counted main numbers only. */
      const addOlder = async (...of: Parameters<typeof build>) => {
        const { lead, contacts } = build(...of);
        const older = contacts.map((contact): SecondaryContact => ({ ...contact, countedIn: undefined }));
        await expect(store.create(lead, older)).resolves.toBe('created');
        return { lead, contacts: older };
      };
      return { userId, store, build, add, addOlder };
    }

    it.each<[string, number, number[], string | object]>([
      ['the secondary number of another', 2, [], 'number_taken'],
      ['a secondary number that is the main number of another', 5, [1], { takenContacts: [number(1)] }],
      ['one of its secondary numbers', 5, [7, 3], { takenContacts: [number(3)] }],
      ['several of them', 5, [2, 7, 3], { takenContacts: [number(2), number(3)] }],
      ['its main number and a secondary one', 1, [2], 'number_taken'],
    ])('refuse a lead with %s', async (_, main, others, outcome) => {
      const { store, userId, add } = setup();
      await expect(add(1, 1, [2, 3])).resolves.toBe('created');
      await expect(add(2, main, others)).resolves.toEqual(outcome);
      await expect(store.get(userId, 2)).resolves.toBeUndefined();
      await expect(add(3, 5, [7])).resolves.toBe('created');
    });

    it('go to one of twenty leads at once, as main or as secondary number', async () => {
      const { add } = setup();
      const outcomes = await Promise.all(upTo(20).map((id) => (id % 2 ? add(id, 500, []) : add(id, id, [500]))));
      expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
    });

    it('are free in another campaign, and again when the lead is removed', async () => {
      const { store, build, add } = setup();
      const { lead, contacts } = build(1, 1, [2]);
      await store.create(lead, contacts);
      await expect(add(2, 2, [1], { campaignId: 4002 })).resolves.toBe('created');
      await store.remove(lead);
      await expect(add(3, 2, [1])).resolves.toBe('created');
    });

    it('may be had again with leave to have duplicates, and stay taken as long as one has them', async () => {
      const { store, build, add } = setup();
      const twice = build(2, 3, [2], { allowDuplicate: true });
      await add(1, 1, [2]);
      await expect(store.create(twice.lead, twice.contacts)).resolves.toBe('created');
      await store.remove(build(1, 1, [2]).lead);
      await expect(add(4, 2, [])).resolves.toBe('number_taken');
      await store.remove(twice.lead);
      await expect(add(4, 2, [])).resolves.toBe('created');
    });

    it('move to another campaign with their lead, or refuse the move', async () => {
      const { store, build, add } = setup();
      const { lead, contacts } = build(1, 1, [2, 3]);
      await store.create(lead, contacts);
      const moved = next(lead, { campaignId: 4002 });
      await add(5, 3, [], { campaignId: 4002 });
      await expect(store.replace(lead, moved)).resolves.toEqual({ takenContacts: [number(3)] });
      await expect(store.get(lead.userId, 1)).resolves.toEqual(lead);
      await store.remove(build(5, 3, [], { campaignId: 4002 }).lead);
      await expect(store.replace(lead, moved)).resolves.toBe('replaced');
      await expect(add(6, 2, [])).resolves.toBe('created');
      await expect(add(7, 2, [], { campaignId: 4002 })).resolves.toBe('number_taken');
      await store.remove(moved);
      await expect(add(7, 2, [3], { campaignId: 4002 })).resolves.toBe('created');
    });

    it('refuse the main number of another lead that changes', async () => {
      const { store, build, add } = setup();
      await add(1, 1, [2]);
      const { lead } = build(2, 5, []);
      await store.create(lead, []);
      await expect(store.replace(lead, next(lead, { phoneNumber: number(2) }))).resolves.toBe('number_taken');
    });

    describe('of an older release', () => {
      it('are not counted, and their lead leaves the counts as they are', async () => {
        const { store, add, addOlder } = setup();
        const older = await addOlder(1, 1, [2]);
        await expect(add(2, 2, [])).resolves.toBe('created');
        await store.remove(older.lead);
        await expect(add(3, 2, [])).resolves.toBe('number_taken');
        await expect(add(3, 1, [])).resolves.toBe('created');
      });

      it('are counted for one of the leads that are to call them', async () => {
        const { store, addOlder, add } = setup();
        const olders: Array<Awaited<ReturnType<typeof addOlder>>> = [];
        for (const id of upTo(5)) olders.push(await addOlder(id, id, [500]));
        const count = async ({ lead, contacts: [contact] }: (typeof olders)[number]) =>
          store.countContact(lead, contact!);
        const outcomes = await Promise.all(olders.map(count));
        expect(outcomes.toSorted()).toEqual(['counted', 'taken', 'taken', 'taken', 'taken']);
        const winner = olders[outcomes.indexOf('counted')]!;
        const [contact] = await store.listContacts(winner.lead);
        expect(contact).toEqual({ ...winner.contacts[0], countedIn: 4001 });
        await expect(count(winner)).resolves.toBe('conflict');
        await store.remove(winner.lead);
        await expect(add(9, 500, [])).resolves.toBe('created');
      });

      it('are counted when their lead moves', async () => {
        const { store, addOlder, add } = setup();
        const { lead } = await addOlder(1, 1, [2]);
        await store.replace(lead, next(lead, { campaignId: 4002 }));
        await expect(add(2, 2, [], { campaignId: 4002 })).resolves.toBe('number_taken');
        await expect(add(3, 2, [])).resolves.toBe('created');
      });
    });
  },
);

it.each([1, 2, 3])(
  'a campaign never has a number twice, whatever is added, moved and removed (seed %i)',
  async (seed) => {
    const random = createRandom(seed);
    const userId = newUserId();
    const store = createDynamoDbLeadStore(table.real());
    const leads = new Map<number, { lead: Lead; contacts: SecondaryContact[] }>();
    const isFree = (campaignId: number, wanted: string[], except?: number) =>
      [...leads.values()].every(
        ({ lead, contacts }) =>
          lead.id === except ||
          lead.campaignId !== campaignId ||
          ![lead, ...contacts].some(({ phoneNumber }) => wanted.includes(phoneNumber)),
      );
    const outcomes: Array<{ id: number; kind: string; free: boolean; done: boolean }> = [];
    for (let id = 1; id <= 80; id += 1) {
      const some = [...leads.values()];
      const kind = some.length === 0 ? 'add' : random.pick(['add', 'add', 'add', 'move', 'number', 'remove'] as const);
      if (kind === 'add') {
        const campaignId = random.pick([4001, 4002]);
        const [main, ...others] = new Set([0, 1, 2].slice(random.below(3)).map(() => number(random.below(30))));
        const lead = buildLead({ userId, id, campaignId, phoneNumber: main! });
        const contacts = others.map((phoneNumber, index) =>
          buildSecondaryContact({ userId, id: id * 10 + index, leadId: id, phoneNumber, countedIn: campaignId }),
        );
        const owner = { lead: { ...lead, contactIds: contacts.map((contact) => contact.id) }, contacts };
        const free = isFree(campaignId, [main!, ...others]);
        const outcome = await store.create(owner.lead, contacts);
        outcomes.push({ id, kind, free, done: outcome === 'created' });
        if (free) leads.set(id, owner);
        continue;
      }
      const { lead, contacts } = random.pick(some);
      if (kind === 'remove') {
        outcomes.push({ id, kind, free: true, done: (await store.remove(lead)) === 'removed' });
        leads.delete(lead.id);
        continue;
      }
      const change =
        kind === 'move' ? { campaignId: 8003 - lead.campaignId } : { phoneNumber: number(random.below(30)) };
      const after = next(lead, change);
      const wanted = kind === 'move' ? [lead, ...contacts].map((one) => one.phoneNumber) : [after.phoneNumber];
      const isOwn = kind === 'number' && contacts.some(({ phoneNumber }) => phoneNumber === after.phoneNumber);
      const free = !isOwn && isFree(after.campaignId, wanted, lead.id);
      const outcome = await store.replace(lead, after);
      outcomes.push({ id, kind, free, done: outcome === 'replaced' });
      if (free) leads.set(lead.id, { lead: after, contacts: await store.listContacts(after) });
    }
    expect(outcomes.filter(({ free, done }) => free !== done)).toEqual([]);
    expect(outcomes.filter(({ free }) => !free).length).toBeGreaterThan(5);
  },
);

describe('what counted secondary numbers cost', () => {
  const contactsOf = (userId: number, count: number) =>
    upTo(count).map((id) =>
      buildSecondaryContact({ userId, id, leadId: 1, phoneNumber: number(id + 200), countedIn: 4001 }),
    );

  it.each([
    { contacts: 0, created: 20, removed: 20, read: 0 },
    { contacts: 1, created: 24, removed: 24, read: 1 },
    { contacts: 10, created: 60, removed: 60, read: 1 },
  ])('is 2 write units for each when a lead is created and removed: %j', async ({ contacts: count, ...expected }) => {
    const userId = newUserId();
    const { client, read } = createMeter(table.client());
    const store = createDynamoDbLeadStore({ client, tableName: table.tableName });
    const contacts = contactsOf(userId, count);
    const lead = buildLead({ userId, id: 1, contactIds: contacts.map(({ id }) => id) });
    await store.create(lead, contacts);
    const created = read().writeUnits;
    await store.remove(lead);
    const { writeUnits: removed, findUnits, rowUnits } = read();
    expect({ created, removed, read: findUnits + rowUnits }).toEqual(expected);
  });
});

// The last test of the file: the faults stay.
it('one of many leads has a number, under conflicts and lost answers', async () => {
  const userId = newUserId();
  conflictLikeAws(table.client(), { heldMs: 5, injected: 0.1 });
  const losses = Array.from({ length: 2000 }, (_, index) => (index % 5 === 0 ? ('lost answer' as const) : undefined));
  injectFaults(table.client()).next(...losses);
  const store = createDynamoDbLeadStore(table.real());
  const attempt = async (id: number) => {
    const contact = buildSecondaryContact({ userId, id, leadId: id, phoneNumber: number(1), countedIn: 4001 });
    const lead = buildLead({ userId, id, phoneNumber: number(100 + id), contactIds: [id] });
    return id % 3 === 0
      ? store.create({ ...lead, phoneNumber: number(1), contactIds: [] }, [])
      : store.create(lead, [contact]);
  };
  const outcomes = await Promise.all(upTo(24).map(attempt));
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
  const winner = outcomes.indexOf('created') + 1;
  await expect(store.remove((await store.get(userId, winner))!)).resolves.toBe('removed');
  const again = await Promise.all(upTo(12).map((id) => attempt(id + 100)));
  expect(again.filter((outcome) => outcome === 'created')).toHaveLength(1);
});
