import type { CloseWaitingLeads } from '#shared/do-not-call/do-not-call.ts';
import { inRounds } from '#shared/platform/table/table.ts';
import { wakeDialer, type CampaignDeps } from './dialler.ts';
import { closeLead } from './lead-life.ts';
import type { Lead } from './lead.ts';

type CloseWaitingLeadsDeps = Pick<CampaignDeps, 'leads' | 'queue' | 'clock'>;

export function waitingLeadsCloser(deps: CloseWaitingLeadsDeps): CloseWaitingLeads {
  return async (userId, phoneNumber) => {
    const campaignIds = new Set<number>();
    for (const leadId of await deps.leads.listIdsByNumber(userId, phoneNumber)) {
      const closed = await closeWaiting(userId, leadId, deps);
      if (closed) campaignIds.add(closed.campaignId);
    }
    for (const campaignId of campaignIds) await wakeDialer({ userId, campaignId }, deps.queue);
  };
}

async function closeWaiting(userId: number, leadId: number, { leads, clock }: Pick<CampaignDeps, 'leads' | 'clock'>) {
  return inRounds('lead', async () => {
    const lead = await leads.get(userId, leadId);
    if (!lead || !isWaiting(lead)) return undefined;
    const closed = closeLead(lead, 'blacklisted', clock.now());
    return (await leads.replace(lead, closed)) === 'replaced' ? closed : 'again';
  });
}

function isWaiting({ status }: Lead): boolean {
  return status === 'created' || status === 'rescheduled';
}
