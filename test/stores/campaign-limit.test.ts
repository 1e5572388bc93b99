import { expect, it } from 'vitest';
import {
  countedCampaigns,
  createDynamoDbCampaignStore,
  MOST_CAMPAIGNS,
} from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { readTotal } from '#shared/platform/table/list-total.ts';
import { putAll } from '#shared/platform/table/write.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { conflictLikeAws } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

/** Campaigns as the release before stored them: without a total. */
async function setup({ older }: { older: number }) {
  const real = table.real();
  const userId = newUserId();
  const store = createDynamoDbCampaignStore(real);
  const build = (id: number) => buildCampaign({ userId, id });
  const items = Array.from({ length: older }, (_, index) => build(index + 1));
  await putAll(
    real,
    items.map((one) => ({ ...keys.campaign.key(userId, one.id), ...one })),
  );
  const total = async () => (await readTotal(real, countedCampaigns(real, userId))).size?.records;
  const add = (from: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => store.add(build(from + index))));
  return { real, userId, store, total, add };
}

it('the number of campaigns is never passed, and one that is deleted makes room at once, once', async () => {
  const { real, userId, store, total, add } = await setup({ older: MOST_CAMPAIGNS - 3 });
  const { stop } = conflictLikeAws(real.client, { heldMs: 2, injected: 0.1 });
  const outcomes = await add(5001, 8);
  expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3);
  expect(outcomes.filter((outcome) => outcome === 'too_many')).toHaveLength(5);
  // A request that comes twice.
  await Promise.all([store.markDeleted(userId, 1), store.markDeleted(userId, 1)]);
  await store.markDeleted(userId, 1);
  await store.remove(userId, 1);
  expect((await add(6001, 4)).filter((outcome) => outcome === 'added')).toHaveLength(1);
  stop();
  expect(await total()).toBe(MOST_CAMPAIGNS);
  expect(await store.list(userId)).toHaveLength(MOST_CAMPAIGNS);
});

it('a list of an older release with more campaigns is read whole, and shrinks', async () => {
  const { userId, store, total, add } = await setup({ older: MOST_CAMPAIGNS + 2 });
  expect(await add(5001, 1)).toEqual(['too_many']);
  expect(await store.list(userId)).toHaveLength(MOST_CAMPAIGNS + 2);
  for (const id of [1, 2, 3]) await store.markDeleted(userId, id);
  expect(await add(5001, 2)).toEqual(expect.arrayContaining(['added', 'too_many']));
  expect(await total()).toBe(MOST_CAMPAIGNS);
});
