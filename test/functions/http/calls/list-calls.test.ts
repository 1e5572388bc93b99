import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/list-calls.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { createRecordId } from '#shared/domain/ids/record-id.ts';
import type { Call } from '#shared/domain/call/call.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const userId = 7;
const day = Date.UTC(2026, 5, 30);
const idAt = (time: number) => createRecordId(time, () => 0);

async function setup(calls: Array<Partial<Call>>) {
  const store = createMemoryCallStore();
  store.state.wallets.set(userId, { balance: 1e12, available: 1e12 });
  for (const call of calls) {
    await store.createWithHold(buildCall(call), { assistant: buildAssistant(), variables: { customer_name: 'Ada' } });
  }
  const recordingTerms = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const endpoint = handler.with({ calls: store, clock: { now: () => day + 86_000_000 }, recordingTerms });
  const get = async (query = '') => readResponse(await endpoint(httpEvent({ path: '/api/user/calls', query })));
  const idsOf = async (query: string) =>
    ((await get(query)).body as { data: Array<{ id: number }> }).data.map(({ id }) => id);
  return { store, get, idsOf };
}

describe('GET /user/calls', () => {
  it('answers 200 with the envelope and the record of the contract', async () => {
    const id = idAt(day + 42_800_000);
    const { get } = await setup([{ id }]);
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      current_page: 1,
      per_page: 15,
      total: 1,
      from: 1,
      to: 1,
      last_page: 1,
      path: 'https://api.example.com/api/user/calls',
      data: [
        {
          id,
          assistant_name: 'Reception',
          type: 'outbound',
          duration: 0,
          assistant_phone_number: '+12025550001',
          client_phone_number: '+12025550100',
          status: 'initiated',
          transcript: '',
          variables: { customer_name: 'Ada' },
          evaluation: {},
          webhook_response: {},
          carrier_cost: 0,
          total_cost: 0,
          answered_by: 'unknown',
          created_at: '2026-06-30 11:53:20',
        },
      ],
    });
    expect((body as { data: object[] }).data[0]).not.toHaveProperty('campaign_name');
    expect((body as { data: object[] }).data[0]).not.toHaveProperty('recording_url');
  });

  it.each([
    { what: 'a settled call', call: {}, isShown: true },
    { what: 'a call whose retention is over', call: { endedAt: day - 30 * 86_400_000 }, isShown: false },
    { what: 'a call that the carrier did not record', call: { recordingAbsentAt: day }, isShown: false },
    { what: 'a call that runs', call: { recordingSecret: undefined }, isShown: false },
  ])('shows the link to the recording of $what: $isShown', async ({ call, isShown }) => {
    const secret = 's'.repeat(43);
    const { get } = await setup([{ id: 1, status: 'completed', endedAt: day, recordingSecret: secret, ...call }]);
    const { body } = await get();
    const [record] = (body as { data: Array<{ recording_url?: string }> }).data;
    expect(record!.recording_url).toBe(
      isShown ? `https://api.example.com/api/recordings/${userId}.1.${secret}` : undefined,
    );
  });

  it('shows transcript, evaluation, cost and webhook answer of a settled call', async () => {
    const { store, get } = await setup([{ id: 1 }]);
    const key = { userId, callId: 1 };
    await store.change(key, { status: 'ended', durationSeconds: 42, answeredBy: 'human' }, day);
    await store.settle({
      key,
      status: 'ended_by_customer',
      carrierCost: 14_000,
      totalCost: 114_000,
      hold: 2_000_000,
      entry: null,
      body: {
        variables: {},
        turns: [
          { sender: 'bot', text: 'Hello.', timestamp: day },
          { sender: 'human', text: 'Hi!', timestamp: day },
        ],
        evaluation: { status: true, summary: null },
        webhookResponse: { status: 200, body: 'ok', attempts: 2, deliveredAt: day },
      },
      at: day,
    });
    expect((await get()).body).toMatchObject({
      data: [
        {
          status: 'ended_by_customer',
          duration: 42,
          answered_by: 'human',
          carrier_cost: 0.014,
          total_cost: 0.114,
          transcript: 'Assistant: Hello.\nCustomer: Hi!',
          evaluation: { status: true, summary: null },
          webhook_response: { status: 200, body: 'ok', attempts: 2, delivered_at: '2026-06-30 00:00:00' },
        },
      ],
    });
  });

  it.each([
    { query: '', ids: [4, 3, 2, 1] },
    { query: 'status=ringing', ids: [2] },
    { query: 'type=inbound', ids: [3] },
    { query: 'phone_number=%2B12025550150', ids: [4, 1] },
    { query: 'phone_number=+12025550150', ids: [4, 1] },
    { query: 'phone_number=12025550150', ids: [4, 1] },
    { query: 'phone_number=0150', ids: [] },
    { query: 'assistant_id=502', ids: [3] },
    { query: 'campaign_id=31', ids: [4] },
    { query: 'phone_number=12025550150&campaign_id=31', ids: [4] },
    { query: 'status=ringing&type=inbound', ids: [] },
    { query: 'per_page=3', ids: [4, 3, 2] },
    { query: 'per_page=3&page=2', ids: [1] },
    { query: 'page=9', ids: [] },
  ])('lists $ids for ?$query', async ({ query, ids }) => {
    const { idsOf } = await setup([
      { id: 1, clientPhoneNumber: '+12025550150' },
      { id: 2, status: 'ringing' },
      { id: 3, type: 'inbound', assistantId: 502 },
      { id: 4, clientPhoneNumber: '+12025550150', campaignId: 31, campaignName: 'Spring' },
      { id: 5, userId: 8 },
    ]);
    expect(await idsOf(query)).toEqual(ids);
  });

  it.each([
    { query: 'date_from=2026-06-30', days: [1, 0] },
    { query: 'date_to=2026-06-30', days: [0, -1] },
    { query: 'date_from=2026-06-30&date_to=2026-06-30', days: [0] },
    { query: 'date_from=2026-07-01&date_to=2026-06-29', days: [] },
  ])('takes whole UTC days, both inclusive, for ?$query', async ({ query, days }) => {
    const lastMoment = 86_399_999;
    const ids = new Map([-1, 0, 1].map((offset) => [idAt(day + offset * 86_400_000 + lastMoment), offset]));
    const { idsOf } = await setup([...ids.keys()].map((id) => ({ id })));
    expect((await idsOf(query)).map((id) => ids.get(id))).toEqual(days);
  });

  it.each([
    { query: 'status=done', field: 'status', sentence: 'The selected status is invalid.' },
    { query: 'type=fax', field: 'type', sentence: 'The selected type is invalid.' },
    { query: 'assistant_id=abc', field: 'assistant_id', sentence: 'The assistant id must be an integer.' },
    { query: 'date_from=2026-02-30', field: 'date_from', sentence: 'The date from does not match the format Y-m-d.' },
    { query: 'date_to=30.06.2026', field: 'date_to', sentence: 'The date to does not match the format Y-m-d.' },
    { query: 'per_page=0', field: 'per_page', sentence: 'The per page must be between 1 and 100.' },
    { query: 'per_page=101', field: 'per_page', sentence: 'The per page must be between 1 and 100.' },
    { query: 'page=0', field: 'page', sentence: 'The page must be between 1 and 9007199254740991.' },
    { query: 'page=1e3', field: 'page', sentence: 'The page must be an integer.' },
  ])('answers 422 to ?$query', async ({ query, field, sentence }) => {
    const { get } = await setup([]);
    expect(await get(query)).toEqual({
      status: 422,
      body: { message: 'The given data was invalid.', errors: { [field]: [sentence] } },
    });
  });
});
