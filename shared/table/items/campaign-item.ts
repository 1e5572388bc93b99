import * as v from 'valibot';
import type { Campaign } from '#shared/domain/account/account.ts';

export const CampaignItem = v.object({
  id: v.number(),
  userId: v.number(),
  name: v.string(),
  createdAt: v.number(),
}) satisfies v.GenericSchema<unknown, Campaign>;
