export const leadStatuses = [
  'created',
  'processing',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

export const leadReasons = [
  'busy',
  'no-answer',
  'failed',
  'voicemail',
  'goal_incomplete',
  'outside_hours',
  /** Unknown, or the calling hours never open in all possible zones. */
  'time_zone_undecided',
  'do_not_call',
  /** Calls to this kind of number, or to this country, are not allowed. */
  'destination_refused',
  /** The user has spent what is allowed on expensive destinations, or calls one of them too often. */
  'destination_limit',
  'campaign_stopped',
  /** The call waited for the carrier longer than a call may. */
  'expired',
  'cancelled',
  'model_failed',
  /** Another call to the number was on the line. */
  'number_busy',
  /** Campaigns of the user had dialled the number as often as they may in a day. */
  'daily_limit',
  /** Another lead of the campaign has the number, too. */
  'duplicate_number',
] as const;
export type LeadReason = (typeof leadReasons)[number];
