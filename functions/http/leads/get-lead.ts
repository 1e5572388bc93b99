import { LeadRecord } from '#shared/campaigns/lead-api.ts';
import { showLead, type ListLeadsDeps } from '#shared/campaigns/update-lead.ts';
import { campaigns, leads } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'leads/get-lead',
  scope: 'read',
  summary: 'Get a lead',
  answers: { status: 200, body: LeadRecord },
  pathId: 'lead_not_found',
  deps: (): ListLeadsDeps => ({ leads: leads(), campaigns: campaigns() }),
  handle: async ({ userId, id }, deps) => ok(await showLead(userId, id, deps)),
});
