import * as v from 'valibot';
import { AppError } from '#shared/platform/errors.ts';
import type { WorkerShare } from '#shared/platform/timer/timer.ts';

export const campaignStatuses = ['draft', 'in-progress', 'stopped', 'completed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

export const defaultRules = {
  allowedHoursStart: '00:00',
  allowedHoursEnd: '23:59',
  allowedDays: [...weekdays],
  maxCallsInParallel: 3,
  maxRetries: 3,
  retryIntervalMinutes: 60,
  retryOnVoicemail: false,
  retryOnGoalIncomplete: false,
  goalCompletionVariable: null,
  markCompleteWhenNoLeads: true,
  phoneNumberIds: [],
};

const CampaignRulesItem = v.object({
  /** IANA name. Used if the called number does not determine its own zone. */
  timezone: v.optional(v.string(), 'UTC'),
  /** `HH:MM`, as is the end: the last minute in which calls are allowed. */
  allowedHoursStart: v.optional(v.string(), defaultRules.allowedHoursStart),
  allowedHoursEnd: v.optional(v.string(), defaultRules.allowedHoursEnd),
  allowedDays: v.optional(v.array(v.picklist(weekdays)), () => [...defaultRules.allowedDays]),
  maxCallsInParallel: v.optional(v.number(), defaultRules.maxCallsInParallel),
  /** Attempts after the first one, for each number. */
  maxRetries: v.optional(v.number(), defaultRules.maxRetries),
  retryIntervalMinutes: v.optional(v.number(), defaultRules.retryIntervalMinutes),
  retryOnVoicemail: v.optional(v.boolean(), defaultRules.retryOnVoicemail),
  retryOnGoalIncomplete: v.optional(v.boolean(), defaultRules.retryOnGoalIncomplete),
  /** A boolean field of the assistant's post-call schema. */
  goalCompletionVariable: v.optional(v.nullable(v.string()), defaultRules.goalCompletionVariable),
  markCompleteWhenNoLeads: v.optional(v.boolean(), defaultRules.markCompleteWhenNoLeads),
  /** Used in rotation. Empty: the number of the assistant. */
  phoneNumberIds: v.optional(v.array(v.number()), () => []),
});
export type CampaignRules = v.InferOutput<typeof CampaignRulesItem>;

/** Old items have only an id, a user, a name and a creation time. */
export const CampaignItem = v.pipe(
  v.object({
    id: v.number(),
    userId: v.number(),
    name: v.string(),
    /** Null: the campaign only collects leads and cannot be started. */
    assistantId: v.optional(v.nullable(v.number()), null),
    ...CampaignRulesItem.entries,
    status: v.optional(v.picklist(campaignStatuses), 'draft'),
    /** Set if the service, not the user, stopped the campaign. */
    stoppedReason: v.optional(v.nullable(v.string()), null),
    /** Of a stop by the user: answered calls are hung up, too. */
    hangsUp: v.optional(v.boolean(), false),
    /** Epoch milliseconds, as is `updatedAt`. */
    createdAt: v.number(),
    updatedAt: v.optional(v.number()),
    version: v.optional(v.number(), 1),
    reservationToken: v.optional(v.string()),
  }),
  v.transform((item) => ({ ...item, updatedAt: item.updatedAt ?? item.createdAt })),
);
export type Campaign = v.InferOutput<typeof CampaignItem>;

export interface CampaignKey {
  userId: number;
  campaignId: number;
}

/** A campaign that is marked as deleted is hidden until its leads are removed. */
export interface CampaignStore {
  /** `too_many`: the user has as many as a list without pages can show. */
  add(campaign: Campaign): Promise<'added' | 'id_taken' | 'too_many'>;
  get(userId: number, campaignId: number): Promise<Campaign | undefined>;
  /** Oldest first. */
  list(userId: number): Promise<Campaign[]>;
  getSome(userId: number, campaignIds: readonly number[]): Promise<Campaign[]>;
  /** `conflict`: its version is not that of `before`; read it again. */
  replace(before: Campaign, after: Campaign): Promise<'replaced' | 'conflict'>;
  /** Of all users, in a worker's share of the shards (default: all). Includes campaigns that are marked as deleted. */
  listInProgress(share?: WorkerShare): Promise<CampaignKey[]>;
  /** Idempotent until the campaign is removed. */
  markDeleted(userId: number, campaignId: number): Promise<'marked' | 'not_found'>;
  listDeleted(userId: number): Promise<number[]>;
  /** Does nothing to a campaign that is not marked as deleted. */
  remove(userId: number, campaignId: number): Promise<void>;
}

/** @throws AppError campaign_not_found */
export async function requireCampaign(userId: number, campaignId: number, campaigns: CampaignStore): Promise<Campaign> {
  const campaign = await campaigns.get(userId, campaignId);
  if (!campaign) throw new AppError('campaign_not_found');
  return campaign;
}
