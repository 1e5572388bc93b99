import type { LeadFilter } from '#shared/campaigns/lead-api.ts';
import type { Lead, LeadStatus, LeadWithContacts, SecondaryContact } from '#shared/campaigns/lead.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

/** The remaining work of a campaign. */
export interface CampaignProgress {
  /** Whether a lead is `processing`. */
  isCalling: boolean;
  /** Whether at least one lead is in a final status. */
  hasFinished: boolean;
  /** The time of the next attempt, in epoch milliseconds. 0: now. Null: no lead waits. */
  nextAttemptAt: number | null;
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
