import * as v from 'valibot';
import {
  UpdateLeadBody,
  updateLeadFields,
  requireLead,
  updateLead,
  type UpdateLeadDeps,
} from '#shared/campaigns/update-lead.ts';
import { campaigns, destinationRules, leads, queue } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'leads/update-lead',
  scope: 'calls',
  summary: 'Update a lead',
  answers: { status: 200, body: v.strictObject({ message: v.literal('Lead updated successfully') }) },
  refusals: ['unknown_fields', 'campaign_not_found', 'invalid_lead_number'],
  pathId: 'lead_not_found',
  body: UpdateLeadBody,
  onlyFields: updateLeadFields,
  errors: { validation: 'Validation failed' },
  deps: (): UpdateLeadDeps => ({
    leads: leads(),
    campaigns: campaigns(),
    queue: queue(),
    clock: clock(),
    destinations: { rules: destinationRules() },
  }),
  // An unknown lead is refused before the errors of the body.
  crossFieldErrors: async ({ userId, id }, deps) => {
    await requireLead(userId, id, deps);
    return {};
  },
  handle: async ({ userId, id, body }, deps) => {
    const change = {
      campaignId: body.campaign_id,
      phoneNumber: body.phone_number,
      status: body.status,
      variables: body.variables,
    };
    await updateLead({ userId, leadId: id, change }, deps);
    return ok({ message: 'Lead updated successfully' });
  },
});
