import { leadNumberTaken, requireCampaign } from '#shared/app/create-lead.ts';
import { wakeDialer } from '#shared/app/wake-dialer.ts';
import { AppError } from '#shared/domain/errors/app-error.ts';
import { changeLead, type LeadChange } from '#shared/domain/lead/change-lead.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { toE164 } from '#shared/domain/phone-number/to-e164.ts';
import { fitsVariablesLimit, tooManyVariables } from '#shared/domain/variables/variables-limit.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface UpdateLeadDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
  queue: Queue;
  clock: Clock;
}

interface UpdateLeadInput {
  userId: number;
  leadId: number;
  /** The phone number is as it was sent. */
  change: LeadChange;
}

/** Of all who change one lead at once at least one gets through per round, so so many can be at it at once. */
const MAX_ROUNDS = 100;

/**
 * Changes what the request names and nothing else; starts over when somebody else changed the lead in between.
 * @throws AppError lead_not_found, campaign_not_found, invalid_lead_number, validation_failed on variables that grow
 * too large or a number that is taken, in the order of the contract
 */
export async function updateLead({ userId, leadId, change }: UpdateLeadInput, deps: UpdateLeadDeps): Promise<Lead> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const before = await requireLead(userId, leadId, deps);
    if (!fitsVariablesLimit({ ...before.variables, ...change.variables })) throw tooManyVariables();
    if (change.campaignId !== undefined) await requireCampaign(userId, change.campaignId, deps.campaigns);
    const phoneNumber = readNumber(change.phoneNumber);
    const after = changeLead(before, { ...change, phoneNumber }, deps.clock.now());
    if (after.phoneNumber !== before.phoneNumber) await refuseOwnContact(after, deps.leads);
    const outcome = await deps.leads.replace(before, after);
    if (outcome === 'replaced') {
      // Another one to call, or the last one that was to be called.
      if (after.status === 'created' || after.status === 'completed') await wakeDialer(after, deps.queue);
      return after;
    }
    if (outcome === 'number_taken') throw leadNumberTaken();
  }
  throw new Error(`the lead changed ${MAX_ROUNDS} times while it was being changed`);
}

/** @throws AppError lead_not_found when the user has no such lead, or its campaign has been deleted */
export async function requireLead(
  userId: number,
  leadId: number,
  { leads, campaigns }: Pick<UpdateLeadDeps, 'leads' | 'campaigns'>,
): Promise<Lead> {
  const lead = await leads.get(userId, leadId);
  if (!lead || !(await campaigns.get(userId, lead.campaignId))) throw new AppError('lead_not_found');
  return lead;
}

function readNumber(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined;
  const number = toE164(sent);
  if (number === undefined) throw new AppError('invalid_lead_number');
  return number;
}

async function refuseOwnContact(lead: Lead, leads: LeadStore): Promise<void> {
  const contacts = await leads.contacts(lead);
  if (contacts.some((contact) => contact.phoneNumber === lead.phoneNumber)) throw leadNumberTaken();
}
