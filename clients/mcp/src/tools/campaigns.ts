import type { Campaign } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { confirm, costsMoney, withoutConsent } from '../consent.ts';
import { about, answer, before_id, CHANGES, COSTS_MONEY, CREATES, DELETES, id, READS, type Tools } from '../tool.ts';

const campaign = {
  id: z.number(),
  name: z.string(),
  status: z.string(),
  assistant_id: z.number().nullable(),
  timezone: z.string(),
  allowed_hours_start_time: z.string(),
  allowed_hours_end_time: z.string(),
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
  checkTool({ server, register, ringback });
  switchTools({ server, register, ringback });
}

const names = z.array(z.string());
const state = { campaign_id: z.number(), status: z.string() };
const started = {
  ...state,
  missing_variables: z
    .object({ names, leads: z.number(), checked: z.number() })
    .optional()
    .describe('Placeholders without a value. check_campaign lists the leads.'),
};

function checkTool({ register, ringback }: Tools): void {
  register(
    'check_campaign',
    {
      ...about(operations.listMissingVariables, { more: 'Use this tool before start_campaign.' }),
      inputSchema: { campaign_id: id('the campaign'), before_id },
      outputSchema: {
        leads: z.array(z.object({ id: z.number(), phone_number: z.string(), missing_variables: names })),
        checked: z.number(),
        total: z.number(),
        next_before_id: z.number().nullable(),
      },
      annotations: READS,
    },
    ({ campaign_id, ...position }) =>
      answer(async () => {
        const { data: leads, ...numbers } = await ringback.campaigns.missingVariables(campaign_id, position);
        return { leads, ...numbers };
      }),
  );
}

function switchTools({ server, register, ringback }: Tools): void {
  register(
    'start_campaign',
    {
      ...about(operations.updateCampaignStatus, {
        title: 'Start a campaign',
        more: 'This tool starts it. Each call costs money, so the user must agree.',
      }),
      inputSchema: { campaign_id: id('the campaign'), confirm },
      outputSchema: started,
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
