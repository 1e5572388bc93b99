import * as v from 'valibot';
import { createCampaign, type CreateCampaignDeps } from '#shared/app/create-campaign.ts';
import { findCampaignProblems } from '#shared/app/find-campaign-problems.ts';
import { toCampaignRecord } from '#shared/domain/campaign/campaign-record.ts';
import { CreateCampaignBody, ReadableCampaignBody } from '#shared/http/campaign-body.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { created } from '#shared/platform/http/http.ts';
import { CampaignRecord } from '#shared/http/records/campaign-record.ts';
import { messageAnswer } from '#shared/http/records/wire-fields.ts';
import { assistants } from '#shared/runtime/assistants.ts';
import { campaigns } from '#shared/runtime/campaigns.ts';
import { clock, ids } from '#shared/runtime/clock.ts';
import { phoneNumbers } from '#shared/runtime/phone-numbers.ts';
import { users } from '#shared/runtime/users.ts';

export const handler = defineEndpoint({
  id: 'campaigns/create-campaign',
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
