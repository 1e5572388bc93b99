import * as v from 'valibot';
import { requireCampaign, type Campaign } from '#shared/campaigns/campaign.ts';
import { wakeDialer, type CampaignDeps, type RulesDeps } from '#shared/campaigns/dialler.ts';
import { freshDialing, type Lead, type LeadWithContacts, type TakenContacts } from '#shared/campaigns/lead.ts';
import { refusedNumbers, type DestinationRules } from '#shared/destinations/destination-rules.ts';
import { sentences, AppError, invalidFields, fillSentence, type FieldErrors } from '#shared/platform/errors.ts';
import {
  arrayOf,
  boolean,
  reference,
  objectOf,
  optional,
  phoneNumber,
  required,
  smallKeyValues,
} from '#shared/platform/http/fields.ts';
import { findReservedRecord, asResumed, type Reservation } from '#shared/platform/http/idempotency.ts';
import { drawIds, nextDraw, recordIdTime } from '#shared/platform/ids.ts';

export const MAX_SECONDARY_CONTACTS = 10;

const SecondaryContactBody = objectOf({
  phone_number: required(phoneNumber()),
  variables: optional(smallKeyValues()),
});

export const CreateLeadBody = objectOf({
  phone_number: required(phoneNumber()),
  campaign_id: required(reference()),
  variables: optional(smallKeyValues()),
  allow_dupplicate: optional(boolean()),
  allow_restart: optional(boolean()),
  secondary_contacts: optional(
    v.pipe(
      arrayOf(SecondaryContactBody),
      v.maxLength(MAX_SECONDARY_CONTACTS, sentences.maxItems(MAX_SECONDARY_CONTACTS)),
    ),
  ),
});

const readableNumber = v.fallback(v.optional(phoneNumber()), undefined);

/** The valid numbers of a body, even if other fields are invalid, for the check for repeated numbers. */
export const ReadableLeadNumbers = v.fallback(
  v.object({
    phone_number: readableNumber,
    secondary_contacts: v.fallback(v.array(v.fallback(v.object({ phone_number: readableNumber }), {})), []),
  }),
  { secondary_contacts: [] },
);

export type CreateLeadDeps = Pick<CampaignDeps, 'leads' | 'campaigns' | 'queue' | 'ids'> & RulesDeps;
export type ImportLeadDeps = CreateLeadDeps & Pick<CampaignDeps, 'doNotCall'>;

interface LeadRequest {
  campaignId: number;
  /** E.164. */
  phoneNumber: string;
  variables: Record<string, unknown>;
  allowDuplicate: boolean;
  secondaryContacts: Array<{ phoneNumber: string; variables: Record<string, unknown> }>;
}

interface CreateLeadInput {
  userId: number;
  request: LeadRequest;
  /** Of a campaign that the service has completed. Default: true. */
  allowRestart?: boolean;
  reservation?: Reservation | undefined;
}

interface CreatedLead extends LeadWithContacts {
  campaign: Campaign;
}

/**
 * Idempotent by the reservation. A number on the do-not-call list is added: the dialler checks before every call.
 * @throws AppError campaign_not_found; validation_failed if a number is not called, is repeated, or the campaign already has it, and
 * if the campaign is completed and may not start again
 */
export async function createLead(input: CreateLeadInput, deps: CreateLeadDeps, draw = 1): Promise<CreatedLead> {
  const { userId, request, allowRestart = true, reservation } = input;
  const reserved = await findReservedRecord(
    reservation,
    (id) => deps.leads.get(userId, id),
    (lead) => lead.reservationToken,
  );
  if (reserved.item) return storedLead(reserved.item, deps);
  const numbers = request.secondaryContacts.map((contact) => contact.phoneNumber);
  const wrong = wrongNumbers(request.phoneNumber, numbers, deps.destinations.rules);
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  const campaign = await requireCampaign(userId, request.campaignId, deps.campaigns);
  if (campaign.status === 'completed' && !allowRestart) {
    throw invalidFields({ campaign_id: [sentences.completedCampaign] });
  }
  const id = reserved.id ?? deps.ids.recordId();
  const contactIds = drawIds(deps.ids, numbers.length, [id]);
  const created = newLead(request, { userId, id, contactIds, reservationToken: reservation?.token });
  const outcome = await deps.leads.create(created.lead, created.contacts);
  if (outcome === 'created') {
    if (calls(campaign)) await wakeDialer(created.lead, deps.queue);
    return { ...created, campaign };
  }
  if (outcome === 'number_taken') throw leadNumberTaken();
  if (outcome !== 'id_taken') throw contactsTaken(numbers, outcome);
  // Each draw collides with a probability of about 1 % at most, five draws with 10⁻¹⁰.
  return createLead({ ...input, reservation: asResumed(reservation) }, deps, nextDraw(draw));
}

async function storedLead(lead: Lead, deps: CreateLeadDeps): Promise<CreatedLead> {
  const [contacts, campaign] = await Promise.all([
    deps.leads.listContacts(lead),
    requireCampaign(lead.userId, lead.campaignId, deps.campaigns),
  ]);
  // The first request may have crashed before it woke the dialler.
  if (calls(campaign)) await wakeDialer(lead, deps.queue);
  return { lead, contacts, campaign };
}

/** The dialler starts a completed campaign again that has a lead to call. */
const calls = ({ status }: Campaign): boolean => status === 'in-progress' || status === 'completed';

/** Numbers that are repeated, and those that are not called. */
export function wrongNumbers(
  main: string | undefined,
  contacts: ReadonlyArray<string | undefined>,
  rules: DestinationRules,
): FieldErrors {
  return { ...repeatedNumbers(main, contacts), ...refusedNumbers(main, contacts, rules) };
}

export function repeatedNumbers(main: string | undefined, contacts: ReadonlyArray<string | undefined>): FieldErrors {
  const seen = new Set([main]);
  const errors: FieldErrors = {};
  for (const [index, number] of contacts.entries()) {
    if (number === undefined) continue;
    if (seen.has(number)) Object.assign(errors, contactTaken(index));
    seen.add(number);
  }
  return errors;
}

export function newLead(
  { secondaryContacts, ...request }: LeadRequest,
  origin: { userId: number; id: number; contactIds: number[]; reservationToken?: string | undefined },
): LeadWithContacts {
  const { userId, id, contactIds, reservationToken } = origin;
  const createdAt = recordIdTime(id);
  const fresh = { userId, status: 'created', createdAt, updatedAt: createdAt } as const;
  return {
    lead: {
      id,
      ...fresh,
      ...request,
      contactIds,
      dialing: freshDialing,
      version: 1,
      ...(reservationToken && { reservationToken }),
    },
    contacts: secondaryContacts.flatMap((contact, index) => {
      const contactId = contactIds[index];
      if (contactId === undefined) return [];
      return [{ id: contactId, leadId: id, ...fresh, ...contact, countedIn: request.campaignId }];
    }),
  };
}

export function leadNumberTaken(): AppError {
  return invalidFields({ phone_number: [fillSentence(sentences.taken, 'phone_number')] });
}

/** `numbers`: of all contacts, in their order. */
export function contactsTaken(numbers: readonly string[], { takenContacts }: TakenContacts): AppError {
  const taken = numbers.flatMap((number, index) => (takenContacts.includes(number) ? [contactTaken(index)] : []));
  return invalidFields(Object.assign({}, ...taken));
}

function contactTaken(index: number): FieldErrors {
  const path = `secondary_contacts.${index}.phone_number`;
  return { [path]: [fillSentence(sentences.taken, path)] };
}

/** `known`: the campaign already has the number. `blacklisted`: added, but the dialler will not call it. */
export type ImportedLead = { outcome: 'created' | 'blacklisted' | 'known' } | { outcome: 'refused'; reason: string };

/** Importing a file again changes nothing. @throws AppError campaign_not_found */
export async function importLead(
  input: { userId: number; request: Omit<LeadRequest, 'allowDuplicate'> },
  deps: ImportLeadDeps,
): Promise<ImportedLead> {
  const { phoneNumber, secondaryContacts } = input.request;
  const numbers = secondaryContacts.map((contact) => contact.phoneNumber);
  const refused = Object.values(refusedNumbers(phoneNumber, numbers, deps.destinations.rules)).flat();
  if (refused.length > 0) return { outcome: 'refused', reason: refused.join(' ') };
  try {
    const request = { ...input.request, allowDuplicate: false };
    const { lead } = await createLead({ userId: input.userId, request }, deps);
    const isListed = await deps.doNotCall.has(lead.userId, lead.phoneNumber);
    return { outcome: isListed ? 'blacklisted' : 'created' };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
    if (error.errors?.['phone_number'] !== undefined) return { outcome: 'known' };
    const reason = Object.values(error.errors ?? {})
      .flat()
      .join(' ');
    return { outcome: 'refused', reason };
  }
}
