import { fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';
import { recordIdTime } from '#shared/platform/ids.ts';

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

export interface LeadRequest {
  campaignId: number;
  /** E.164. */
  phoneNumber: string;
  variables: Record<string, unknown>;
  allowDuplicate: boolean;
  secondaryContacts: Array<{ phoneNumber: string; variables: Record<string, unknown> }>;
}

/** A lead with its secondary contacts, all of one moment. `contactIds` has one id for each of them. */
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
      return contactId === undefined ? [] : [{ id: contactId, leadId: id, ...fresh, ...contact }];
    }),
  };
}

/** The secondary contacts that repeat the main number or an earlier contact: a lead has each number once. */
export function repeatedNumbers(main: string | undefined, contacts: ReadonlyArray<string | undefined>): FieldErrors {
  const seen = new Set([main]);
  const errors: FieldErrors = {};
  for (const [index, number] of contacts.entries()) {
    if (number === undefined) continue;
    const path = `secondary_contacts.${index}.phone_number`;
    if (seen.has(number)) errors[path] = [fillSentence(sentences.taken, path)];
    seen.add(number);
  }
  return errors;
}

/** What an update names; everything that is left out stays. */
export interface LeadChange {
  campaignId?: number | undefined;
  /** E.164. */
  phoneNumber?: string | undefined;
  status?: LeadStatus | undefined;
  variables?: Record<string, unknown> | undefined;
}

/**
 * The lead after an update. Variables are merged key by key: a new value replaces the old one, null included.
 * A lead that is queued again, or gets another number, is tried from the beginning; a call that is going on keeps its place.
 */
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

/** Whether two versions of a lead stand for the same number in the same campaign. */
export function hasSameCampaignNumber(one: Lead, other: Lead): boolean {
  return one.campaignId === other.campaignId && one.phoneNumber === other.phoneNumber;
}
