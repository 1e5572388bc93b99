import type { Campaign, CampaignStatus, Weekday } from '#shared/domain/campaign/campaign.ts';
import { toIsoMicroseconds } from '#shared/domain/time/format-time.ts';

/** A campaign as the API shows it. */
export interface CampaignRecord {
  id: number;
  name: string;
  status: CampaignStatus;
  stopped_reason: string | null;
  assistant_id: number | null;
  timezone: string;
  max_calls_in_parallel: number;
  mark_complete_when_no_leads: boolean;
  allowed_hours_start_time: string;
  allowed_hours_end_time: string;
  allowed_days: Weekday[];
  max_retries: number;
  retry_interval: number;
  retry_on_voicemail: boolean;
  retry_on_goal_incomplete: boolean;
  goal_completion_variable: string | null;
  phone_number_ids: number[];
  created_at: string;
  updated_at: string;
}

export function toCampaignRecord(campaign: Campaign): CampaignRecord {
  return {
    id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    stopped_reason: campaign.stoppedReason,
    assistant_id: campaign.assistantId,
    timezone: campaign.timezone,
    max_calls_in_parallel: campaign.maxCallsInParallel,
    mark_complete_when_no_leads: campaign.markCompleteWhenNoLeads,
    allowed_hours_start_time: `${campaign.allowedHoursStart}:00`,
    allowed_hours_end_time: `${campaign.allowedHoursEnd}:00`,
    allowed_days: campaign.allowedDays,
    max_retries: campaign.maxRetries,
    retry_interval: campaign.retryIntervalMinutes,
    retry_on_voicemail: campaign.retryOnVoicemail,
    retry_on_goal_incomplete: campaign.retryOnGoalIncomplete,
    goal_completion_variable: campaign.goalCompletionVariable,
    phone_number_ids: campaign.phoneNumberIds,
    created_at: toIsoMicroseconds(campaign.createdAt),
    updated_at: toIsoMicroseconds(campaign.updatedAt),
  };
}
