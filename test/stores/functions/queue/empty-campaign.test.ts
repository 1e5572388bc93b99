import { expect, it } from 'vitest';
import { handler } from '#functions/queue/empty-campaign.ts';
import { createDynamoDbCampaignStore } from '#shared/campaigns/dynamodb-campaign-stores.ts';
import { createDynamoDbLeadStore } from '#shared/campaigns/dynamodb-lead-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { queryAll, useTable } from '#test/support/table.ts';

const table = useTable();
let lastUserId = 0;

async function setup(count: number) {
  lastUserId += 1;
  const userId = lastUserId;
  const real = table.real();
  const deps = {
    campaigns: createDynamoDbCampaignStore(real),
    leads: createDynamoDbLeadStore(real),
    queue: createMemoryQueue(),
  };
  await deps.campaigns.add(buildCampaign({ userId }));
  const lead = (index: number) =>
    buildLead({
      userId,
      id: index,
      phoneNumber: `+1202555${String(index).padStart(4, '0')}`,
      contactIds: [100_000 + index],
      status: index % 2 === 0 ? 'created' : 'processing',
    });
  for (let index = 1; index <= count; index += 1) {
    const contact = buildSecondaryContact({ userId, id: 100_000 + index, leadId: index });
    await deps.leads.create(lead(index), [contact]);
  }
  const message = { userId, campaignId: 4001 };
  const work = () => handler.with(deps, createMemoryDeadLetters())(sqsEvent(message));
  /** Works until no message is sent. Returns the number of rounds. */
  const workOn = async () => {
    for (let rounds = 1; ; rounds += 1) {
      deps.queue.sent.length = 0;
      await expect(work()).resolves.toEqual({ batchItemFailures: [] });
      if (deps.queue.sent.length === 0) return rounds;
      expect(deps.queue.sent).toEqual([{ queue: 'empty-campaign', message, options: { groupId: String(userId) } }]);
    }
  };
  const left = async (pk: string) =>
    (await queryAll(real, { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } })).length;
  return { userId, deps, lead, work, workOn, left };
}

it('removes every lead with everything of it, part by part, and then the campaign', async () => {
  const { userId, deps, workOn, left } = await setup(620);
  await deps.campaigns.markDeleted(userId, 4001);
  const rounds = await workOn();
  expect(rounds).toBeGreaterThan(2);
  const partitions = [
    keys.lead.partition(userId),
    keys.leadContact.partition(userId),
    keys.leadRow.partition(userId),
    keys.leadRowOfCampaign.partition(userId, 4001),
    keys.campaignLead.partition(userId, 4001),
    keys.campaignNumber(userId, 4001, '').pk,
    keys.leadOfNumber.partition(userId, '+12025550001'),
    keys.campaign.partition(userId),
  ];
  const counts = await Promise.all(partitions.map(left));
  expect(counts).toEqual(partitions.map(() => 0));
}, 60_000);

it('leaves alone a campaign that was not deleted after all', async () => {
  const { userId, deps, workOn } = await setup(2);
  expect(await workOn()).toBe(1);
  await expect(deps.campaigns.get(userId, 4001)).resolves.toBeDefined();
  await expect(deps.leads.get(userId, 1)).resolves.toBeDefined();
});

it('leaves the leads of other campaigns', async () => {
  const { userId, deps, workOn } = await setup(2);
  const other = buildLead({ userId, id: 50, campaignId: 4002 });
  await deps.leads.create(other, []);
  await deps.campaigns.markDeleted(userId, 4001);
  await workOn();
  await expect(deps.leads.get(userId, 50)).resolves.toEqual(other);
});

it('removes a lead that the dialer changes meanwhile', async () => {
  const { userId, deps, lead, workOn } = await setup(1);
  const { remove } = deps.leads;
  deps.leads.remove = async (read) => {
    deps.leads.remove = remove;
    await deps.leads.replace(read, { ...lead(1), status: 'completed', version: 2 });
    return remove(read);
  };
  await deps.campaigns.markDeleted(userId, 4001);
  await workOn();
  await expect(deps.leads.get(userId, 1)).resolves.toBeUndefined();
});
