import type { Lead } from '@ringback/client';
import * as operations from '@ringback/client/operations';
import { z } from 'zod';
import { confirm, costsMoney, shown, withoutConsent } from '../consent.ts';
import { createMarks, type Marks, note, withoutMarks } from '../marks.ts';
import {
  about,
  answer,
  before_id,
  CHANGES,
  COSTS_MONEY,
  givenVariables,
  id,
  limit,
  READS,
  take,
  type Tools,
  variables,
} from '../tool.ts';

const lead = {
  id: z.number(),
  campaign_id: z.number(),
  phone_number: z.string(),
  status: z.string(),
  variables,
};

const leadOf = (record: Pick<Lead, keyof typeof lead>, marks: Marks) => ({
  id: record.id,
  campaign_id: record.campaign_id,
  phone_number: record.phone_number,
  status: record.status,
  variables: marks.values(record.variables),
});

export function leadTools({ server, register, ringback }: Tools): void {
  register(
    'list_leads',
    {
      ...about(operations.listLeads),
      inputSchema: { limit, before_id, campaign_id: id('a campaign').optional() },
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
