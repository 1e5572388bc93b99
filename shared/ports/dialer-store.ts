import type { Lines } from '#shared/domain/campaign/lines.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import type { CampaignKey } from '#shared/ports/campaign-store.ts';

/** How the calls of a span of time went. */
export interface CallOutcomes {
  calls: number;
  /** Of these, the ones that the carrier failed to put through. */
  failed: number;
}

/** What the dialer of campaigns remembers. */
export interface DialerStore {
  /** The lines that calls of the user's campaigns occupy, expired ones among them. */
  lines(userId: number): Promise<Lines>;
  /**
   * Begins an attempt: the lead and its line together, if both still are as they were.
   * `conflict`: somebody else was faster; read both again.
   */
  begin(attempt: {
    lead: [before: Lead, after: Lead];
    lines: [before: Lines, after: Lines];
  }): Promise<'begun' | 'conflict'>;
  /** The call no longer needs its line. Again, or without a line: nothing. */
  freeLine(userId: number, callId: number): Promise<void>;
  /** Counts a call of the campaign in the span that begins at this moment. */
  countOutcome(campaign: CampaignKey, from: number, isFailure: boolean): Promise<void>;
  /** All spans that begin at this moment or later, together. */
  outcomesSince(campaign: CampaignKey, from: number): Promise<CallOutcomes>;
}
