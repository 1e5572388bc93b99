import { describe, expect, it } from 'vitest';
import { createDynamoDbCampaignStore } from '#shared/adapters/dynamodb/dynamodb-campaign-store.ts';
import { createMemoryCampaignStore } from '#shared/adapters/memory/memory-campaign-store.ts';
import { buildCampaign } from '#test/support/account-builders.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

describe.each([
  { adapter: 'memory', create: () => createMemoryCampaignStore() },
  {
    adapter: 'dynamodb',
    create: () => createDynamoDbCampaignStore({ client: table.client(), tableName: table.tableName }),
  },
])('campaign store on $adapter', ({ create }) => {
  it('gives back what was added, to its user alone', async () => {
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

  it('lists the oldest first', async () => {
    const store = create();
    await store.add(buildCampaign({ userId: 4, id: 20 }));
    await store.add(buildCampaign({ userId: 4, id: 3 }));
    const ids = (await store.list(4)).map((campaign) => campaign.id);
    expect(ids).toEqual([3, 20]);
  });
});
