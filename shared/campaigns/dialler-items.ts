import * as v from 'valibot';

/** The rate limit of the dial queue. */
export const DialRateItem = v.object({
  /** When the last reserved dial slot ends, in epoch milliseconds. */
  at: v.number(),
  /** By priority: the fairness round that was served last. */
  interactive: v.optional(v.number(), 0),
  campaign: v.optional(v.number(), 0),
});

/** The last fairness round in which a user has an entry. */
export const DialTenantItem = v.object({ round: v.number() });

/** A call in the dial queue. */
export const DialQueueEntryItem = v.object({
  userId: v.number(),
  callId: v.number(),
  /** The priority. */
  lane: v.picklist(['interactive', 'campaign']),
  /** The fairness round. */
  round: v.number(),
});
