import { defined, type NewLead } from '@ringback/client';
import type { ImportedLead } from './lead-rows.ts';

/** The lead of a row as the API takes it. */
export function newLead({ phoneNumber, secondaryNumbers, variables }: ImportedLead, campaignId: number): NewLead {
  const contacts = secondaryNumbers.map((number) => ({ phone_number: number }));
  return {
    campaign_id: campaignId,
    phone_number: phoneNumber,
    variables,
    ...defined({ secondary_contacts: contacts.length === 0 ? undefined : contacts }),
  };
}
