import type { Queue } from '#shared/ports/queue.ts';

/** Has the dialer look at a campaign whose leads or status have changed. */
export async function wakeDialer(campaign: { userId: number; campaignId: number }, queue: Queue): Promise<void> {
  const { userId, campaignId } = campaign;
  await queue.send('dial-campaign', { userId, campaignId }, { groupId: String(userId) });
}
