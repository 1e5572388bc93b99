import * as v from 'valibot';

/** The call slots of a user, by call. */
export const CallSlotsItem = v.object({
  version: v.number(),
  lines: v.record(v.string(), v.object({ campaignId: v.number(), expiresAt: v.number() })),
});

/** `wanted` counts the requests for a run. */
export const DialerRunItem = v.object({ wanted: v.number() });

export const CallOutcomesItem = v.object({ calls: v.number(), failed: v.number() });

/** `at`: when the dial slots that were taken so far are over, in epoch milliseconds. By priority: the fairness round last served. */
export const DialRateItem = v.object({
  at: v.number(),
  interactive: v.optional(v.number(), 0),
  campaign: v.optional(v.number(), 0),
});

export const DialTenantItem = v.object({ round: v.number() });

export const DialQueueEntryItem = v.object({
  userId: v.number(),
  callId: v.number(),
  lane: v.picklist(['interactive', 'campaign']),
  round: v.number(),
});
