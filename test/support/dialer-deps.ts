import {
  createMemoryCampaignStore,
  createMemoryDialerStore,
  createMemoryDialQueue,
  createMemoryDoNotCallStore,
  createMemoryLeadStore,
} from '#test/support/memory/campaigns.ts';
import { createMemoryTimer } from '#test/support/memory/platform.ts';
import type { Clock } from '#shared/platform/clock.ts';

/** What workers need for the calls of campaigns, with no campaign in it; people may be called at any hour. */
export function noCampaigns(clock: Clock, callsPerSecond = 1000) {
  const leads = createMemoryLeadStore();
  return {
    campaigns: createMemoryCampaignStore(),
    leads,
    dialer: createMemoryDialerStore(leads),
    dialQueue: createMemoryDialQueue({ callsPerSecond }),
    doNotCall: createMemoryDoNotCallStore(),
    timer: createMemoryTimer(clock),
    callingHours: { start: 0, end: 1440 },
  };
}
