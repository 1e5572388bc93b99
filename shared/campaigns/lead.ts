import { leadReasons, leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import * as v from 'valibot';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { JsonText } from '#shared/platform/table/table.ts';

/** The dialler does not call a lead in one of these statuses. */
export const finalLeadStatuses = ['completed', 'reached-max-retries', 'blacklisted'] as const;

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

/** Whether both versions of a lead count as the same number of the same campaign. */
export function hasSameCampaignNumber(one: Lead, other: Lead): boolean {
  return one.campaignId === other.campaignId && one.phoneNumber === other.phoneNumber;
}

/**
 * The leads of all users. A campaign has a number once: the transaction that writes a lead also updates the count of
 * leads with this number in the campaign. Leads with `allowDuplicate` skip the check, but are counted. A number is
 * taken while any lead of the campaign has it.
 */
export interface LeadStore {
  /**
   * Stores a lead with its contacts in one transaction. `id_taken`: retry with new ids. `number_taken`: the campaign
   * has the number.
   */
  create(lead: Lead, contacts: SecondaryContact[]): Promise<'created' | 'id_taken' | 'number_taken'>;
  get(userId: number, leadId: number): Promise<Lead | undefined>;
  /** In the order in which they are tried. */
  listContacts(lead: Lead): Promise<SecondaryContact[]>;
  /**
   * Replaces the lead if its version is still that of `before`, and moves its count if the number or campaign changed.
   * `conflict`: another request changed it; read it again.
   */
  replace(before: Lead, after: Lead): Promise<'replaced' | 'conflict' | 'number_taken'>;
  /** Removes the lead with its contacts and frees its number, if its version is unchanged. */
  remove(lead: Lead): Promise<'removed' | 'conflict'>;
  /** Newest first, with contacts. Strongly consistent: includes every completed write. */
  list(userId: number, filter: LeadFilter, page: PageRequest): Promise<PageOf<LeadWithContacts>>;
  /** The ids of the oldest leads of a campaign in any status, at most `limit`. */
  listSomeIds(userId: number, campaignId: number, limit: number): Promise<number[]>;
  /** Deletes what a campaign without leads has left: number counts and the index, at most `limit` of each. Returns how many. */
  deleteRest(userId: number, campaignId: number, limit: number): Promise<number>;
  /** The ids of the user's leads with this main number, oldest first. */
  listIdsByNumber(userId: number, e164: string): Promise<number[]>;
  /**
   * The ids of a campaign's leads in this status, oldest first; `rescheduled` leads by the time of their next attempt.
   */
  listIds(userId: number, campaignId: number, status: LeadStatus): Promise<number[]>;
  /** The ids of at most `limit` leads to call by `now`: due `rescheduled` leads first, then `created` ones. */
  listDue(userId: number, campaignId: number, now: number, limit: number): Promise<number[]>;
  campaignProgress(userId: number, campaignId: number): Promise<CampaignProgress>;
}

/** The remaining work of a campaign. */
export interface CampaignProgress {
  /** Whether a lead is `processing`. */
  isCalling: boolean;
  /** Whether at least one lead is in a final status. */
  hasFinished: boolean;
  /** The time of the next attempt, in epoch milliseconds. 0: now. Null: no lead waits. */
  nextAttemptAt: number | null;
}

/** Selects leads for a list. A field that is left out matches all leads. */
export interface LeadFilter {
  status?: LeadStatus | undefined;
  campaignId?: number | undefined;
  /** A part of the main number, digits only. */
  phoneDigits?: string | undefined;
  /** Created at this time or later, in epoch milliseconds. */
  from?: number | undefined;
  /** Created before this time, in epoch milliseconds. */
  before?: number | undefined;
  /** Campaigns that are being deleted: their leads are left out. */
  exceptCampaignIds?: readonly number[] | undefined;
}
