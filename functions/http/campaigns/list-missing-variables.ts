import * as v from 'valibot';
import {
  listMissingVariables,
  MissingVariables,
  type MissingVariablesDeps,
} from '#shared/campaigns/missing-variables.ts';
import { assistantReader, campaigns, leads } from '#shared/container.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { recordIdParameter } from '#shared/platform/http/lists.ts';

export const handler = defineEndpoint({
  id: 'campaigns/list-missing-variables',
  scope: 'read',
  summary: 'List leads without a value for a placeholder',
  answers: { status: 200, body: MissingVariables },
  refusals: ['campaign_without_assistant'],
  query: v.object({ before_id: v.optional(recordIdParameter()) }),
  pathId: 'campaign_not_found',
  deps: (): MissingVariablesDeps => ({ campaigns: campaigns(), assistants: assistantReader(), leads: leads() }),
  handle: async ({ userId, id, query }, deps) =>
    ok(await listMissingVariables({ userId, campaignId: id, beforeId: query.before_id }, deps)),
});
