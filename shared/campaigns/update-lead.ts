import type { CampaignStore } from '#shared/campaigns/campaign.ts';
import { leadNumberTaken, requireCampaign } from '#shared/campaigns/create-lead.ts';
import { wakeDialer } from '#shared/campaigns/dialler.ts';
import { toLeadRecord, type LeadFilter, type LeadRecord } from '#shared/campaigns/lead-api.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import { changeLead, type LeadChange, type Lead } from '#shared/campaigns/lead.ts';
import { fitsVariablesLimit, tooManyVariables } from '#shared/platform/variables.ts';
import { toE164 } from '#shared/platform/e164.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

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
const MAX_UPDATE_ATTEMPTS = 100;

/**
 * Changes what the request names and nothing else; starts over when somebody else changed the lead in between.
 * @throws AppError lead_not_found, campaign_not_found, invalid_lead_number, validation_failed on variables that grow
 * too large or a number that is taken, in the order of the contract
 */
export async function updateLead({ userId, leadId, change }: UpdateLeadInput, deps: UpdateLeadDeps): Promise<Lead> {
  for (let round = 1; round <= MAX_UPDATE_ATTEMPTS; round += 1) {
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
  throw new Error(`the lead changed ${MAX_UPDATE_ATTEMPTS} times while it was being changed`);
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
  const contacts = await leads.listContacts(lead);
  if (contacts.some((contact) => contact.phoneNumber === lead.phoneNumber)) throw leadNumberTaken();
}

export interface DeleteLeadDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
  queue: Queue;
}

/** Of all who change one lead at once at least one gets through per round, so so many can be at it at once. */
const MAX_DELETE_ATTEMPTS = 100;

/**
 * Removes a lead with its secondary contacts. It may have been the last one that its campaign waited for, so the dialer looks.
 * @throws AppError lead_not_found, lead_processing
 */
export async function deleteLead(
  { userId, leadId }: { userId: number; leadId: number },
  deps: DeleteLeadDeps,
): Promise<void> {
  for (let round = 1; round <= MAX_DELETE_ATTEMPTS; round += 1) {
    const lead = await requireLead(userId, leadId, deps);
    if (lead.status === 'processing') throw new AppError('lead_processing');
    if ((await deps.leads.remove(lead)) === 'removed') {
      await wakeDialer(lead, deps.queue);
      return;
    }
  }
  throw new Error(`the lead changed ${MAX_DELETE_ATTEMPTS} times while it was being deleted`);
}

export interface ListLeadsDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
}

/** One page of the user's leads, newest first, as the API shows them. Those of a deleted campaign are gone with it. */
export async function listLeads(
  input: { userId: number; filter: LeadFilter; page: PageRequest },
  { leads, campaigns }: ListLeadsDeps,
): Promise<PageOf<LeadRecord>> {
  const { userId, filter, page } = input;
  const exceptCampaignIds = await campaigns.listDeleted(userId);
  const { rows, total } = await leads.list(userId, { ...filter, exceptCampaignIds }, page);
  const known = new Map((await campaigns.list(userId)).map((campaign) => [campaign.id, campaign]));
  const records = rows.flatMap((row) => {
    const campaign = known.get(row.lead.campaignId);
    // Deleted since the leads were read.
    return campaign ? [toLeadRecord(row, campaign)] : [];
  });
  return { rows: records, total };
}
