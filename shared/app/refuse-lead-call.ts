import { whenToCall } from '#shared/app/when-to-call.ts';
import type { Call } from '#shared/domain/call/call.ts';
import type { DailyHours } from '#shared/domain/campaign/calling-hours.ts';
import type { LeadReason } from '#shared/domain/lead/lead.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';

export interface RefuseLeadCallDeps {
  campaigns: CampaignStore;
  doNotCall: DoNotCallStore;
  clock: Clock;
  /** When people may be called whatever a campaign says. */
  callingHours: DailyHours;
}

/** Why a call of a campaign must not be dialled now; undefined when it may. */
export async function refuseLeadCall(call: Call, deps: RefuseLeadCallDeps): Promise<LeadReason | undefined> {
  const { userId, campaignId, clientPhoneNumber } = call;
  if (campaignId === null) return undefined;
  const [campaign, mustNotBeCalled] = await Promise.all([
    deps.campaigns.get(userId, campaignId),
    deps.doNotCall.has(userId, clientPhoneNumber),
  ]);
  if (mustNotBeCalled) return 'do_not_call';
  if (campaign?.status !== 'in-progress') return 'campaign_stopped';
  const moment = whenToCall(clientPhoneNumber, campaign, deps.callingHours, deps.clock.now());
  return moment.kind === 'open' ? undefined : 'outside_hours';
}
