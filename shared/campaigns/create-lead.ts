import type { Campaign, CampaignStore } from '#shared/campaigns/campaign.ts';
import { wakeDialer } from '#shared/campaigns/dialler.ts';
import type { DoNotCallStore } from '#shared/campaigns/do-not-call.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import {
  newLead,
  repeatedNumbers,
  type Lead,
  type LeadWithContacts,
  type LeadRequest,
} from '#shared/campaigns/lead.ts';
import { AppError, invalidFields, fillSentence, sentences } from '#shared/platform/errors.ts';
import { findReservedRecord, asResumed, type Reservation } from '#shared/platform/http/idempotency.ts';
import { drawIds, type IdSource } from '#shared/platform/ids.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

export interface CreateLeadDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
  doNotCall: DoNotCallStore;
  queue: Queue;
  ids: IdSource;
}

export interface CreateLeadInput {
  userId: number;
  request: LeadRequest;
  reservation?: Reservation | undefined;
}

export interface CreatedLead extends LeadWithContacts {
  campaign: Campaign;
}

/** One of the ids is taken at most once in some hundred times; five times in a row never happens. */
const MAX_DRAWS = 5;

/**
 * Puts a lead and its secondary contacts into a campaign, all of them or nothing.
 * @throws AppError campaign_not_found, validation_failed on numbers that repeat
 */
export async function createLead(input: CreateLeadInput, deps: CreateLeadDeps, draw = 1): Promise<CreatedLead> {
  const { userId, request, reservation } = input;
  const place = await findReservedRecord(
    reservation,
    (id) => deps.leads.get(userId, id),
    (lead) => lead.reservationToken,
  );
  if (place.item) return storedLead(place.item, deps);
  const numbers = request.secondaryContacts.map((contact) => contact.phoneNumber);
  const repeated = repeatedNumbers(request.phoneNumber, numbers);
  if (Object.keys(repeated).length > 0) throw invalidFields(repeated);
  const campaign = await requireCampaign(userId, request.campaignId, deps.campaigns);
  const id = place.id ?? deps.ids.recordId();
  const contactIds = drawIds(deps.ids, numbers.length, [id]);
  const fresh = newLead(request, { userId, id, contactIds, reservationToken: reservation?.token });
  const created = await applyDoNotCall(fresh, deps.doNotCall);
  const outcome = await deps.leads.create(created.lead, created.contacts);
  if (outcome === 'created') {
    if (campaign.status === 'in-progress') await wakeDialer(created.lead, deps.queue);
    return { ...created, campaign };
  }
  if (outcome === 'number_taken') throw leadNumberTaken();
  if (draw === MAX_DRAWS) throw new Error(`in each of ${MAX_DRAWS} draws an id of the lead or its contacts was taken`);
  return createLead({ ...input, reservation: asResumed(reservation) }, deps, draw + 1);
}

/** A lead whose number must not be called is closed from the start; of the others, such secondary contacts are passed over. */
async function applyDoNotCall({ lead, contacts }: LeadWithContacts, doNotCall: DoNotCallStore) {
  const [isLead, ...areContacts] = await Promise.all(
    [lead, ...contacts].map(({ userId, phoneNumber }) => doNotCall.has(userId, phoneNumber)),
  );
  return {
    lead: isLead
      ? { ...lead, status: 'blacklisted' as const, dialing: { ...lead.dialing, reason: 'do_not_call' as const } }
      : lead,
    contacts: contacts.map((contact, index) =>
      areContacts[index] ? { ...contact, status: 'blacklisted' as const } : contact,
    ),
  };
}

/** @throws AppError campaign_not_found when the user has no such campaign */
export async function requireCampaign(userId: number, campaignId: number, campaigns: CampaignStore): Promise<Campaign> {
  const campaign = await campaigns.get(userId, campaignId);
  if (!campaign) throw new AppError('campaign_not_found');
  return campaign;
}

/** What an earlier run of the same request has made, as it is now. */
async function storedLead(lead: Lead, deps: CreateLeadDeps): Promise<CreatedLead> {
  const [contacts, campaign] = await Promise.all([
    deps.leads.listContacts(lead),
    requireCampaign(lead.userId, lead.campaignId, deps.campaigns),
  ]);
  return { lead, contacts, campaign };
}

/** The campaign has another lead with this number, or the lead has it as that of a secondary contact. */
export function leadNumberTaken(): AppError {
  return invalidFields({ phone_number: [fillSentence(sentences.taken, 'phone_number')] });
}

export type ImportedLead = { outcome: 'created' | 'blacklisted' | 'known' } | { outcome: 'refused'; reason: string };

/**
 * Puts one lead of an import into its campaign. `known`: the campaign has the number, as it has after an earlier import of
 * the same file.
 * @throws AppError campaign_not_found when the campaign is gone
 */
export async function importLead(
  input: { userId: number; request: Omit<LeadRequest, 'allowDuplicate'> },
  deps: CreateLeadDeps,
): Promise<ImportedLead> {
  try {
    const { lead } = await createLead(
      { userId: input.userId, request: { ...input.request, allowDuplicate: false } },
      deps,
    );
    return { outcome: lead.status === 'blacklisted' ? 'blacklisted' : 'created' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    if (error.errors?.['phone_number'] !== undefined) return { outcome: 'known' };
    return {
      outcome: 'refused',
      reason: Object.values(error.errors ?? {})
        .flat()
        .join(' '),
    };
  }
}
