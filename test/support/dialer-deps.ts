import type { Clock } from '#shared/platform/clock.ts';
import {
  createMemoryCampaignStore,
  createMemoryDialerStore,
  createMemoryDoNotCallStore,
  createMemoryLeadStore,
} from '#test/support/memory/campaigns.ts';
import { createMemoryDialQueue, createMemoryLiveCalls, type MemoryLine } from '#test/support/memory/dial-queue.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { createMemoryTimer } from '#test/support/memory/platform.ts';

/** What workers need for the calls of campaigns, with no campaign in it; people may be called at any hour. */
export function noCampaigns(
  clock: Clock,
  line: MemoryLine = { entries: [], live: [], ofWidgets: [] },
  callsPerSecond = 1000,
) {
  const leads = createMemoryLeadStore();
  return {
    campaigns: createMemoryCampaignStore(),
    leads,
    dialer: createMemoryDialerStore(leads),
    dialQueue: createMemoryDialQueue({ callsPerSecond }, line),
    liveCalls: createMemoryLiveCalls(line),
    doNotCall: createMemoryDoNotCallStore(),
    timer: createMemoryTimer(clock),
    models: createMemoryModels(),
    callingHours: { start: 0, end: 1440 },
  };
}
