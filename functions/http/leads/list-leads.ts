import * as v from 'valibot';
import { leadStatuses } from '#shared/calls/called-lead.ts';
import { LeadRecord } from '#shared/campaigns/lead-api.ts';
import { listLeads, type ListLeadsDeps } from '#shared/campaigns/update-lead.ts';
import { campaigns, leads } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { oneOf } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import {
  dayParameter,
  lastDayParameter,
  pageOf,
  pageParameters,
  paginationEnvelope,
  partOfNumber,
  recordIdParameter,
  requestedPage,
} from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'leads/list-leads',
  scope: 'read',
  summary: 'List leads, newest first',
  answers: { status: 200, body: pageOf('LeadPage', LeadRecord) },
  refusals: ['answer_too_large'],
  query: v.object({
    status: v.optional(oneOf(leadStatuses)),
    campaign_id: v.optional(recordIdParameter()),
    phone_number: v.optional(partOfNumber()),
    date_from: v.optional(dayParameter()),
    date_to: v.optional(lastDayParameter()),
    ...pageParameters(15),
  }),
  deps: (): ListLeadsDeps => ({ leads: leads(), campaigns: campaigns() }),
  handle: async ({ userId, query, url }, deps) => {
    const page = requestedPage(query);
    const filter = {
      status: query.status,
      campaignId: query.campaign_id,
      phoneDigits: query.phone_number,
      from: query.date_from,
      before: query.date_to,
    };
    return ok(paginationEnvelope(await listLeads({ userId, filter, page }, deps), page, url()));
  },
});
