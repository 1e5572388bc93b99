import { drawIds } from '#shared/app/draw-ids.ts';
import { findReserved, type Reservation, resumed } from '#shared/platform/http/idempotency.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { wakeDialer } from '#shared/app/wake-dialer.ts';
import { AppError, invalidFields } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import type { Lead, LeadWithContacts } from '#shared/domain/lead/lead.ts';
import { newLead, type LeadRequest } from '#shared/domain/lead/new-lead.ts';
import { repeatedNumbers } from '#shared/domain/lead/repeated-numbers.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

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
  const place = await findReserved(
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
  const created = await blacklistUnwilling(fresh, deps.doNotCall);
  const outcome = await deps.leads.create(created.lead, created.contacts);
  if (outcome === 'created') {
    if (campaign.status === 'in-progress') await wakeDialer(created.lead, deps.queue);
    return { ...created, campaign };
  }
  if (outcome === 'number_taken') throw leadNumberTaken();
  if (draw === MAX_DRAWS) throw new Error(`in each of ${MAX_DRAWS} draws an id of the lead or its contacts was taken`);
  return createLead({ ...input, reservation: resumed(reservation) }, deps, draw + 1);
}

/** A lead whose number must not be called is closed from the start; of the others, such secondary contacts are passed over. */
async function blacklistUnwilling({ lead, contacts }: LeadWithContacts, doNotCall: DoNotCallStore) {
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
    deps.leads.contacts(lead),
    requireCampaign(lead.userId, lead.campaignId, deps.campaigns),
  ]);
  return { lead, contacts, campaign };
}

/** The campaign has another lead with this number, or the lead has it as that of a secondary contact. */
export function leadNumberTaken(): AppError {
  return invalidFields({ phone_number: [fillSentence(sentences.taken, 'phone_number')] });
}
