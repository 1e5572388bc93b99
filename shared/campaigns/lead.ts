import * as v from 'valibot';
import { leadReasons, leadStatuses, type LeadStatus } from '#shared/calls/called-lead.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';
import { JsonText } from '#shared/platform/table/table.ts';

export const finalLeadStatuses = ['completed', 'reached-max-retries', 'blacklisted'] as const;

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

const LeadDialingItem = v.object({
  /** Attempts that counted so far, on the current number. */
  attempts: v.number(),
  /** On all numbers. Never reset: it selects the next caller id. */
  attemptsBegun: v.number(),
  /** Null: the main number. */
  contactId: v.nullable(v.number()),
  /** Epoch milliseconds. Set while the lead is `rescheduled`. */
  nextAttemptAt: v.nullable(v.number()),
  /** Drawn before the call is created. */
  callId: v.nullable(v.number()),
  reason: v.fallback(v.nullable(v.picklist(leadReasons)), null),
});
export type LeadDialing = v.InferOutput<typeof LeadDialingItem>;

export const freshDialing: Readonly<LeadDialing> = {
  attempts: 0,
  attemptsBegun: 0,
  contactId: null,
  nextAttemptAt: null,
  callId: null,
  reason: null,
};

/** Its variables are at most 192 KB. */
export const LeadItem = v.object({
  ...ContactItem.entries,
  campaignId: v.number(),
  /** Other leads of the campaign may have the same number. */
  allowDuplicate: v.boolean(),
  /** In the order in which they are tried. */
  contactIds: v.array(v.number()),
  /** Leads that are older than the dialler have none. */
  dialing: v.optional(LeadDialingItem, freshDialing),
  version: v.number(),
  reservationToken: v.optional(v.string()),
});
export type Lead = v.InferOutput<typeof LeadItem>;

export const SecondaryContactItem = v.object({
  ...ContactItem.entries,
  leadId: v.number(),
  /** The campaign that counts its number. Contacts of older releases are not counted until they are called. */
  countedIn: v.optional(v.number()),
});
export type SecondaryContact = v.InferOutput<typeof SecondaryContactItem>;

export interface LeadWithContacts {
  lead: Lead;
  contacts: SecondaryContact[];
}

/** Numbers of secondary contacts, E.164. The main number is free. */
export interface TakenContacts {
  takenContacts: string[];
}

/**
 * Each write also updates how many main numbers and secondary contacts of the campaign have the number. `allowDuplicate` skips the check
 * only. `number_taken`: the main number is.
 */
export interface LeadStore {
  /** One transaction. `id_taken`: retry with new ids. */
  create(lead: Lead, contacts: SecondaryContact[]): Promise<'created' | 'id_taken' | 'number_taken' | TakenContacts>;
  get(userId: number, leadId: number): Promise<Lead | undefined>;
  listContacts(lead: Lead): Promise<SecondaryContact[]>;
  /** `conflict`: its version is not that of `before`; read it again. */
  replace(before: Lead, after: Lead): Promise<'replaced' | 'conflict' | 'number_taken' | TakenContacts>;
  /** Of an older release. `taken`: another lead of the campaign has its number. `conflict`: it has changed; read it again. */
  countContact(lead: Lead, contact: SecondaryContact): Promise<'counted' | 'taken' | 'conflict'>;
  remove(lead: Lead): Promise<'removed' | 'conflict'>;
  /** For leads that 0.1.0 has stored: they are in no list before they change. `known`: it is in its lists. */
  enterLists(lead: Lead): Promise<'entered' | 'known' | 'conflict'>;
  /** Newest first. Strongly consistent: includes every completed write. */
  list(userId: number, filter: LeadFilter, page: PageRequest): Promise<PageOf<LeadWithContacts>>;
  /** That are to be called, newest first, and how many there are. */
  listWaitingIds(userId: number, campaignId: number, page: PageRequest): Promise<{ ids: number[]; total: number }>;
  /** In this order. Those that do not exist are left out. */
  getSome(userId: number, leadIds: readonly number[]): Promise<LeadWithContacts[]>;
  /** The oldest, in any status. */
  listSomeIds(userId: number, campaignId: number, limit: number): Promise<number[]>;
  /** What a campaign without leads has left: at most `limit` number counts and index items. Returns how many. */
  deleteRest(userId: number, campaignId: number, limit: number): Promise<number>;
  /** Oldest first; by main number. */
  listIdsByNumber(userId: number, e164: string): Promise<number[]>;
  /** Oldest first; `rescheduled` leads by the time of their next attempt. */
  listIds(userId: number, campaignId: number, status: LeadStatus): Promise<number[]>;
  /** Due `rescheduled` leads first, then `created` ones. `now`: epoch milliseconds. */
  listDue(userId: number, campaignId: number, now: number, limit: number): Promise<number[]>;
  campaignProgress(userId: number, campaignId: number): Promise<CampaignProgress>;
}

export interface CampaignProgress {
  isCalling: boolean;
  hasFinished: boolean;
  /** Epoch milliseconds. 0: now. Null: no lead waits. */
  nextAttemptAt: number | null;
}

export interface LeadFilter {
  status?: LeadStatus | undefined;
  campaignId?: number | undefined;
  /** A part of the main number, digits only. */
  phoneDigits?: string | undefined;
  /** Created then or later, in epoch milliseconds. `before` is exclusive. */
  from?: number | undefined;
  before?: number | undefined;
  exceptCampaignIds?: readonly number[] | undefined;
}
