import type { Campaign, Lead } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { confirm, costsMoney, shown, withoutConsent } from '../consent.ts';
import { createMarks, type Marks, note, withoutMarks } from '../marks.ts';
import {
  about,
  answer,
  CHANGES,
  COSTS_MONEY,
  CREATES,
  DELETES,
  givenVariables,
  id,
  limit,
  READS,
  take,
  type Tools,
  variables,
} from '../tool.ts';

const campaign = {
  id: z.number(),
  name: z.string(),
  status: z.string(),
  assistant_id: z.number().nullable(),
  timezone: z.string(),
  allowed_hours_start_time: z.string(),
  allowed_hours_end_time: z.string(),
};

const lead = {
  id: z.number(),
  campaign_id: z.number(),
  phone_number: z.string(),
  status: z.string(),
  variables,
};

const campaignOf = (record: Campaign) => ({
  id: record.id,
  name: record.name,
  status: record.status,
  assistant_id: record.assistant_id,
  timezone: record.timezone,
  allowed_hours_start_time: record.allowed_hours_start_time,
  allowed_hours_end_time: record.allowed_hours_end_time,
});

const leadOf = (record: Pick<Lead, keyof typeof lead>, marks: Marks) => ({
  id: record.id,
  campaign_id: record.campaign_id,
  phone_number: record.phone_number,
  status: record.status,
  variables: marks.values(record.variables),
});

const clock = z
  .string()
  .regex(/^\d\d:\d\d$/)
  .optional();

export function campaignTools({ server, register, ringback }: Tools): void {
  register(
    'list_campaigns',
    {
      ...about(operations.listCampaigns),
      outputSchema: { campaigns: z.array(z.object(campaign)) },
      annotations: READS,
    },
    () => answer(async () => ({ campaigns: (await ringback.campaigns.list()).map(campaignOf) })),
  );
  register(
    'create_campaign',
    {
      ...about(operations.createCampaign, { more: 'It calls no customer before start_campaign.' }),
      inputSchema: {
        name: z.string(),
        assistant_id: id('an outbound assistant'),
        timezone: z.string().optional().describe('IANA name, such as Europe/Berlin.'),
        allowed_hours_start_time: clock.describe('HH:MM in its time zone.'),
        allowed_hours_end_time: clock.describe('HH:MM in its time zone.'),
        max_calls_in_parallel: z.number().int().min(1).optional(),
      },
      outputSchema: campaign,
      annotations: CREATES,
    },
    (request) => answer(async () => campaignOf(await ringback.campaigns.create(request))),
  );
  switchTools({ server, register, ringback });
  leadTools({ server, register, ringback });
}

const state = { campaign_id: z.number(), status: z.string() };

function switchTools({ server, register, ringback }: Tools): void {
  register(
    'start_campaign',
    {
      ...about(operations.updateCampaignStatus, {
        title: 'Start a campaign',
        more: 'This tool starts it. Each call costs money, so the user must agree.',
      }),
      inputSchema: { campaign_id: id('the campaign'), confirm },
      outputSchema: state,
      annotations: COSTS_MONEY,
    },
    async ({ campaign_id, confirm: confirmed }, { signal }) => {
      const action = `Call all leads of campaign ${campaign_id}`;
      const refusal = await withoutConsent(server, costsMoney(action), { confirmed, signal });
      return refusal ?? answer(async () => ({ ...(await ringback.campaigns.start(campaign_id, { signal })) }));
    },
  );
  register(
    'stop_campaign',
    {
      ...about(operations.updateCampaignStatus, {
        title: 'Stop a campaign',
        more: 'This tool stops it, without `hang_up`.',
      }),
      inputSchema: { campaign_id: id('the campaign') },
      outputSchema: state,
      annotations: CHANGES,
    },
    ({ campaign_id }) => answer(async () => ({ ...(await ringback.campaigns.stop(campaign_id)) })),
  );
  register(
    'hang_up_campaign',
    {
      ...about(operations.updateCampaignStatus, {
        title: 'Stop a campaign and hang up its calls',
        more: 'This tool stops it with `hang_up`: it cuts off customers who are talking. Ask the user first.',
      }),
      inputSchema: { campaign_id: id('the campaign') },
      outputSchema: state,
      annotations: DELETES,
    },
    ({ campaign_id }) => answer(async () => ({ ...(await ringback.campaigns.stop(campaign_id, { hangUp: true })) })),
  );
}

function leadTools({ server, register, ringback }: Tools): void {
  register(
    'list_leads',
    {
      ...about(operations.listLeads),
      inputSchema: { limit, campaign_id: id('a campaign').optional() },
      outputSchema: { note, leads: z.array(z.object(lead)) },
      annotations: READS,
    },
    ({ limit: count, ...filters }) =>
      answer(async () => {
        const marks = createMarks();
        const leads = await take(ringback.leads.list({ ...filters, per_page: count }), count);
        return { note: marks.note, leads: leads.map((one) => leadOf(one, marks)) };
      }),
  );
  register(
    'create_lead',
    {
      ...about(operations.createLead, {
        more: 'Each call costs money, so the user must agree.',
      }),
      inputSchema: {
        campaign_id: id('the campaign'),
        phone_number: z.string().describe('Number with country code, +12025550100.'),
        variables: givenVariables.optional(),
        confirm,
      },
      outputSchema: { note, ...lead },
      annotations: COSTS_MONEY,
    },
    async ({ confirm: confirmed, ...given }, { signal }) => {
      const request = withoutMarks(given);
      const action = `Add ${shown(request.phone_number)} to campaign ${request.campaign_id}, which may call it`;
      const refusal = await withoutConsent(server, costsMoney(action), { confirmed, signal });
      if (refusal) return refusal;
      return answer(async () => {
        const marks = createMarks();
        return { note: marks.note, ...leadOf(await ringback.leads.create(request, { signal }), marks) };
      });
    },
  );
  updateLeadTool({ server, register, ringback });
}

function updateLeadTool({ server, register, ringback }: Tools): void {
  register(
    'update_lead',
    {
      ...about(operations.updateLead, {
        more: 'With the status completed the campaign does not call the lead any more. A call to a new number costs money, so the user must agree.',
      }),
      inputSchema: {
        lead_id: id('the lead'),
        phone_number: z.string().optional(),
        status: z.literal('completed').optional(),
        variables: givenVariables.optional(),
        confirm,
      },
      outputSchema: { updated: z.boolean() },
      annotations: CHANGES,
    },
    async ({ lead_id, confirm: confirmed, ...given }, { signal }) => {
      const changes = withoutMarks(given);
      if (changes.phone_number !== undefined) {
        const action = `Change the number of lead ${lead_id} to ${shown(changes.phone_number)}, which its campaign may call`;
        const refusal = await withoutConsent(server, costsMoney(action), { confirmed, signal });
        if (refusal) return refusal;
      }
      return answer(async () => {
        await ringback.leads.update(lead_id, changes, { signal });
        return { updated: true };
      });
    },
  );
}
