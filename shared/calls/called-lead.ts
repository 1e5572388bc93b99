/** The statuses of a lead, of which the records and webhooks of its calls tell, too. */
export const leadStatuses = [
  'created',
  'processing',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
] as const;
export type LeadStatus = (typeof leadStatuses)[number];

/** Why a lead is rescheduled, or why it is not called again. */
export const leadReasons = [
  'busy',
  'no-answer',
  'failed',
  'voicemail',
  'goal_incomplete',
  /** Calls are not allowed at this time or on this weekday in the time zone of the number. */
  'outside_hours',
  /** The time zone is unknown, or the calling hours never open in all possible zones. */
  'time_zone_undecided',
  'do_not_call',
  /** The campaign stopped during the attempt. */
  'campaign_stopped',
  /** The call waited for the carrier longer than a call may. */
  'expired',
  /** The user ended the call before it was answered. */
  'cancelled',
  /** No language model answered during the call. */
  'model_failed',
] as const;
export type LeadReason = (typeof leadReasons)[number];
