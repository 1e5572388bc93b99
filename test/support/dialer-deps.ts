import { createMemoryCampaignStore } from '#shared/adapters/memory/memory-campaign-store.ts';
import { createMemoryDialerStore } from '#shared/adapters/memory/memory-dialer-store.ts';
import { createMemoryDialLine } from '#shared/adapters/memory/memory-dial-line.ts';
import { createMemoryDoNotCallStore } from '#shared/adapters/memory/memory-do-not-call-store.ts';
import { createMemoryLeadStore } from '#shared/adapters/memory/memory-lead-store.ts';
import { createMemoryTimer } from '#shared/adapters/memory/memory-timer.ts';
import type { Clock } from '#shared/ports/clock.ts';

/** What workers need for the calls of campaigns, with no campaign in it; people may be called at any hour. */
export function noCampaigns(clock: Clock, callsPerSecond = 1000) {
  const leads = createMemoryLeadStore();
  return {
    campaigns: createMemoryCampaignStore(),
    leads,
    dialer: createMemoryDialerStore(leads),
    dialLine: createMemoryDialLine({ callsPerSecond }),
    doNotCall: createMemoryDoNotCallStore(),
    timer: createMemoryTimer(clock),
    callingHours: { start: 0, end: 1440 },
    callTimeSpeed: 1,
  };
}
