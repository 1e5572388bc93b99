import type { Campaign } from '#shared/domain/campaign/campaign.ts';
import type { Lead, LeadReason, LeadStatus, LeadWithContacts, SecondaryContact } from '#shared/domain/lead/lead.ts';
import { toPlainTime } from '#shared/domain/time/format-time.ts';

interface ContactRecord {
  id: number;
  phone_number: string;
  variables: Record<string, unknown>;
  status: LeadStatus;
  created_at: string;
  updated_at: string;
}

/** A lead as the API shows it. */
export interface LeadRecord extends ContactRecord {
  campaign_id: number;
  /** Why it waits, or will not be called any more; left out when there is nothing to say. */
  reason?: LeadReason;
  campaign: { id: number; name: string };
  secondary_contacts: ContactRecord[];
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
