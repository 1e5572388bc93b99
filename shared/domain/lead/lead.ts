export const leadStatuses = [
  'created',
  'processing',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The dialer is done with such a lead. */
export const finalLeadStatuses = ['completed', 'reached-max-retries', 'blacklisted'] as const;

/** Why a lead waits, or will not be called any more. */
export const leadReasons = [
  'busy',
  'no-answer',
  'failed',
  'voicemail',
  'goal_incomplete',
  /** It is night, or a day on which the campaign does not call, where the lead lives. */
  'outside_hours',
  /** It is not known what time it is where the lead lives, or it is never a time to call there. */
  'time_zone_undecided',
  'do_not_call',
  /** The campaign stopped while the lead was being called. */
  'campaign_stopped',
] as const;
export type LeadReason = (typeof leadReasons)[number];

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

/** How far the dialer is with a lead. */
export interface LeadDialing {
  /** Attempts that counted so far, on the number that is tried now. */
  attempts: number;
  /** Attempts that were begun, on all numbers together; never reset, so that it names an attempt for good. */
  attemptsBegun: number;
  /** The secondary contact whose number is tried now; null: the main number. */
  contactId: number | null;
  /** The earliest moment of the next attempt; set while the lead is `rescheduled`. */
  nextAttemptAt: number | null;
  /** The call of the running attempt, drawn before it is made; set while the lead is `processing`. */
  callId: number | null;
  reason: LeadReason | null;
}

export interface Lead extends Contact {
  campaignId: number;
  /** Created with `allow_dupplicate`: it may have a number that other leads of its campaign have. */
  allowDuplicate: boolean;
  /** The secondary contacts, in the order in which they are tried. */
  contactIds: number[];
  dialing: LeadDialing;
  version: number;
  /** Of the idempotency key that it was created with. */
  reservationToken?: string | undefined;
}

/** Nobody has called the lead yet. */
export const freshDialing: Readonly<LeadDialing> = {
  attempts: 0,
  attemptsBegun: 0,
  contactId: null,
  nextAttemptAt: null,
  callId: null,
  reason: null,
};

/** Another number under which the lead is tried. It is called by its lead's campaign and belongs to no other lead. */
export interface SecondaryContact extends Contact {
  leadId: number;
}

export interface LeadWithContacts {
  lead: Lead;
  contacts: SecondaryContact[];
}
