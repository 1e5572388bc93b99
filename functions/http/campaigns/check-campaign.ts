import * as v from 'valibot';
import { checkStart, StartCheck, type CheckStartDeps } from '#shared/campaigns/check-start.ts';
import {
  assistantReader,
  callingHours,
  campaigns,
  destinationRules,
  doNotCallCheck,
  leads,
  users,
} from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordIdParameter } from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'campaigns/check-campaign',
  scope: 'read',
  summary: 'Check what a start of a campaign would do',
  answers: { status: 200, body: StartCheck },
  refusals: ['campaign_without_assistant'],
  query: v.object({ before_id: v.optional(recordIdParameter()) }),
  pathId: 'campaign_not_found',
  deps: (): CheckStartDeps => ({
    campaigns: campaigns(),
    assistants: assistantReader(),
    users: users(),
    leads: leads(),
    doNotCall: doNotCallCheck(),
    callingHours: callingHours(),
    destinations: { rules: destinationRules() },
    clock: clock(),
  }),
  handle: async ({ userId, id, query }, deps) =>
    ok(await checkStart({ userId, campaignId: id, beforeId: query.before_id }, deps)),
});
