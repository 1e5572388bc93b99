import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { createRandomIds } from '#shared/platform/ids.ts';
import { buildAssistant, buildCampaign, buildPhoneNumber, buildUser } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import {
  createMemoryAssistantStore,
  createMemoryPhoneNumberStore,
  createMemoryUserStore,
} from '#test/support/memory/accounts.ts';
import { createMemoryWallets, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import {
  createMemoryCampaignStore,
  createMemoryDoNotCallStore,
  createMemoryLeadStore,
} from '#test/support/memory/campaigns.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';

export const userId = 7;
export const OUTBOUND = 2001;
export const INBOUND = 2002;

/** What the endpoints of campaigns, leads and the do-not-call list work on: user 7 with an assistant of each type, a number and some money. */
export async function campaignDeps(
  parts: { campaigns?: Campaign[]; leads?: Lead[]; contacts?: SecondaryContact[] } = {},
) {
  const clock = createFixedClock();
  const money = createMemoryWallets();
  const users = createMemoryUserStore(money);
  const { id: _, ...account } = buildUser();
  // Ids are given out in order.
  for (let id = 1; id <= userId; id += 1) await users.create(account);
  money.wallets.set(userId, { balance: 5_000_000, available: 4_000_000 });
  return {
    money,
    users,
    wallets: createMemoryWalletStore(money),
    assistants: createMemoryAssistantStore([
      buildAssistant({ id: OUTBOUND }),
      buildAssistant({ id: INBOUND, type: 'inbound' }),
    ]),
    phoneNumbers: createMemoryPhoneNumberStore([buildPhoneNumber()]),
    campaigns: createMemoryCampaignStore(parts.campaigns ?? [buildCampaign({ assistantId: OUTBOUND })]),
    leads: createMemoryLeadStore(parts.leads ?? [], parts.contacts ?? []),
    doNotCall: createMemoryDoNotCallStore(),
    queue: createMemoryQueue(),
    clock,
    ids: createRandomIds(clock),
    idempotency: createMemoryIdempotencyStore(),
  };
}
