import { drawIds } from '#shared/app/draw-ids.ts';
import type { Campaign } from '#shared/domain/account/account.ts';
import { AppError, invalidFields } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';
import type { LeadWithContacts } from '#shared/domain/lead/lead.ts';
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

/** One of the ids is taken at most once in some hundred times; five times in a row never happens. */
const MAX_DRAWS = 5;

/**
 * Puts a lead and its secondary contacts into a campaign, all of them or nothing.
 * @throws AppError campaign_not_found, validation_failed on numbers that repeat
 */
export async function createLead(
  { userId, request }: { userId: number; request: LeadRequest },
  deps: CreateLeadDeps,
): Promise<LeadWithContacts & { campaign: Campaign }> {
  const { phoneNumber, campaignId, secondaryContacts } = request;
  const numbers = secondaryContacts.map((contact) => contact.phoneNumber);
  const repeated = repeatedNumbers(phoneNumber, numbers);
  if (Object.keys(repeated).length > 0) throw invalidFields(repeated);
  const campaign = await deps.campaigns.get(userId, campaignId);
  if (!campaign) throw new AppError('campaign_not_found');
  for (let draws = 1; draws <= MAX_DRAWS; draws += 1) {
    const [id = 0, ...contactIds] = drawIds(deps.ids, 1 + secondaryContacts.length);
    const { lead, contacts } = newLead(request, { userId, id, contactIds });
    const outcome = await deps.leads.create(lead, contacts);
    if (outcome === 'created') return { lead, contacts, campaign };
    if (outcome === 'number_taken') throw leadNumberTaken();
  }
  throw new Error(`in each of ${MAX_DRAWS} draws an id of the lead or its contacts was taken`);
}

/** The campaign has another lead with this number, or the lead has it as that of a secondary contact. */
export function leadNumberTaken(): AppError {
  return invalidFields({ phone_number: [fillSentence(sentences.taken, 'phone_number')] });
}
