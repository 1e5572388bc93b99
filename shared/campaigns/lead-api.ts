import * as v from 'valibot';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import {
  leadReasons,
  leadStatuses,
  type Lead,
  type LeadStatus,
  type LeadWithContacts,
  type SecondaryContact,
} from '#shared/campaigns/lead.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import { sentences } from '#shared/platform/errors.ts';
import {
  arrayOf,
  boolean,
  integer,
  objectOf,
  oneOf,
  optional,
  phoneNumber,
  required,
  smallKeyValues,
  text,
} from '#shared/platform/http/fields.ts';
import { keyValues, phoneNumberText, plainTime, recordId, plainText } from '#shared/platform/http/record-fields.ts';

const MAX_SECONDARY_CONTACTS = 10;

const SecondaryContactBody = objectOf({
  phone_number: required(phoneNumber()),
  variables: optional(smallKeyValues()),
});

export const CreateLeadBody = objectOf({
  phone_number: required(phoneNumber()),
  campaign_id: required(integer()),
  variables: optional(smallKeyValues()),
  allow_dupplicate: optional(boolean()),
  secondary_contacts: optional(
    v.pipe(
      arrayOf(SecondaryContactBody),
      v.maxLength(MAX_SECONDARY_CONTACTS, sentences.between(0, MAX_SECONDARY_CONTACTS)),
    ),
  ),
});

const readableNumber = v.fallback(v.optional(phoneNumber()), undefined);

/** The numbers of a body that has other faults; what cannot be read is left out. */
export const ReadableLeadNumbers = v.fallback(
  v.object({
    phone_number: readableNumber,
    secondary_contacts: v.fallback(v.array(v.fallback(v.object({ phone_number: readableNumber }), {})), []),
  }),
  { secondary_contacts: [] },
);

/** The statuses of the contract. The dialer alone gives up on a lead. */
const settableStatus = v.pipe(
  oneOf(['created', 'completed', 'reached-max-retries']),
  v.notValue('reached-max-retries', sentences.setAutomatically('reached-max-retries')),
);

/** An array is what PHP clients send for an object without keys. */
const mergedVariables = v.pipe(
  v.unknown(),
  v.transform((input) => (Array.isArray(input) ? Object.fromEntries(Object.entries(input)) : input)),
  smallKeyValues(),
);

/** A field may be left out, but not emptied. */
const updateFields = {
  campaign_id: v.optional(required(integer())),
  phone_number: v.optional(required(text())),
  status: v.optional(required(settableStatus)),
  variables: v.optional(mergedVariables),
};

export const updateLeadFields = Object.keys(updateFields);
export const UpdateLeadBody = objectOf(updateFields);

const contact = {
  id: recordId(),
  phone_number: phoneNumberText('+12025550100'),
  variables: keyValues({ customer_name: 'Ada', email: 'ada@example.com' }),
  status: v.picklist(leadStatuses),
  created_at: plainTime(),
  updated_at: plainTime(),
};

/** A lead as the API shows it. */
export const LeadRecord = v.pipe(
  v.strictObject({
    ...contact,
    campaign_id: recordId(1),
    reason: v.optional(
      v.pipe(
        v.picklist(leadReasons),
        v.description('Why it waits, or will not be called any more; left out when there is nothing to say.'),
      ),
    ),
    campaign: v.strictObject({ id: recordId(1), name: plainText('Spring reminders') }),
    secondary_contacts: v.pipe(
      v.array(v.strictObject(contact)),
      v.description('In the order in which they are tried.'),
    ),
  }),
  v.title('LeadRecord'),
);
export type LeadRecord = v.InferOutput<typeof LeadRecord>;

interface ContactRecord {
  id: number;
  phone_number: string;
  variables: Record<string, unknown>;
  status: LeadStatus;
  created_at: string;
  updated_at: string;
}

export function toLeadRecord({ lead, contacts }: LeadWithContacts, campaign: Campaign): LeadRecord {
  const { id, ...rest } = toContactRecord(lead);
  return {
    id,
    campaign_id: lead.campaignId,
    ...(lead.dialing.reason !== null && { reason: lead.dialing.reason }),
    ...rest,
    campaign: { id: campaign.id, name: campaign.name },
    secondary_contacts: contacts.map((contact) => ({
      ...toContactRecord(contact),
      status: contactStatus(lead, contact),
    })),
  };
}

/**
 * A secondary contact has no life of its own: its status is how far its lead is with it. Who is not reached yet is `created`,
 * who was tried in vain `reached-max-retries`, and whoever is tried now, or was last, stands where the lead stands.
 */
function contactStatus({ status, contactIds, dialing }: Lead, contact: SecondaryContact): LeadStatus {
  if (contact.status !== 'created' || dialing.contactId === null) return contact.status;
  const turn = contactIds.indexOf(contact.id) - contactIds.indexOf(dialing.contactId);
  if (turn < 0) return 'reached-max-retries';
  return turn === 0 ? status : contact.status;
}

function toContactRecord(contact: Lead | SecondaryContact): ContactRecord {
  return {
    id: contact.id,
    phone_number: contact.phoneNumber,
    variables: contact.variables,
    status: contact.status,
    created_at: toPlainTime(contact.createdAt),
    updated_at: toPlainTime(contact.updatedAt),
  };
}

/** Which leads to list; everything that is left out lets all through. */
export interface LeadFilter {
  status?: LeadStatus | undefined;
  campaignId?: number | undefined;
  /** A part of the main number, digits only. */
  phoneDigits?: string | undefined;
  /** Created at this epoch millisecond or later. */
  from?: number | undefined;
  /** Created before this epoch millisecond. */
  before?: number | undefined;
  /** Campaigns whose leads are on their way out. */
  exceptCampaignIds?: readonly number[] | undefined;
}

export function matchesLead(lead: Lead, filter: LeadFilter): boolean {
  const { status, campaignId, phoneDigits, from, before, exceptCampaignIds = [] } = filter;
  return (
    (status === undefined || lead.status === status) &&
    (campaignId === undefined || lead.campaignId === campaignId) &&
    (phoneDigits === undefined || lead.phoneNumber.includes(phoneDigits)) &&
    (from === undefined || lead.createdAt >= from) &&
    (before === undefined || lead.createdAt < before) &&
    !exceptCampaignIds.includes(lead.campaignId)
  );
}
