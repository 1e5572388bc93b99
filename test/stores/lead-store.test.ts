import { describe, expect, it } from 'vitest';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { createMemoryLeadStore } from '#test/support/memory/campaigns.ts';

const next = (before: Lead, changes: Partial<Lead>): Lead => ({ ...before, ...changes, version: before.version + 1 });
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe.each(adapters(() => createMemoryLeadStore(), createDynamoDbLeadStore))(
  'lead store on $adapter',
  ({ create }) => {
    function setup() {
      const userId = newUserId();
      const store = create();
      const build = (changes: Partial<Lead> = {}) => buildLead({ userId, ...changes });
      const contact = (changes: Partial<SecondaryContact> = {}) => buildSecondaryContact({ userId, ...changes });
      const add = async (changes: Partial<Lead> = {}) => {
        const lead = build(changes);
        await expect(store.create(lead, [])).resolves.toBe('created');
        return lead;
      };
      return { userId, store, build, contact, add };
    }

    describe('create', () => {
      it('stores the lead and its contacts, in the order of the lead', async () => {
        const { store, build, contact, userId } = setup();
        const variables = { customer_name: 'Ada', constructor: 1, nested: { list: [1.5, null, true, { '': 1e300 }] } };
        const lead = build({ contactIds: [6103, 6102], variables });
        const contacts = [contact({ id: 6103 }), contact({ id: 6102, phoneNumber: '+12025550103', variables })];
        await expect(store.create(lead, contacts)).resolves.toBe('created');
        await expect(store.get(userId, lead.id)).resolves.toEqual(lead);
        await expect(store.listContacts(lead)).resolves.toEqual(contacts);
      });

      it('gives each lead its own contacts, even where their ids mix', async () => {
        const { store, build, contact } = setup();
        const one = build({ id: 1, contactIds: [11, 13] });
        const other = build({ id: 2, contactIds: [12, 14], phoneNumber: '+12025550104' });
        await store.create(one, [contact({ id: 11, leadId: 1 }), contact({ id: 13, leadId: 1 })]);
        await store.create(other, [contact({ id: 12, leadId: 2 }), contact({ id: 14, leadId: 2 })]);
        const idsOf = async (lead: Lead) => (await store.listContacts(lead)).map(({ id }) => id);
        expect([await idsOf(one), await idsOf(other)]).toEqual([
          [11, 13],
          [12, 14],
        ]);
        await expect(store.listContacts(build({ id: 3 }))).resolves.toEqual([]);
      });

      it('holds a lead and ten contacts whose variables are as large as they may be', async () => {
        const { store, userId, build, contact } = setup();
        const variables = { text: 'ä'.repeat(65_000) };
        const contacts = upTo(10).map((id) => contact({ id, variables }));
        const lead = build({ contactIds: upTo(10), variables });
        await expect(store.create(lead, contacts)).resolves.toBe('created');
        await expect(store.get(userId, lead.id)).resolves.toEqual(lead);
        await expect(store.listContacts(lead)).resolves.toEqual(contacts);
      });

      it('stores nothing when an id of the lead or of one contact is taken', async () => {
        const { store, userId, build, contact } = setup();
        const first = build({ id: 1, contactIds: [11] });
        await store.create(first, [contact({ id: 11, leadId: 1 })]);
        const second = { phoneNumber: '+12025550105', contactIds: [12, 11] };
        const contacts = [contact({ id: 12 }), contact({ id: 11 })];
        await expect(store.create(build({ id: 2, ...second }), contacts)).resolves.toBe('id_taken');
        await expect(store.create(build({ id: 1, ...second }), [contact({ id: 12 })])).resolves.toBe('id_taken');
        await expect(store.get(userId, 1)).resolves.toEqual(first);
        await expect(store.get(userId, 2)).resolves.toBeUndefined();
        await expect(store.listContacts(build({ contactIds: [12] }))).resolves.toEqual([]);
        await expect(store.listIds(userId, 4001, 'created')).resolves.toEqual([1]);
        await expect(store.create(build({ id: 2, ...second, contactIds: [] }), [])).resolves.toBe('created');
      });
    });

    describe('a number that a campaign has', () => {
      it('is refused with everything that comes with it', async () => {
        const { store, userId, build, contact, add } = setup();
        await add({ id: 1 });
        const second = build({ id: 2, contactIds: [21] });
        await expect(store.create(second, [contact({ id: 21 })])).resolves.toBe('number_taken');
        await expect(store.get(userId, 2)).resolves.toBeUndefined();
        await expect(store.listContacts(second)).resolves.toEqual([]);
        await expect(store.listIds(userId, 4001, 'created')).resolves.toEqual([1]);
      });

      it('goes to one of twenty leads that are created at once', async () => {
        const { store, userId, build } = setup();
        const outcomes = await Promise.all(upTo(20).map((id) => store.create(build({ id }), [])));
        expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'number_taken')).toHaveLength(19);
        const winner = outcomes.indexOf('created') + 1;
        await expect(store.listIds(userId, 4001, 'created')).resolves.toEqual([winner]);
      });

      it('is free in another campaign, and for another user', async () => {
        const { store, build, add } = setup();
        await add({ id: 1 });
        await expect(store.create(build({ id: 2, campaignId: 4002 }), [])).resolves.toBe('created');
        await expect(store.create(build({ id: 1, userId: newUserId() }), [])).resolves.toBe('created');
      });

      it('may be had again by leads that allow duplicates, twenty at once', async () => {
        const { store, userId, build, add } = setup();
        await add({ id: 50 });
        const create = (id: number) => store.create(build({ id, allowDuplicate: true }), []);
        const outcomes = await Promise.all(upTo(20).map(create));
        expect(new Set(outcomes)).toEqual(new Set(['created']));
        await expect(store.listIds(userId, 4001, 'created')).resolves.toEqual([...upTo(20), 50]);
      });

      it('stays taken as long as one lead has it, duplicate or not', async () => {
        const { store, build, add } = setup();
        const one = await add({ id: 1, allowDuplicate: true });
        const other = await add({ id: 2, allowDuplicate: true });
        const attempt = (id: number) => store.create(build({ id }), []);
        await expect(attempt(3)).resolves.toBe('number_taken');
        await store.replace(one, next(one, { phoneNumber: '+12025550111' }));
        await expect(attempt(3)).resolves.toBe('number_taken');
        await store.replace(other, next(other, { campaignId: 4002 }));
        await expect(attempt(3)).resolves.toBe('created');
      });
    });

    describe('replace', () => {
      it('moves to another number and back', async () => {
        const { store, build, add } = setup();
        const first = await add({ id: 1 });
        const second = next(first, { phoneNumber: '+12025550112' });
        await expect(store.replace(first, second)).resolves.toBe('replaced');
        await expect(store.create(build({ id: 2, phoneNumber: '+12025550112' }), [])).resolves.toBe('number_taken');
        await expect(store.replace(second, next(second, { phoneNumber: first.phoneNumber }))).resolves.toBe('replaced');
        await expect(store.create(build({ id: 2, phoneNumber: '+12025550112' }), [])).resolves.toBe('created');
        await expect(store.create(build({ id: 3 }), [])).resolves.toBe('number_taken');
      });

      it('changes nothing when the number is that of another lead', async () => {
        const { store, userId, add, build } = setup();
        const before = await add({ id: 1 });
        await add({ id: 2, phoneNumber: '+12025550113' });
        const after = next(before, { phoneNumber: '+12025550113', status: 'completed' });
        await expect(store.replace(before, after)).resolves.toBe('number_taken');
        await expect(store.get(userId, 1)).resolves.toEqual(before);
        await expect(store.listIds(userId, 4001, 'created')).resolves.toEqual([1, 2]);
        await expect(store.create(build({ id: 3 }), [])).resolves.toBe('number_taken');
      });

      it('lets a lead that allows duplicates take the number of another', async () => {
        const { store, add } = setup();
        const before = await add({ id: 1, allowDuplicate: true });
        await add({ id: 2, phoneNumber: '+12025550113' });
        const after = next(before, { phoneNumber: '+12025550113' });
        await expect(store.replace(before, after)).resolves.toBe('replaced');
      });

      it('assigns a number to one of two leads that move to it at once', async () => {
        const { store, add } = setup();
        const leads = await Promise.all(upTo(6).map((id) => add({ id, phoneNumber: `+1202555020${id}` })));
        const move = (lead: Lead) => store.replace(lead, next(lead, { phoneNumber: '+12025550301' }));
        const outcomes = await Promise.all(leads.map(move));
        expect(outcomes.filter((outcome) => outcome === 'replaced')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'number_taken')).toHaveLength(5);
      });

      it('lets one of many changes of the same version through', async () => {
        const { store, userId, build, add } = setup();
        const before = await add();
        const change = (index: number) =>
          store.replace(before, next(before, { phoneNumber: `+1202555040${index}`, variables: { index } }));
        const outcomes = await Promise.all(upTo(5).map(change));
        expect(outcomes.filter((outcome) => outcome === 'replaced')).toHaveLength(1);
        expect(outcomes.filter((outcome) => outcome === 'conflict')).toHaveLength(4);
        const winner = outcomes.indexOf('replaced') + 1;
        await expect(store.get(userId, before.id)).resolves.toMatchObject({ variables: { index: winner } });
        const free = await Promise.all(
          upTo(5).map((index) => store.create(build({ id: index, phoneNumber: `+1202555040${index}` }), [])),
        );
        expect(free.indexOf('number_taken') + 1).toBe(winner);
        expect(free.filter((outcome) => outcome === 'created')).toHaveLength(4);
      });
    });

    it('lists the leads of a campaign by status, oldest first', async () => {
      const { store, userId, add } = setup();
      for (const id of [30, 7, 1000]) await add({ id, phoneNumber: `+1202555${String(id).padStart(4, '0')}` });
      await add({ id: 8, status: 'completed', phoneNumber: '+12025550501' });
      await add({ id: 9, campaignId: 40011, phoneNumber: '+12025550502' });
      await expect(store.listIds(userId, 4001, 'created')).resolves.toEqual([7, 30, 1000]);
      await expect(store.listIds(userId, 4001, 'completed')).resolves.toEqual([8]);
      await expect(store.listIds(userId, 4001, 'reached-max-retries')).resolves.toEqual([]);
    });
  },
);
