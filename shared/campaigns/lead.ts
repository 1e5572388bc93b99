import * as v from 'valibot';
import { fillSentence, sentences, type FieldErrors } from '#shared/platform/errors.ts';
import { recordIdTime } from '#shared/platform/ids.ts';
import { JsonText } from '#shared/platform/table/table.ts';

export const leadStatuses = [
  'created',
  'processing',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** The dialler does not call a lead in one of these statuses. */
export const finalLeadStatuses = ['completed', 'reached-max-retries', 'blacklisted'] as const;

/** Why a lead is rescheduled, or why it is not called again. */
export const leadReasons = [
  'busy',
  'no-answer',
  'failed',
  'voicemail',
  'goal_incomplete',
  /** Calls are not allowed at this time or on this weekday in the time zone of the number. */
  'outside_hours',
  /** The time zone is unknown, or the calling hours never open in all possible zones. */
  'time_zone_undecided',
  'do_not_call',
  /** The campaign stopped during the attempt. */
  'campaign_stopped',
  /** The call waited for the carrier longer than a call may. */
  'expired',
  /** The user ended the call before it was answered. */
  'cancelled',
  /** No language model answered during the call. */
  'model_failed',
] as const;
export type LeadReason = (typeof leadReasons)[number];

/** What a lead and a secondary contact have in common. */
const ContactItem = v.object({
  id: v.number(),
  userId: v.number(),
  /** E.164. */
  phoneNumber: v.string(),
  variables: JsonText,
  status: v.picklist(leadStatuses),
  /** Epoch milliseconds, as is `updatedAt`. */
  createdAt: v.number(),
  updatedAt: v.number(),
});

/** The dialler's progress with a lead. */
const LeadDialingItem = v.object({
  /** Attempts that counted so far, on the current number. */
  attempts: v.number(),
  /** All attempts that were started, on all numbers. Never reset, so it selects the next caller id. */
  attemptsBegun: v.number(),
  /** The secondary contact whose number is current. Null: the main number. */
  contactId: v.nullable(v.number()),
  /** The earliest time of the next attempt, in epoch milliseconds. Set while the lead is `rescheduled`. */
  nextAttemptAt: v.nullable(v.number()),
  /** The call of the running attempt. The id is drawn before the call is created. */
  callId: v.nullable(v.number()),
  reason: v.nullable(v.picklist(leadReasons)),
});
export type LeadDialing = v.InferOutput<typeof LeadDialingItem>;

/** The progress of a lead that was not called yet. */
export const freshDialing: Readonly<LeadDialing> = {
  attempts: 0,
  attemptsBegun: 0,
  contactId: null,
  nextAttemptAt: null,
  callId: null,
  reason: null,
};

/** A lead as stored. Its variables are at most 192 KB. */
export const LeadItem = v.object({
  ...ContactItem.entries,
  campaignId: v.number(),
  /** Created with `allow_dupplicate`: other leads of the campaign may have the same number. */
  allowDuplicate: v.boolean(),
  /** The secondary contacts, in the order in which they are tried. */
  contactIds: v.array(v.number()),
  /** Leads that are older than the dialler have none. */
  dialing: v.optional(LeadDialingItem, freshDialing),
  /** Incremented by every write. */
  version: v.number(),
  /** Of the idempotency key of the request that created the lead. */
  reservationToken: v.optional(v.string()),
});
export type Lead = v.InferOutput<typeof LeadItem>;

/** Another number of a lead. The campaign of the lead calls it after the main number. */
export const SecondaryContactItem = v.object({ ...ContactItem.entries, leadId: v.number() });
export type SecondaryContact = v.InferOutput<typeof SecondaryContactItem>;

export interface LeadWithContacts {
  lead: Lead;
  contacts: SecondaryContact[];
}

/** A lead to create. */
export interface LeadRequest {
  campaignId: number;
  /** E.164. */
  phoneNumber: string;
  variables: Record<string, unknown>;
  allowDuplicate: boolean;
  secondaryContacts: Array<{ phoneNumber: string; variables: Record<string, unknown> }>;
}

/** A new lead with its secondary contacts. `contactIds` has one id for each contact. */
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

/** The errors of secondary contacts that repeat the main number or an earlier contact. A lead has each number once. */
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

/** A partial update: undefined fields keep their values. */
export interface LeadChange {
  campaignId?: number | undefined;
  /** E.164. */
  phoneNumber?: string | undefined;
  status?: LeadStatus | undefined;
  variables?: Record<string, unknown> | undefined;
}

/**
 * Applies an update. Variables are merged key by key; null is a value. A new number, or the status `created`, resets
 * the attempts. A running call continues, and the lead keeps its call id.
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

/** Whether both versions of a lead count as the same number of the same campaign. */
export function hasSameCampaignNumber(one: Lead, other: Lead): boolean {
  return one.campaignId === other.campaignId && one.phoneNumber === other.phoneNumber;
}
