import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DialLine } from '#shared/ports/dial-line.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface MendCampaignsDeps {
  campaigns: CampaignStore;
  dialLine: DialLine;
  queue: Queue;
  clock: Clock;
  logger: Logger;
}

const ORPHANS_AT_ONCE = 50;

/**
 * Has every campaign in progress looked after, and calls that stand in the carrier's line although no turn is left for them
 * queued again. Campaigns do without it as long as nobody crashes.
 */
export async function mendCampaigns({ campaigns, dialLine, queue, clock, logger }: MendCampaignsDeps): Promise<void> {
  for (const key of await campaigns.listInProgress()) {
    await queue.send('dial-campaign', { ...key, mend: true }, { groupId: String(key.userId) });
  }
  const orphans = await dialLine.orphans(clock.now(), ORPHANS_AT_ONCE);
  for (const place of orphans) {
    const { userId, callId, lane } = place;
    await queue.send(
      'place-call',
      { userId, callId, ...(lane === 'campaign' && { lane }) },
      { groupId: String(userId) },
    );
    await dialLine.leave(place, false);
  }
  if (orphans.length > 0) logger.warn('calls were in line without a turn', { orphans: orphans.length });
}
