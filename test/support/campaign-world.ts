import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import type { DialerDeps } from '#shared/campaigns/dialler.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCampaign, buildLead, buildPhoneNumber } from '#test/support/builders.ts';
import { noCampaigns } from '#test/support/dialer-deps.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import {
  createMemoryAssistantStore,
  createMemoryPhoneNumberStore,
  createMemoryUserStore,
} from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';

interface CampaignWorldParts {
  campaign?: Partial<Campaign>;
  assistant?: Partial<Assistant>;
  leads?: Array<Partial<Lead>>;
  balance?: number;
}

export const campaignKey = { userId: 7, campaignId: 4001 };

/** User 7 with a campaign in progress, its leads, and everything that calls them; Tuesday noon in Washington is 16:00 UTC. */
export async function createCampaignWorld(parts: CampaignWorldParts = {}) {
  const clock = createFixedClock(Date.UTC(2026, 5, 30, 16, 0, 0));
  const observers = createObservers();
  const calls = createMemoryCallStore();
  const { balance = 100_000_000, leads: wanted = [{}] } = parts;
  calls.state.wallets.set(7, { balance, available: balance });
  const numbers = [1, 2].map((id) => buildPhoneNumber({ id, userId: 7, phoneNumber: `+1202555000${id}` }));
  const campaign = buildCampaign({ assistantId: 2001, status: 'in-progress', ...parts.campaign });
  let drawn = 0;
  const base = noCampaigns(clock, calls.line);
  calls.line.leads = base.leads;
  const deps = {
    ...base,
    calls,
    assistants: createMemoryAssistantStore([buildAssistant({ userId: 7, ...parts.assistant })]),
    phoneNumbers: createMemoryPhoneNumberStore(numbers),
    users: createMemoryUserStore(calls.state),
    wallets: createMemoryWalletStore(calls.state),
    carrier: createMemoryCarrier(),
    queue: createMemoryQueue(),
    clock,
    ids: { recordId: () => createRecordId(clock.now(), () => (drawn += 1) / 4096), uuid: () => 'uuid' },
    logger: observers.logger,
    metrics: observers.metrics,
  } satisfies DialerDeps;
  await deps.campaigns.add(campaign);
  const leads = wanted.map((changes, index) =>
    buildLead({ id: 6001 + index, phoneNumber: `+120255501${String(index).padStart(2, '0')}`, ...changes }),
  );
  for (const lead of leads) await deps.leads.create(lead, []);
  return {
    deps,
    clock,
    observers,
    leads,
    lead: async (index = 0) => (await deps.leads.get(7, leads[index]?.id ?? 0)) ?? leads[index],
    campaign: () => deps.campaigns.get(7, campaign.id),
    callsOf: async () => {
      const page = await deps.calls.list(7, { campaignId: campaign.id }, { page: 1, perPage: 100 });
      const ids = page.rows.map(({ call }) => call.id).toReversed();
      return (await Promise.all(ids.map((callId) => deps.calls.get({ userId: 7, callId })))).map((call) => call!);
    },
  };
}
