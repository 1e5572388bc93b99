import * as v from 'valibot';
import { campaignStatuses, defaultRules, weekdays, type Campaign } from '#shared/domain/campaign/campaign.ts';

/** A campaign as stored. Those from before there were rules had an id, a user, a name and a time. */
export const CampaignItem = v.pipe(
  v.object({
    id: v.number(),
    userId: v.number(),
    name: v.string(),
    assistantId: v.optional(v.nullable(v.number()), null),
    timezone: v.optional(v.string(), 'UTC'),
    allowedHoursStart: v.optional(v.string(), defaultRules.allowedHoursStart),
    allowedHoursEnd: v.optional(v.string(), defaultRules.allowedHoursEnd),
    allowedDays: v.optional(v.array(v.picklist(weekdays)), () => [...defaultRules.allowedDays]),
    maxCallsInParallel: v.optional(v.number(), defaultRules.maxCallsInParallel),
    maxRetries: v.optional(v.number(), defaultRules.maxRetries),
    retryIntervalMinutes: v.optional(v.number(), defaultRules.retryIntervalMinutes),
    retryOnVoicemail: v.optional(v.boolean(), defaultRules.retryOnVoicemail),
    retryOnGoalIncomplete: v.optional(v.boolean(), defaultRules.retryOnGoalIncomplete),
    goalCompletionVariable: v.optional(v.nullable(v.string()), defaultRules.goalCompletionVariable),
    markCompleteWhenNoLeads: v.optional(v.boolean(), defaultRules.markCompleteWhenNoLeads),
    phoneNumberIds: v.optional(v.array(v.number()), () => []),
    status: v.optional(v.picklist(campaignStatuses), 'draft'),
    stoppedReason: v.optional(v.nullable(v.string()), null),
    createdAt: v.number(),
    updatedAt: v.optional(v.number()),
    version: v.optional(v.number(), 1),
  }),
  v.transform((item) => ({ ...item, updatedAt: item.updatedAt ?? item.createdAt })),
) satisfies v.GenericSchema<unknown, Campaign>;

/** Set while the campaign is being deleted. */
export const DeletedCampaignItem = v.object({ id: v.number(), deleted: v.literal(true) });

/** Lists a campaign among those that are in progress. */
export const RunningCampaignItem = v.object({ userId: v.number(), campaignId: v.number() });
