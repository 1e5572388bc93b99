import * as v from 'valibot';
import { deleteLead, type DeleteLeadDeps } from '#shared/campaigns/update-lead.ts';
import { campaigns, leads, queue } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'leads/delete-lead',
  scope: 'calls',
  summary: 'Delete a lead with its secondary contacts',
  answers: { status: 200, body: v.strictObject({ message: v.literal('Lead deleted successfully') }) },
  refusals: ['lead_processing'],
  pathId: 'lead_not_found',
  deps: (): DeleteLeadDeps => ({ leads: leads(), campaigns: campaigns(), queue: queue() }),
  handle: async ({ userId, id }, deps) => {
    await deleteLead({ userId, leadId: id }, deps);
    return ok({ message: 'Lead deleted successfully' });
  },
});
