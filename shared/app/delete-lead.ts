import { requireLead } from '#shared/app/update-lead.ts';
import { wakeDialer } from '#shared/app/wake-dialer.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface DeleteLeadDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
  queue: Queue;
}

/** Of all who change one lead at once at least one gets through per round, so so many can be at it at once. */
const MAX_ROUNDS = 100;

/**
 * Removes a lead with its secondary contacts. It may have been the last one that its campaign waited for, so the dialer looks.
 * @throws AppError lead_not_found, lead_processing
 */
export async function deleteLead(
  { userId, leadId }: { userId: number; leadId: number },
  deps: DeleteLeadDeps,
): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const lead = await requireLead(userId, leadId, deps);
    if (lead.status === 'processing') throw new AppError('lead_processing');
    if ((await deps.leads.remove(lead)) === 'removed') {
      await wakeDialer(lead, deps.queue);
      return;
    }
  }
  throw new Error(`the lead changed ${MAX_ROUNDS} times while it was being deleted`);
}
