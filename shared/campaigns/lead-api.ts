import * as v from 'valibot';
import { leadReasons, leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import type { Campaign } from '#shared/campaigns/campaign.ts';
import { type Lead, type LeadWithContacts, type SecondaryContact } from '#shared/campaigns/lead.ts';
import { toPlainTime } from '#shared/platform/clock.ts';
import { CampaignName, keyValues, phoneNumberText, plainTime, recordId } from '#shared/platform/http/record-fields.ts';

const ContactRecord = v.pipe(
  v.strictObject({
    id: recordId(),
    phone_number: phoneNumberText('+12025550100'),
    variables: keyValues({ customer_name: 'Ada', email: 'ada@example.com' }),
    status: v.picklist(leadStatuses),
    created_at: plainTime(),
    updated_at: plainTime(),
  }),
  v.title('SecondaryContact'),
);
type ContactRecord = v.InferOutput<typeof ContactRecord>;

export const LeadRecord = v.pipe(
  v.strictObject({
    ...ContactRecord.entries,
    campaign_id: recordId(1),
    reason: v.optional(
      v.pipe(
        v.picklist(leadReasons),
        v.description(
          'The reason why the lead waits or is not called any more. The field is absent if there is no reason.',
        ),
      ),
    ),
    campaign: CampaignName,
    secondary_contacts: v.pipe(
      v.array(ContactRecord),
      v.description('The secondary contacts, in the order in which they are called.'),
    ),
  }),
  v.title('LeadRecord'),
);
export type LeadRecord = v.InferOutput<typeof LeadRecord>;

export function toLeadRecord({ lead, contacts }: LeadWithContacts, campaign: Campaign): LeadRecord {
  const { id, ...rest } = toContactRecord(lead);
  return {
    id,
    campaign_id: lead.campaignId,
    ...(lead.dialing.reason !== null && { reason: lead.dialing.reason }),
    ...rest,
    campaign: { id: campaign.id, name: campaign.name },
    secondary_contacts: contacts.map((contact) => {
      const status = contactStatus(lead, contact);
      const updatedAt = status === contact.status ? contact.updatedAt : lead.updatedAt;
      return toContactRecord({ ...contact, status, updatedAt });
    }),
  };
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

/** Contacts before the current number are used up; the current one has the status of the lead. */
function contactStatus({ status, contactIds, dialing }: Lead, contact: SecondaryContact): LeadStatus {
  if (contact.status !== 'created' || dialing.contactId === null) return contact.status;
  const position = contactIds.indexOf(contact.id) - contactIds.indexOf(dialing.contactId);
  if (position < 0) return 'reached-max-retries';
  return position === 0 ? status : contact.status;
}
