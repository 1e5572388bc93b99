import {
  createMemoryCampaignStore,
  createMemoryDoNotCallStore,
  createMemoryLeadStore,
} from '#test/support/memory/campaigns.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { createRandomIds } from '#shared/adapters/system/random-ids.ts';
import type { Lead, SecondaryContact } from '#shared/domain/lead/lead.ts';
import { buildCampaign } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';

/** What the endpoints of leads work on: user 7 with two campaigns, and one of somebody else. */
export function leadDeps(leads: Lead[] = [], contacts: SecondaryContact[] = []) {
  const clock = createFixedClock();
  const campaigns = createMemoryCampaignStore([
    buildCampaign(),
    buildCampaign({ id: 4002, name: 'Autumn' }),
    buildCampaign({ id: 4003, userId: 8 }),
  ]);
  return {
    leads: createMemoryLeadStore(leads, contacts),
    campaigns,
    doNotCall: createMemoryDoNotCallStore(),
    queue: createMemoryQueue(),
    clock,
    ids: createRandomIds(clock),
    idempotency: createMemoryIdempotencyStore(),
  };
}
