import { queueFinish } from '#shared/app/apply-carrier-progress.ts';
import type { DialerDeps } from '#shared/app/dialer-deps.ts';
import { wasBegunLongAgo } from '#shared/app/mend-campaign.ts';
import { giveBack } from '#shared/app/start-lead-call.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import { isFinal } from '#shared/domain/call/call-status.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { CampaignKey } from '#shared/ports/campaign-store.ts';

/** Until the carrier has answered whether it took a call. */
const LOOK_AGAIN_SECONDS = 2;

/**
 * Ends the calls of a campaign that was stopped or deleted: those that wait are not dialled, those that ring or talk are
 * hung up. Whoever had not answered yet is called again when the campaign goes on, and nothing is counted.
 * @throws RetryLater while it is not known whether the carrier has taken one of them
 */
export async function abortCampaignCalls({ userId, campaignId }: CampaignKey, deps: DialerDeps): Promise<void> {
  const { lines } = await deps.dialer.lines(userId);
  let isUnclear = false;
  for (const { callId } of lines.filter((line) => line.campaignId === campaignId)) {
    const call = await deps.calls.get({ userId, callId });
    if (call && !(await abort(call, deps))) isUnclear = true;
  }
  await giveBackUnbegun({ userId, campaignId }, deps);
  if (isUnclear) throw new RetryLater('a call is on its way to the carrier', LOOK_AGAIN_SECONDS);
}

/** False when it must be looked at again. */
async function abort(call: Call, deps: DialerDeps): Promise<boolean> {
  const key = { userId: call.userId, callId: call.id };
  if (call.status === 'ended' || isFinal(call.status)) return true;
  if (call.claimedAt === null) {
    const cancelled = await deps.calls.cancelDialling(key, 'campaign_stopped', deps.clock.now());
    if (cancelled) await queueFinish(key, cancelled.status, deps.queue);
    return cancelled !== undefined;
  }
  if (call.carrierCallId === null) return false;
  await deps.calls.noteEndedBy(key, 'assistant');
  await deps.carrier.hangUp(call.carrierCallId);
  return true;
}

/** An attempt whose call was never made: whoever had begun it has died. */
async function giveBackUnbegun({ userId, campaignId }: CampaignKey, deps: DialerDeps): Promise<void> {
  for (const leadId of await deps.leads.listIds(userId, campaignId, 'processing')) {
    const lead = await deps.leads.get(userId, leadId);
    if (lead?.status !== 'processing' || lead.dialing.callId === null) continue;
    const call = await deps.calls.get({ userId, callId: lead.dialing.callId });
    if (!call && wasBegunLongAgo(lead.dialing.callId, deps.clock.now())) await giveBack(lead, deps);
  }
}
