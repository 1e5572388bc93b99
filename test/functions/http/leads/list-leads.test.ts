import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/leads/list-leads.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

function leadAt(days: number, changes: Partial<Lead> = {}): Lead {
  const createdAt = Date.UTC(2026, 5, 30) + days * 86_400_000;
  return buildLead({
    id: createRecordId(createdAt, () => 0),
    createdAt,
    phoneNumber: `+1202555010${days}`,
    ...changes,
  });
}

async function setup() {
  const leads = [
    leadAt(0, { contactIds: [6101] }),
    leadAt(1, { status: 'completed' }),
    leadAt(2, { campaignId: 4002 }),
    leadAt(3, { campaignId: 4002, status: 'blacklisted' }),
    leadAt(4, { userId: 8 }),
  ];
  const campaigns = [buildCampaign(), buildCampaign({ id: 4002, name: 'Autumn' })];
  const deps = await campaignDeps({ campaigns, leads, contacts: [buildSecondaryContact()] });
  const ask = askerOf(handler.with(deps));
  const get = (query: string) => ask({ path: '/api/user/leads', query });
  const daysOf = async (query: string) => {
    const { data, total } = (await get(query)).body as { data: Array<{ id: number }>; total: number };
    expect(total).toBe(data.length);
    return data.map(({ id }) => leads.findIndex((lead) => lead.id === id));
  };
  return { deps, leads, get, daysOf };
}

describe('GET /user/leads', () => {
  it('answers 200 with whole records, page by page', async () => {
    const { leads, get } = await setup();
    const record = {
      id: leads[0]!.id,
      campaign_id: 4001,
      phone_number: '+12025550100',
      status: 'created',
      variables: { customer_name: 'Ada' },
      campaign: { id: 4001, name: 'Spring' },
      secondary_contacts: [{ id: 6101, phone_number: '+12025550102', variables: { customer_name: 'Charles' } }],
      created_at: '2026-06-30 00:00:00',
    };
    const body = { total: 4, from: 4, to: 4, data: [record] };
    expect(await get('per_page=3&page=2')).toMatchObject({ status: 200, body });
  });

  it.each([
    ['date_from=2026-07-01', [3, 2, 1]],
    ['date_to=2026-07-01', [1, 0]],
    ['date_from=2026-07-01&date_to=2026-07-01', [1]],
  ])('takes whole UTC days, both inclusive, for ?%s', async (query, found) => {
    const { daysOf } = await setup();
    expect(await daysOf(query)).toEqual(found);
  });

  it('leaves out the leads of a campaign that is being deleted', async () => {
    const { deps, daysOf } = await setup();
    await deps.campaigns.markDeleted(userId, 4002);
    expect(await daysOf('')).toEqual([1, 0]);
    expect(await daysOf('campaign_id=4002')).toEqual([]);
  });
});
