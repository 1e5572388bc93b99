import * as v from 'valibot';
import type { LeadStatus } from '#shared/calls/called-lead.ts';
import { requireCampaign } from '#shared/campaigns/campaign.ts';
import { contactsTaken, leadNumberTaken } from '#shared/campaigns/create-lead.ts';
import { wakeDialer, type CampaignDeps, type RulesDeps } from '#shared/campaigns/dialler.ts';
import { toLeadRecord, type LeadRecord } from '#shared/campaigns/lead-api.ts';
import type { Lead, LeadFilter, LeadStore, LeadDialing } from '#shared/campaigns/lead.ts';
import { refusedNumbers, type DestinationRules } from '#shared/destinations/destination-rules.ts';
import { toE164 } from '#shared/platform/e164.ts';
import { sentences, AppError, invalidFields } from '#shared/platform/errors.ts';
import {
  reference,
  objectOf,
  oneOf,
  required,
  smallKeyValues,
  text,
  requireFewVariables,
} from '#shared/platform/http/fields.ts';
import { untilWhole, type PageOf, type PageRequest } from '#shared/platform/http/lists.ts';
import { inRounds } from '#shared/platform/table/table.ts';

/** The contract lists `reached-max-retries`, but only the dialler may set it. */
const settableStatus = v.pipe(
  oneOf(['created', 'completed', 'reached-max-retries']),
  v.notValue('reached-max-retries', sentences.setAutomatically('reached-max-retries')),
);

/** PHP clients send an empty object as `[]`. */
const mergedVariables = v.pipe(
  v.unknown(),
  v.transform((input) => (Array.isArray(input) ? Object.fromEntries(Object.entries(input)) : input)),
  smallKeyValues(),
);

const updateFields = {
  campaign_id: v.optional(required(reference())),
  phone_number: v.optional(required(text())),
  status: v.optional(required(settableStatus)),
  variables: v.optional(mergedVariables),
};

export const UpdateLeadBody = objectOf(updateFields);
export const updateLeadFields = Object.keys(updateFields);

export type UpdateLeadDeps = Pick<CampaignDeps, 'leads' | 'campaigns' | 'queue' | 'clock'> & RulesDeps;

interface LeadChange {
  campaignId?: number | undefined;
  /** E.164. */
  phoneNumber?: string | undefined;
  status?: LeadStatus | undefined;
  variables?: Record<string, unknown> | undefined;
}

interface UpdateLeadInput {
  userId: number;
  leadId: number;
  change: LeadChange;
}

/** @throws AppError lead_not_found, campaign_not_found, invalid_lead_number, validation_failed */
export async function updateLead({ userId, leadId, change }: UpdateLeadInput, deps: UpdateLeadDeps): Promise<Lead> {
  return inRounds('lead', async () => {
    const before = await requireLead(userId, leadId, deps);
    requireFewVariables({ ...before.variables, ...change.variables });
    if (change.campaignId !== undefined) await requireCampaign(userId, change.campaignId, deps.campaigns);
    const phoneNumber = readNumber(change.phoneNumber, deps.destinations.rules);
    const after = changeLead(before, { ...change, phoneNumber }, deps.clock.now());
    if (after.phoneNumber !== before.phoneNumber) await refuseOwnContact(after, deps.leads);
    const outcome = await deps.leads.replace(before, after);
    if (outcome === 'number_taken') throw leadNumberTaken();
    if (outcome === 'conflict') return 'again';
    if (outcome !== 'replaced') throw contactsTaken(await numbersOfContacts(after, deps.leads), outcome);
    // A lead to call, or the last open lead of the campaign.
    if (after.status === 'created' || after.status === 'completed') await wakeDialer(after, deps.queue);
    return after;
  });
}

/** @throws AppError lead_not_found, also if its campaign was deleted */
export async function requireLead(
  userId: number,
  leadId: number,
  { leads, campaigns }: Pick<UpdateLeadDeps, 'leads' | 'campaigns'>,
): Promise<Lead> {
  const lead = await leads.get(userId, leadId);
  if (!lead || !(await campaigns.get(userId, lead.campaignId))) throw new AppError('lead_not_found');
  return lead;
}

function readNumber(sent: string | undefined, rules: DestinationRules): string | undefined {
  if (sent === undefined) return undefined;
  const number = toE164(sent);
  if (number === undefined) throw new AppError('invalid_lead_number');
  const refused = refusedNumbers(number, [], rules);
  if (Object.keys(refused).length > 0) throw invalidFields(refused);
  return number;
}

/** Merges variables by key; null is a value. A new number or `created` resets the attempts; a running call goes on. */
export function changeLead(before: Lead, change: LeadChange, now: number): Lead {
  const phoneNumber = change.phoneNumber ?? before.phoneNumber;
  const status = change.status ?? before.status;
  const startsOver = change.status === 'created' || phoneNumber !== before.phoneNumber;
  return {
    ...before,
    campaignId: change.campaignId ?? before.campaignId,
    phoneNumber,
    status,
    variables: { ...before.variables, ...change.variables },
    dialing: dialingAfter(before.dialing, status, startsOver),
    updatedAt: now,
    version: before.version + 1,
  };
}

function dialingAfter(dialing: LeadDialing, status: LeadStatus, startsOver: boolean): LeadDialing {
  const { attempts, contactId, nextAttemptAt, reason } = dialing;
  return {
    ...dialing,
    attempts: startsOver ? 0 : attempts,
    contactId: startsOver ? null : contactId,
    nextAttemptAt: status === 'rescheduled' ? nextAttemptAt : null,
    reason: status === 'created' || status === 'completed' ? null : reason,
  };
}

async function refuseOwnContact(lead: Lead, leads: LeadStore): Promise<void> {
  if ((await numbersOfContacts(lead, leads)).includes(lead.phoneNumber)) throw leadNumberTaken();
}

async function numbersOfContacts(lead: Lead, leads: LeadStore): Promise<string[]> {
  return (await leads.listContacts(lead)).map(({ phoneNumber }) => phoneNumber);
}

export type DeleteLeadDeps = Pick<CampaignDeps, 'leads' | 'campaigns' | 'queue'>;

/** Wakes the dialler: the lead may have been the last open one. @throws AppError lead_not_found, lead_processing */
export async function deleteLead(
  { userId, leadId }: { userId: number; leadId: number },
  deps: DeleteLeadDeps,
): Promise<void> {
  await inRounds('lead', async () => {
    const lead = await requireLead(userId, leadId, deps);
    if (lead.status === 'processing') throw new AppError('lead_processing');
    return (await deps.leads.remove(lead)) === 'removed' ? wakeDialer(lead, deps.queue) : 'again';
  });
}

export type ListLeadsDeps = Pick<CampaignDeps, 'leads' | 'campaigns'>;

interface ListLeadsInput {
  userId: number;
  filter: LeadFilter;
  page: PageRequest;
}

/** @throws AppError lead_not_found, also if its campaign was deleted */
export async function showLead(userId: number, leadId: number, deps: ListLeadsDeps): Promise<LeadRecord> {
  const lead = await requireLead(userId, leadId, deps);
  const [contacts, campaign] = await Promise.all([
    deps.leads.listContacts(lead),
    requireCampaign(userId, lead.campaignId, deps.campaigns),
  ]);
  return toLeadRecord({ lead, contacts }, campaign);
}

/** Newest first, without the leads of deleted campaigns. */
export function listLeads(input: ListLeadsInput, deps: ListLeadsDeps): Promise<PageOf<LeadRecord>> {
  return untilWhole(input.page, () => lookForLeads(input, deps));
}

async function lookForLeads(
  { userId, filter, page }: ListLeadsInput,
  { leads, campaigns }: ListLeadsDeps,
): Promise<PageOf<LeadRecord>> {
  const ahead = filter.campaignId === undefined ? [] : [filter.campaignId];
  const [deleted, found, expected] = await Promise.all([
    campaigns.listDeleted(userId),
    leads.list(userId, filter, page),
    campaigns.getSome(userId, ahead),
  ]);
  // A campaign is deleted within minutes; until then its leads are left out by a second, slower look.
  const isHidden = filter.campaignId === undefined ? deleted.length > 0 : deleted.includes(filter.campaignId);
  const { rows, total } = isHidden ? await leads.list(userId, { ...filter, exceptCampaignIds: deleted }, page) : found;
  const missing = [...new Set(rows.map(({ lead }) => lead.campaignId))].filter((id) => !ahead.includes(id));
  const others = await campaigns.getSome(userId, missing);
  const known = new Map([...expected, ...others].map((campaign) => [campaign.id, campaign]));
  const records = rows.flatMap((row) => {
    const campaign = known.get(row.lead.campaignId);
    return campaign ? [toLeadRecord(row, campaign)] : [];
  });
  return { rows: records, total };
}
