import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/leads/list-leads.ts';
import { createRecordId } from '#shared/domain/ids/record-id.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { buildCampaign, buildLead, buildSecondaryContact } from '#test/support/builders.ts';
import { campaignDeps, userId } from '#test/support/campaign-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const day = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;

function leadAt(days: number, changes: Partial<Lead> = {}): Lead {
  const createdAt = day + days * DAY_MS;
  const id = createRecordId(createdAt, () => 0);
  return buildLead({ id, createdAt, phoneNumber: `+1202555010${days}`, ...changes });
}

async function setup() {
  const leads = [
    leadAt(0, { contactIds: [6101] }),
    leadAt(1, { status: 'completed' }),
    leadAt(2, { campaignId: 4002 }),
    leadAt(3, { campaignId: 4002, status: 'blacklisted' }),
    leadAt(4, { userId: 8 }),
  ];
  const deps = await campaignDeps({
    campaigns: [buildCampaign(), buildCampaign({ id: 4002, name: 'Autumn' })],
    leads,
    contacts: [buildSecondaryContact()],
  });
  const get = async (query = '') =>
    readResponse(await handler.with(deps)(httpEvent({ path: '/api/user/leads', query })));
  const daysOf = async (query: string) => {
    const { status, body } = await get(query);
    expect(status).toBe(200);
    const { data, total } = body as { data: Array<{ id: number }>; total: number };
    expect(total).toBe(data.length);
    return data.map(({ id }) => leads.findIndex((lead) => lead.id === id));
  };
  return { deps, get, daysOf };
}

describe('GET /user/leads', () => {
  it('answers 200 with the envelope and whole records, newest first', async () => {
    const { get } = await setup();
    const { status, body } = await get('per_page=3');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { current_page: 1, per_page: 3, total: 4, last_page: 2, path: 'https://api.example.com/api/user/leads' },
    });
    const { body: second } = await get('per_page=3&page=2');
    expect(second).toMatchObject({
      from: 4,
      to: 4,
      data: [
        {
          id: createRecordId(day, () => 0),
          campaign_id: 4001,
          phone_number: '+12025550100',
          variables: { customer_name: 'Ada' },
          status: 'created',
          created_at: '2026-06-30 00:00:00',
          campaign: { id: 4001, name: 'Spring' },
          secondary_contacts: [{ id: 6101, phone_number: '+12025550102', variables: { customer_name: 'Charles' } }],
        },
      ],
    });
  });

  it('shows 15 a page unless told otherwise', async () => {
    const { get } = await setup();
    expect((await get()).body).toMatchObject({ per_page: 15 });
  });

  it.each([
    ['', [3, 2, 1, 0]],
    ['status=completed', [1]],
    ['status=blacklisted', [3]],
    ['status=processing', []],
    ['campaign_id=4002', [3, 2]],
    ['campaign_id=4002&status=created', [2]],
    ['campaign_id=999', []],
    ['phone_number=%2B12025550102', [2]],
    ['phone_number=+12025550102', [2]],
    ['phone_number=555-0102', [2]],
    ['phone_number=0102', [2]],
    ['phone_number=nobody', []],
    ['date_from=2026-07-01', [3, 2, 1]],
    ['date_to=2026-07-01', [1, 0]],
    ['date_from=2026-07-01&date_to=2026-07-01', [1]],
    ['date_from=2026-07-03&date_to=2026-07-01', []],
    ['status=&campaign_id=', [3, 2, 1, 0]],
  ])('filters by %s', async (query, found) => {
    const { daysOf } = await setup();
    expect(await daysOf(query)).toEqual(found);
  });

  it('leaves out the leads of a campaign that is being deleted', async () => {
    const { deps, daysOf } = await setup();
    await deps.campaigns.markDeleted(userId, 4002);
    expect(await daysOf('')).toEqual([1, 0]);
    expect(await daysOf('campaign_id=4002')).toEqual([]);
  });

  it.each([
    ['status=done', { status: ['The selected status is invalid.'] }],
    ['campaign_id=x', { campaign_id: ['The campaign id must be an integer.'] }],
    ['date_from=today', { date_from: ['The date from does not match the format Y-m-d.'] }],
    ['per_page=101&page=0', { per_page: ['The per page must be between 1 and 100.'] }],
  ])('answers 422 to %s', async (query, errors) => {
    const { get } = await setup();
    expect(await get(query)).toMatchObject({ status: 422, body: { message: 'The given data was invalid.', errors } });
  });
});
