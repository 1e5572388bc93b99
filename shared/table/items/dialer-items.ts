import * as v from 'valibot';

/** The lines of a user, by call. */
export const DialerLinesItem = v.object({
  version: v.number(),
  lines: v.record(v.string(), v.object({ campaignId: v.number(), expiresAt: v.number() })),
});

/** `wanted` counts who asked for a run; the run that goes on may last until then, epoch milliseconds. */
export const DialerRunItem = v.object({ wanted: v.number() });

export const CallOutcomesItem = v.object({ calls: v.number(), failed: v.number() });

/** `at`: when the turns that were given out so far are over, in epoch milliseconds. The rounds are those last served. */
export const DialPaceItem = v.object({
  at: v.number(),
  interactive: v.optional(v.number(), 0),
  campaign: v.optional(v.number(), 0),
});

export const DialTenantItem = v.object({ round: v.number() });

export const DialPlaceItem = v.object({
  userId: v.number(),
  callId: v.number(),
  lane: v.picklist(['interactive', 'campaign']),
  round: v.number(),
});
