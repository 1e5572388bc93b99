import type { LeadFilter } from '#shared/campaigns/lead-api.ts';
import type { Lead, LeadStatus, LeadWithContacts, SecondaryContact } from '#shared/campaigns/lead.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';

export interface CampaignProgress {
  isCalling: boolean;
  /** Whether there is a lead with which it is done. */
  hasFinished: boolean;
  /** Epoch milliseconds; null when no lead waits. */
  nextAttemptAt: number | null;
}

/**
 * The leads of users. A campaign has a number once: the store counts the leads of every number in every campaign and
 * keeps the count in the transaction that writes the lead. A lead that allows duplicates is counted too but not held up
 * by others, so a number counts as taken as long as any lead of the campaign has it.
 */
export interface LeadStore {
  /** Stores the lead and its contacts, or nothing. `id_taken`: draw other ids. `number_taken`: the campaign has the number. */
  create(lead: Lead, contacts: SecondaryContact[]): Promise<'created' | 'id_taken' | 'number_taken'>;
  get(userId: number, leadId: number): Promise<Lead | undefined>;
  /** In the order in which they are tried. */
  listContacts(lead: Lead): Promise<SecondaryContact[]>;
  /**
   * Replaces the lead if it still has the version that `before` had, and moves its count to another number or campaign.
   * `conflict`: somebody else updated it in between; load it again.
   */
  replace(before: Lead, after: Lead): Promise<'replaced' | 'conflict' | 'number_taken'>;
  /** Removes the lead with its contacts if it still has this version, and frees its number. */
  remove(lead: Lead): Promise<'removed' | 'conflict'>;
  /** Newest first, each with its contacts. A write that was answered is always in it. */
  list(userId: number, filter: LeadFilter, page: PageRequest): Promise<PageOf<LeadWithContacts>>;
  /** The ids of some of a campaign's leads, whatever their status: the oldest, at most so many. */
  listSomeIds(userId: number, campaignId: number, limit: number): Promise<number[]>;
  /** Forgets what was counted of at most so many numbers of a campaign that has no leads any more; gives how many there were. */
  deleteNumberCounts(userId: number, campaignId: number, limit: number): Promise<number>;
  /** The ids of a user's leads whose main number this is, oldest first. */
  listIdsByNumber(userId: number, e164: string): Promise<number[]>;
  /** The ids of a campaign's leads in this status, oldest first; those that wait for a moment in the order of the moments. */
  listIds(userId: number, campaignId: number, status: LeadStatus): Promise<number[]>;
  /** The ids of at most so many leads to call by now: those whose time has come, then those that nobody has called yet. */
  listDue(userId: number, campaignId: number, now: number, limit: number): Promise<number[]>;
  /** What is left to do in a campaign: whether a lead is being called, and when the next one is to be called (0: at once). */
  campaignProgress(userId: number, campaignId: number): Promise<CampaignProgress>;
}
