import * as v from 'valibot';
import { AppError } from '#shared/platform/errors.ts';
import type { WorkerShare } from '#shared/platform/timer/timer.ts';

export const campaignStatuses = ['draft', 'in-progress', 'stopped', 'completed'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

/** The rules of a campaign that does not set its own. The time zone then comes from the assistant. */
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

/** How and when a campaign calls its leads. */
const CampaignRulesItem = v.object({
  /** IANA name. Allowed hours and days use this zone if the called number does not determine its own. */
  timezone: v.optional(v.string(), 'UTC'),
  /** `HH:MM`: the first minute in which calls are allowed. */
  allowedHoursStart: v.optional(v.string(), defaultRules.allowedHoursStart),
  /** `HH:MM`: the last minute in which calls are allowed. */
  allowedHoursEnd: v.optional(v.string(), defaultRules.allowedHoursEnd),
  allowedDays: v.optional(v.array(v.picklist(weekdays)), () => [...defaultRules.allowedDays]),
  maxCallsInParallel: v.optional(v.number(), defaultRules.maxCallsInParallel),
  /** Attempts after the first one, for each number. */
  maxRetries: v.optional(v.number(), defaultRules.maxRetries),
  retryIntervalMinutes: v.optional(v.number(), defaultRules.retryIntervalMinutes),
  retryOnVoicemail: v.optional(v.boolean(), defaultRules.retryOnVoicemail),
  retryOnGoalIncomplete: v.optional(v.boolean(), defaultRules.retryOnGoalIncomplete),
  /** The boolean field of the assistant's post-call schema that states whether the goal was reached. */
  goalCompletionVariable: v.optional(v.nullable(v.string()), defaultRules.goalCompletionVariable),
  /** Whether the campaign completes when all its leads are final. */
  markCompleteWhenNoLeads: v.optional(v.boolean(), defaultRules.markCompleteWhenNoLeads),
  /** The caller ids, used in rotation. Empty: the number of the assistant. */
  phoneNumberIds: v.optional(v.array(v.number()), () => []),
});
export type CampaignRules = v.InferOutput<typeof CampaignRulesItem>;

/** A campaign as stored. Old items have only an id, a user, a name and a creation time; the rest has defaults. */
export const CampaignItem = v.pipe(
  v.object({
    id: v.number(),
    userId: v.number(),
    name: v.string(),
    /** The outbound assistant. Null: the campaign only collects leads and cannot be started. */
    assistantId: v.optional(v.nullable(v.number()), null),
    ...CampaignRulesItem.entries,
    status: v.optional(v.picklist(campaignStatuses), 'draft'),
    /** Why the service suspended the campaign. Null if the user stopped it, or if it is not stopped. */
    stoppedReason: v.optional(v.nullable(v.string()), null),
    /** Epoch milliseconds, as is `updatedAt`. */
    createdAt: v.number(),
    updatedAt: v.optional(v.number()),
    /** Incremented by every write. */
    version: v.optional(v.number(), 1),
    /** Of the idempotency key of the request that created it. */
    reservationToken: v.optional(v.string()),
  }),
  v.transform((item) => ({ ...item, updatedAt: item.updatedAt ?? item.createdAt })),
);
export type Campaign = v.InferOutput<typeof CampaignItem>;

export interface CampaignKey {
  userId: number;
  campaignId: number;
}

/** The campaigns of all users. A campaign that is marked as deleted is hidden until its leads are removed. */
export interface CampaignStore {
  add(campaign: Campaign): Promise<'added' | 'id_taken'>;
  /** Undefined if the campaign does not exist or is marked as deleted. */
  get(userId: number, campaignId: number): Promise<Campaign | undefined>;
  /** Oldest first, without deleted campaigns. */
  list(userId: number): Promise<Campaign[]>;
  /** Those of these campaigns that exist, without deleted ones. */
  getSome(userId: number, campaignIds: readonly number[]): Promise<Campaign[]>;
  /**
   * Replaces the campaign if its version is still that of `before`.
   * `conflict`: another request changed or deleted it; read it again.
   */
  replace(before: Campaign, after: Campaign): Promise<'replaced' | 'conflict'>;
  /**
   * The campaigns of all users that are in progress, in the shards of a worker's share; all shards by default. Includes campaigns
   * that are marked as deleted.
   */
  listInProgress(share?: WorkerShare): Promise<CampaignKey[]>;
  /** Hides the campaign from `get`, `list` and `replace`. Idempotent until the campaign is removed. */
  markDeleted(userId: number, campaignId: number): Promise<'marked' | 'not_found'>;
  /** The ids of campaigns that are marked as deleted and not yet removed. */
  listDeleted(userId: number): Promise<number[]>;
  /** Removes a campaign that is marked as deleted. Does nothing to any other campaign. */
  remove(userId: number, campaignId: number): Promise<void>;
}

/** @throws AppError campaign_not_found */
export async function requireCampaign(userId: number, campaignId: number, campaigns: CampaignStore): Promise<Campaign> {
  const campaign = await campaigns.get(userId, campaignId);
  if (!campaign) throw new AppError('campaign_not_found');
  return campaign;
}
