import * as v from 'valibot';
import {
  toCampaignRecord,
  CreateCampaignBody,
  ReadableCampaignBody,
  CampaignRecord,
} from '#shared/campaigns/campaign-api.ts';
import { createCampaign, findCampaignProblems, type CreateCampaignDeps } from '#shared/campaigns/manage-campaigns.ts';
import { assistantReader, callingHours, campaigns, idempotency, phoneNumbers, users } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { idempotencyKey, type IdempotencyDeps } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { messageAnswer } from '#shared/platform/http/record-fields.ts';
import { ids } from '#shared/platform/ids.ts';

export const handler = defineEndpoint({
  id: 'campaigns/create-campaign',
  scope: 'calls',
  idempotent: idempotencyKey,
  summary: 'Create a campaign',
  answers: { status: 201, body: messageAnswer('Campaign created successfully', CampaignRecord) },
  refusals: ['assistant_not_found', 'too_many_campaigns'],
  body: CreateCampaignBody,
  deps: (): CreateCampaignDeps & IdempotencyDeps => ({
    users: users(),
    assistants: assistantReader(),
    phoneNumbers: phoneNumbers(),
    campaigns: campaigns(),
    callingHours: callingHours(),
    clock: clock(),
    ids: ids(),
    idempotency: idempotency(),
  }),
  crossFieldErrors: ({ userId, body }, deps) =>
    findCampaignProblems({ userId, request: v.parse(ReadableCampaignBody, body) }, deps),
  handle: async ({ userId, body, reservation }, deps) => {
    const campaign = await createCampaign({ userId, request: body, reservation }, deps);
    return created({ message: 'Campaign created successfully', data: toCampaignRecord(campaign) });
  },
});
