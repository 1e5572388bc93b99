import * as v from 'valibot';
import { leadStatuses, type Lead } from '#shared/domain/lead/lead.ts';

/** What lists filter leads by: some 150 bytes, so that one read of 1 MB finds thousands of them. */
export const LeadRowItem = v.object({
  id: v.number(),
  campaignId: v.number(),
  status: v.picklist(leadStatuses),
  phoneNumber: v.string(),
});

export function toLeadRowItem({ id, campaignId, status, phoneNumber }: Lead): v.InferInput<typeof LeadRowItem> {
  return { id, campaignId, status, phoneNumber };
}

/** Whatever stands for a lead in a list names it. */
export const ListedIdItem = v.object({ id: v.number() });
