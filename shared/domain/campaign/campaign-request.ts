import { defaultRules, weekdays, type CampaignRules, type Weekday } from '#shared/domain/campaign/campaign.ts';

/** A new campaign as clients send it: undefined = not sent, null = cleared. */
export interface CampaignRequest {
  name: string;
  assistant_id: number;
  timezone?: string | null | undefined;
  max_calls_in_parallel?: number | null | undefined;
  allowed_hours_start_time?: string | null | undefined;
  allowed_hours_end_time?: string | null | undefined;
  allowed_days?: Weekday[] | null | undefined;
  max_retries?: number | null | undefined;
  retry_interval?: number | null | undefined;
  retry_on_voicemail?: boolean | null | undefined;
  retry_on_goal_incomplete?: boolean | null | undefined;
  goal_completion_variable?: string | null | undefined;
  mark_complete_when_no_leads?: boolean | null | undefined;
  phone_number_ids?: number[] | null | undefined;
}

/** The rules that a request names, over those of a campaign that says nothing. */
export function requestedRules(request: Partial<CampaignRequest>, timezone: string): CampaignRules {
  const allowedDays = request.allowed_days ?? defaultRules.allowedDays;
  return {
    timezone: request.timezone ?? timezone,
    allowedHoursStart: request.allowed_hours_start_time ?? defaultRules.allowedHoursStart,
    allowedHoursEnd: request.allowed_hours_end_time ?? defaultRules.allowedHoursEnd,
    allowedDays: weekdays.filter((day) => allowedDays.includes(day)),
    maxCallsInParallel: request.max_calls_in_parallel ?? defaultRules.maxCallsInParallel,
    maxRetries: request.max_retries ?? defaultRules.maxRetries,
    retryIntervalMinutes: request.retry_interval ?? defaultRules.retryIntervalMinutes,
    retryOnVoicemail: request.retry_on_voicemail ?? defaultRules.retryOnVoicemail,
    retryOnGoalIncomplete: request.retry_on_goal_incomplete ?? defaultRules.retryOnGoalIncomplete,
    goalCompletionVariable: request.goal_completion_variable ?? defaultRules.goalCompletionVariable,
    markCompleteWhenNoLeads: request.mark_complete_when_no_leads ?? defaultRules.markCompleteWhenNoLeads,
    phoneNumberIds: request.phone_number_ids ?? [...defaultRules.phoneNumberIds],
  };
}
