import * as v from 'valibot';
import { createCampaign, findCampaignProblems, type CreateCampaignDeps } from '#shared/campaigns/manage-campaigns.ts';
import {
  toCampaignRecord,
  CreateCampaignBody,
  ReadableCampaignBody,
  CampaignRecord,
} from '#shared/campaigns/campaign-api.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { assistants, campaigns, phoneNumbers, users } from '#shared/container.ts';
import { ids } from '#shared/platform/ids.ts';
import { clock } from '#shared/platform/clock.ts';

export const handler = defineEndpoint({
  id: 'campaigns/create-campaign',
  scope: 'calls',
  summary: 'Create a campaign',
  answers: { status: 201, body: messageAnswer('Campaign created successfully', CampaignRecord) },
  refusals: ['assistant_not_found'],
  body: CreateCampaignBody,
  deps: (): CreateCampaignDeps => ({
    users: users(),
    assistants: assistants(),
    phoneNumbers: phoneNumbers(),
    campaigns: campaigns(),
    clock: clock(),
    ids: ids(),
  }),
  crossFieldErrors: ({ userId, body }, deps) =>
    findCampaignProblems({ userId, request: v.parse(ReadableCampaignBody, body) }, deps),
  handle: async ({ userId, body }, deps) => {
    const campaign = await createCampaign({ userId, request: body }, deps);
    return created({ message: 'Campaign created successfully', data: toCampaignRecord(campaign) });
  },
});
