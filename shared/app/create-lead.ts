import { drawIds } from '#shared/app/draw-ids.ts';
import { findReserved, resumed } from '#shared/app/find-reserved.ts';
import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import { AppError, invalidFields } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import type { Reservation } from '#shared/domain/idempotency/idempotency-record.ts';
import type { Lead, LeadWithContacts } from '#shared/domain/lead/lead.ts';
import { newLead, type LeadRequest } from '#shared/domain/lead/new-lead.ts';
import { repeatedNumbers } from '#shared/domain/lead/repeated-numbers.ts';
import type { CampaignStore } from '#shared/ports/campaign-store.ts';
import type { IdSource } from '#shared/ports/id-source.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';

export interface CreateLeadDeps {
  leads: LeadStore;
  campaigns: CampaignStore;
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
  const created = newLead(request, { userId, id, contactIds, reservationToken: reservation?.token });
  const outcome = await deps.leads.create(created.lead, created.contacts);
  if (outcome === 'created') return { ...created, campaign };
  if (outcome === 'number_taken') throw leadNumberTaken();
  if (draw === MAX_DRAWS) throw new Error(`in each of ${MAX_DRAWS} draws an id of the lead or its contacts was taken`);
  return createLead({ ...input, reservation: resumed(reservation) }, deps, draw + 1);
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
