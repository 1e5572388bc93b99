import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { createDynamoDbCampaignStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { adapters } from '#test/stores/adapters.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { createMemoryCampaignStore } from '#test/support/memory/campaigns.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

describe.each(adapters(() => createMemoryCampaignStore(), createDynamoDbCampaignStore))(
  'campaign store on $adapter',
  ({ create }) => {
    it('returns what was added, to its user alone', async () => {
      const store = create();
      const campaign = buildCampaign({ userId: 1 });
      await expect(store.add(campaign)).resolves.toBe('added');
      await expect(store.get(1, campaign.id)).resolves.toEqual(campaign);
      await expect(store.get(2, campaign.id)).resolves.toBeUndefined();
    });

    it('refuses an id that is taken, and keeps what was there', async () => {
      const store = create();
      await store.add(buildCampaign({ userId: 3, name: 'first' }));
      await expect(store.add(buildCampaign({ userId: 3, name: 'second' }))).resolves.toBe('id_taken');
      await expect(store.list(3)).resolves.toEqual([buildCampaign({ userId: 3, name: 'first' })]);
    });

    it('replaces the version it knows, and only that one', async () => {
      const store = create();
      const before = buildCampaign({ userId: 5 });
      await expect(store.replace(before, { ...before, version: 2 })).resolves.toBe('conflict');
      await store.add(before);
      const after = { ...before, status: 'in-progress', updatedAt: before.updatedAt + 1, version: 2 } as const;
      await expect(store.replace(before, after)).resolves.toBe('replaced');
      await expect(store.replace(before, { ...after, name: 'late' })).resolves.toBe('conflict');
      await expect(store.get(5, before.id)).resolves.toEqual(after);
    });

    it('lists the campaigns that are in progress, of all users, as long as they are', async () => {
      const store = create();
      const ours = async () => (await store.listInProgress()).filter(({ userId }) => userId === 41 || userId === 42);
      const [one, other] = [buildCampaign({ userId: 41, id: 1 }), buildCampaign({ userId: 42, id: 2 })];
      for (const campaign of [one, other]) {
        await store.add(campaign);
        await store.replace(campaign, { ...campaign, status: 'in-progress', version: 2 });
      }
      await expect(ours()).resolves.toEqual([
        { userId: 41, campaignId: 1 },
        { userId: 42, campaignId: 2 },
      ]);
      // Four workers share them.
      const shares = await Promise.all([0, 1, 2, 3].map((worker) => store.listInProgress({ worker, workers: 4 })));
      const owners = shares.flatMap((share, worker) =>
        share.filter(({ userId }) => userId === 41 || userId === 42).map(() => worker),
      );
      expect(owners).toEqual([1, 2]);
      await store.replace({ ...one, status: 'in-progress', version: 2 }, { ...one, status: 'stopped', version: 3 });
      await store.markDeleted(42, 2);
      await expect(ours()).resolves.toEqual([{ userId: 42, campaignId: 2 }]);
      await store.remove(42, 2);
      await expect(ours()).resolves.toEqual([]);
    });

    it('lets one of many who replace the same version through', async () => {
      const store = create();
      const before = buildCampaign({ userId: 6 });
      await store.add(before);
      const outcomes = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => store.replace(before, { ...before, name, version: 2 })),
      );
      expect(outcomes.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'replaced']);
    });

    it('hides a deleted campaign at once, and removes it when told to', async () => {
      const store = create();
      const campaign = buildCampaign({ userId: 8 });
      for (const id of [4002, 4001]) await store.add({ ...campaign, id });
      await expect(store.list(8)).resolves.toMatchObject([{ id: 4001 }, { id: 4002 }]);
      await expect(store.markDeleted(9, campaign.id)).resolves.toBe('not_found');
      await store.remove(8, campaign.id);
      await expect(store.get(8, campaign.id)).resolves.toEqual(campaign);
      await expect(store.markDeleted(8, campaign.id)).resolves.toBe('marked');
      await expect(store.get(8, campaign.id)).resolves.toBeUndefined();
      await expect(store.list(8)).resolves.toMatchObject([{ id: 4002 }]);
      await expect(store.listDeleted(8)).resolves.toEqual([campaign.id]);
      await expect(store.getSome(8, [campaign.id, 999])).resolves.toEqual([]);
      await expect(store.replace(campaign, { ...campaign, version: 2 })).resolves.toBe('conflict');
      await expect(store.add(campaign)).resolves.toBe('id_taken');
      await expect(store.markDeleted(8, campaign.id)).resolves.toBe('marked');
      await store.remove(8, campaign.id);
      await expect(store.listDeleted(8)).resolves.toEqual([]);
      await expect(store.markDeleted(8, campaign.id)).resolves.toBe('not_found');
    });
  },
);

describe('a campaign from before there were rules', () => {
  const old = { id: 4001, userId: 20, name: 'Spring', createdAt: 1_780_000_000_000 };

  it('is read with the defaults, and can be replaced', async () => {
    const client = table.client();
    const store = createDynamoDbCampaignStore({ client, tableName: table.tableName });
    await client.send(new PutCommand({ TableName: table.tableName, Item: { ...keys.campaign.key(20, 4001), ...old } }));
    const read = await store.get(20, 4001);
    expect(read).toEqual(buildCampaign({ ...old, updatedAt: old.createdAt }));
    if (!read) return;
    await expect(store.replace(read, { ...read, status: 'stopped', version: 2 })).resolves.toBe('replaced');
    await expect(store.replace(read, { ...read, version: 2 })).resolves.toBe('conflict');
  });
});
