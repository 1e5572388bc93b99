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
  /**
   * Lets one run at a time look after a user's lines: gives the run its ticket, or undefined while another one is at it,
   * which will look again before it ends. A run that has died holds the place until its time is over.
   */
  startRun(userId: number, now: number, until: number): Promise<number | undefined>;
  /** Ends the run if nobody has asked for one since its ticket; otherwise gives it a new one, to look again. */
  endRun(userId: number, ticket: number): Promise<number | undefined>;
  /** The call no longer needs its line. Again, or without a line: nothing. */
  freeLine(userId: number, callId: number): Promise<void>;
  /** Counts a call of the campaign in the span that begins at this moment. */
  countOutcome(campaign: CampaignKey, from: number, isFailure: boolean): Promise<void>;
  /** All spans that begin at this moment or later, together. */
  outcomesSince(campaign: CampaignKey, from: number): Promise<CallOutcomes>;
}
