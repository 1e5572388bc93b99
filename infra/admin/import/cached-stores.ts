import type { CampaignStore } from '#shared/campaigns/campaign.ts';
import type { DoNotCallStore } from '#shared/do-not-call/do-not-call.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

const INTERVAL_MS = 1000;

interface ThrottledQueue extends Queue {
  /** Sends the last message that was held back. */
  flush(): Promise<void>;
}

/** Sends at most one message per second: the dialer needs one for all new leads. */
export function createThrottledQueue(queue: Queue): ThrottledQueue {
  let sentAt = Number.NEGATIVE_INFINITY;
  let held: (() => Promise<void>) | undefined;
  return {
    async send(name, message, options) {
      held = () => queue.send(name, message, options);
      if (Date.now() - sentAt < INTERVAL_MS) return;
      sentAt = Date.now();
      await this.flush();
    },
    async flush() {
      const send = held;
      held = undefined;
      await send?.();
    },
  };
}

const CACHE_MS = 1000;

/** Reads the campaign of an import once per second instead of once per row. */
export function cacheCampaigns(campaigns: CampaignStore): CampaignStore {
  let readAt = Number.NEGATIVE_INFINITY;
  let answer: ReturnType<CampaignStore['get']> | undefined;
  return {
    ...campaigns,
    get(userId, campaignId) {
      if (answer && Date.now() - readAt < CACHE_MS) return answer;
      readAt = Date.now();
      answer = campaigns.get(userId, campaignId);
      return answer;
    },
  };
}

const ALL = { page: 1, perPage: Number.MAX_SAFE_INTEGER };

/**
 * Reads the do-not-call list of a user once instead of once per row. The dialer reads the list before every call, so that
 * numbers that are added during the import are respected.
 */
export async function cacheDoNotCall(userId: number, doNotCall: DoNotCallStore): Promise<DoNotCallStore> {
  const { rows } = await doNotCall.list(userId, ALL);
  const known = new Set(rows.map(({ phoneNumber }) => phoneNumber));
  return {
    ...doNotCall,
    has: async (_, e164) => known.has(e164) || doNotCall.hasErased(userId, e164),
  };
}
