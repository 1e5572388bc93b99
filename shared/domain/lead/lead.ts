export const leadStatuses = ['created', 'completed', 'reached-max-retries'] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Somebody to call: the lead itself, or one of its secondary contacts. */
interface Contact {
  id: number;
  userId: number;
  /** E.164. */
  phoneNumber: string;
  variables: Record<string, unknown>;
  status: LeadStatus;
  createdAt: number;
  updatedAt: number;
}

export interface Lead extends Contact {
  campaignId: number;
  /** Created with `allow_dupplicate`: it may have a number that other leads of its campaign have. */
  allowDuplicate: boolean;
  /** The secondary contacts, in the order in which they are tried. */
  contactIds: number[];
  version: number;
  /** Of the idempotency key that it was created with. */
  reservationToken?: string | undefined;
}

/** Another number under which the lead is tried. It is called by its lead's campaign and belongs to no other lead. */
export interface SecondaryContact extends Contact {
  leadId: number;
}

export interface LeadWithContacts {
  lead: Lead;
  contacts: SecondaryContact[];
}
