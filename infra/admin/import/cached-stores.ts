import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

const QUIET_MS = 1000;

interface PatientQueue extends Queue {
  /** Sends what is still to be sent. */
  flush(): Promise<void>;
}

/** Tells the dialer once a second that there are new leads, and not once for each of them. */
export function createPatientQueue(queue: Queue, now: () => number = Date.now): PatientQueue {
  let sentAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => Promise<void>) | undefined;
  return {
    async send(name, message, options) {
      waiting = () => queue.send(name, message, options);
      if (now() - sentAt < QUIET_MS) return;
      sentAt = now();
      await this.flush();
    },
    async flush() {
      const send = waiting;
      waiting = undefined;
      await send?.();
    },
  };
}

const REMEMBERED_MS = 1000;

/** Asks for the one campaign of an import once a second, and not for every row. */
export function rememberedCampaigns(campaigns: CampaignStore, now: () => number = Date.now): CampaignStore {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: ReturnType<CampaignStore['get']> | undefined;
  return {
    ...campaigns,
    get(userId, campaignId) {
      if (answer && now() - askedAt < REMEMBERED_MS) return answer;
      askedAt = now();
      answer = campaigns.get(userId, campaignId);
      return answer;
    },
  };
}

const ALL = { page: 1, perPage: Number.MAX_SAFE_INTEGER };

/**
 * Reads the do-not-call list of a user once, and not a part of it for every row of an import. A number that is added
 * meanwhile is not missed: the dialer asks the list itself before every call.
 */
export async function rememberedNumbers(userId: number, doNotCall: DoNotCallStore): Promise<DoNotCallStore> {
  const { rows } = await doNotCall.list(userId, ALL);
  const known = new Set(rows.map(({ phoneNumber }) => phoneNumber));
  return {
    ...doNotCall,
    async has(_, e164) {
      return known.has(e164);
    },
  };
}
