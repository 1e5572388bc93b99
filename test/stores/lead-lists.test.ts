import { describe, expect, it } from 'vitest';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import type { LeadFilter, Lead } from '#shared/campaigns/lead.ts';
import { firstRecordIdAt } from '#shared/platform/ids.ts';
import { adapters, newUserId } from '#test/stores/adapters.ts';
import { buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { createMemoryLeadStore } from '#test/support/memory/campaigns.ts';

const FIRST_DAY = Date.UTC(2026, 2, 1);
const DAY_MS = 86_400_000;
const everything = { page: 1, perPage: 100 };

describe.each(adapters(() => createMemoryLeadStore(), createDynamoDbLeadStore))(
  'lists of leads on $adapter',
  ({ create }) => {
    function setup() {
      const userId = newUserId();
      const store = create();
      /** Leads are numbered by the day of their creation. */
      const add = async (day: number, changes: Partial<Lead> = {}) => {
        const createdAt = FIRST_DAY + day * DAY_MS;
        const lead = buildLead({
          userId,
          id: firstRecordIdAt(createdAt) + 5,
          createdAt,
          phoneNumber: `+1202555${String(day).padStart(4, '0')}`,
          ...changes,
        });
        await expect(store.create(lead, [])).resolves.toBe('created');
        return lead;
      };
      const days = async (filter: LeadFilter = {}, page = everything) => {
        const { rows, total } = await store.list(userId, filter, page);
        return { days: rows.map(({ lead }) => (lead.createdAt - FIRST_DAY) / DAY_MS), total };
      };
      return { userId, store, add, days };
    }
    const next = (before: Lead, changes: Partial<Lead>): Lead => ({
      ...before,
      ...changes,
      version: before.version + 1,
    });

    it('leaves out the leads of any number of deleted campaigns', async () => {
      const { add, days } = setup();
      await add(1);
      await add(2, { campaignId: 5000 });
      const exceptCampaignIds = Array.from({ length: 400 }, (_, index) => 5000 + index);
      await expect(days({ exceptCampaignIds })).resolves.toEqual({ days: [1], total: 1 });
    });

    it('gives whole leads with their contacts in order, newest first', async () => {
      const { userId, store } = setup();
      const contacts = [12, 11].map((id) => buildSecondaryContact({ userId, id, leadId: 2 }));
      const older = buildLead({ userId, id: 1 });
      const newer = buildLead({ userId, id: 2, phoneNumber: '+12025550199', contactIds: [12, 11] });
      await store.create(older, []);
      await store.create(newer, contacts);
      await expect(store.list(userId, {}, everything)).resolves.toEqual({
        rows: [
          { lead: newer, contacts },
          { lead: older, contacts: [] },
        ],
        total: 2,
      });
    });

    it('shows no user the leads of another', async () => {
      const { userId, store, add } = setup();
      const lead = await add(0);
      await expect(store.get(userId + 1_000_000, lead.id)).resolves.toBeUndefined();
      await expect(store.listIds(userId + 1_000_000, lead.campaignId, 'created')).resolves.toEqual([]);
      for (const filter of [{}, { campaignId: 4001 }]) {
        await expect(store.list(userId + 1_000_000, filter, everything)).resolves.toEqual({ rows: [], total: 0 });
      }
    });

    it('gives page after page, and the whole number', async () => {
      const { add, days } = setup();
      for (const day of [0, 1, 2, 3, 4]) await add(day);
      await expect(days({}, { page: 1, perPage: 2 })).resolves.toEqual({ days: [4, 3], total: 5 });
      await expect(days({}, { page: 3, perPage: 2 })).resolves.toEqual({ days: [0], total: 5 });
      await expect(days({}, { page: 4, perPage: 2 })).resolves.toEqual({ days: [], total: 5 });
      await expect(days({}, { page: Number.MAX_SAFE_INTEGER, perPage: 100 })).resolves.toEqual({ days: [], total: 5 });
    });

    it.each<{ filter: LeadFilter; found: number[] }>([
      { filter: { campaignId: 4002 }, found: [3, 2] },
      { filter: { campaignId: 4002, status: 'completed' }, found: [3] },
      { filter: { status: 'completed' }, found: [3, 1] },
      { filter: { status: 'blacklisted' }, found: [] },
      { filter: { phoneDigits: '5550002' }, found: [2] },
      { filter: { phoneDigits: '12025550002' }, found: [2] },
      { filter: { phoneDigits: '000' }, found: [3, 2, 1, 0] },
      { filter: { phoneDigits: '000', campaignId: 4002 }, found: [3, 2] },
      { filter: { phoneDigits: '777' }, found: [] },
      { filter: { from: FIRST_DAY + DAY_MS }, found: [3, 2, 1] },
      { filter: { before: FIRST_DAY + 2 * DAY_MS }, found: [1, 0] },
      { filter: { from: FIRST_DAY + DAY_MS, before: FIRST_DAY + 2 * DAY_MS, campaignId: 4001 }, found: [1] },
      { filter: { from: FIRST_DAY + 3 * DAY_MS, before: FIRST_DAY }, found: [] },
      { filter: { from: Date.UTC(9999, 0, 1) }, found: [] },
      { filter: { from: 0, before: Date.UTC(9999, 0, 1) }, found: [3, 2, 1, 0] },
      { filter: { exceptCampaignIds: [4002, 4009] }, found: [1, 0] },
      { filter: { exceptCampaignIds: [4002], status: 'completed' }, found: [1] },
      { filter: { campaignId: 4002, exceptCampaignIds: [4002] }, found: [] },
    ])('lists by $filter', async ({ filter, found }) => {
      const { add, days } = setup();
      await add(0);
      await add(1, { status: 'completed' });
      await add(2, { campaignId: 4002 });
      await add(3, { campaignId: 4002, status: 'completed' });
      await expect(days(filter)).resolves.toEqual({ days: found, total: found.length });
    });

    it('follows a lead to its new status, number and campaign', async () => {
      const { userId, store, add, days } = setup();
      const lead = await add(0);
      const done = next(lead, { status: 'completed' });
      await store.replace(lead, done);
      await expect(days({ status: 'created' })).resolves.toMatchObject({ total: 0 });
      await expect(days({ campaignId: 4001, status: 'completed' })).resolves.toMatchObject({ total: 1 });
      const moved = next(done, { campaignId: 4002 });
      await store.replace(done, moved);
      await expect(days({ campaignId: 4001 })).resolves.toMatchObject({ total: 0 });
      await expect(days({ campaignId: 4002 })).resolves.toMatchObject({ total: 1 });
      await store.replace(moved, next(moved, { phoneNumber: '+12025559999' }));
      await expect(days({ phoneDigits: '9999' })).resolves.toMatchObject({ total: 1 });
      await expect(store.listIdsByNumber(userId, lead.phoneNumber)).resolves.toEqual([]);
      await expect(store.listIdsByNumber(userId, '+12025559999')).resolves.toEqual([lead.id]);
      await expect(days()).resolves.toMatchObject({ total: 1 });
    });

    it('finds the leads of a number in every campaign, and of its user alone', async () => {
      const { userId, store, add } = setup();
      const phoneNumber = '+12025557777';
      const one = await add(2, { phoneNumber });
      const other = await add(1, { phoneNumber, campaignId: 4002 });
      const again = await add(3, { phoneNumber, allowDuplicate: true });
      await add(4);
      await expect(store.listIdsByNumber(userId, phoneNumber)).resolves.toEqual([other.id, one.id, again.id]);
      await expect(store.listIdsByNumber(userId + 1_000_000, phoneNumber)).resolves.toEqual([]);
    });

    it('gives some leads of a campaign, the oldest, in whatever status', async () => {
      const { userId, store, add } = setup();
      await add(0, { campaignId: 4002 });
      const ids: number[] = [];
      for (const [index, status] of (['completed', 'created', 'blacklisted'] as const).entries()) {
        ids.push((await add(3 - index, { status })).id);
      }
      await expect(store.listSomeIds(userId, 4001, 2)).resolves.toEqual(ids.toReversed().slice(0, 2));
      await expect(store.listSomeIds(userId, 4001, 100)).resolves.toEqual(ids.toReversed());
    });

    describe('remove', () => {
      it('takes the lead and its contacts from everywhere, and frees its number', async () => {
        const { userId, store, days } = setup();
        const contactIds = Array.from({ length: 10 }, (_, index) => 50 + index);
        const contacts = contactIds.map((id) => buildSecondaryContact({ userId, id }));
        const lead = buildLead({ userId, contactIds });
        await store.create(lead, contacts);
        await expect(store.remove(lead)).resolves.toBe('removed');
        await expect(store.get(userId, lead.id)).resolves.toBeUndefined();
        await expect(store.listContacts(lead)).resolves.toEqual([]);
        await expect(days()).resolves.toMatchObject({ total: 0 });
        await expect(days({ campaignId: lead.campaignId })).resolves.toMatchObject({ total: 0 });
        await expect(store.listIds(userId, lead.campaignId, 'created')).resolves.toEqual([]);
        await expect(store.listIdsByNumber(userId, lead.phoneNumber)).resolves.toEqual([]);
        await expect(store.remove(lead)).resolves.toBe('conflict');
        await expect(store.replace(lead, next(lead, { status: 'completed' }))).resolves.toBe('conflict');
        await expect(store.create({ ...lead, id: 9, contactIds: [] }, [])).resolves.toBe('created');
      });

      it('leaves a lead that was changed meanwhile', async () => {
        const { userId, store, add } = setup();
        const lead = await add(0);
        const after = next(lead, { status: 'processing' });
        await store.replace(lead, after);
        await expect(store.remove(lead)).resolves.toBe('conflict');
        await expect(store.get(userId, lead.id)).resolves.toEqual(after);
        await expect(store.remove(after)).resolves.toBe('removed');
      });

      it('keeps a number taken that a duplicate has', async () => {
        const { store, add } = setup();
        const phoneNumber = '+12025557777';
        const one = await add(0, { phoneNumber });
        const other = await add(1, { phoneNumber, allowDuplicate: true });
        await store.remove(one);
        await expect(store.create({ ...one, id: 8 }, [])).resolves.toBe('number_taken');
        await store.remove(other);
        await expect(store.create({ ...one, id: 8 }, [])).resolves.toBe('created');
      });
    });
  },
);
