import { expect, it } from 'vitest';
import { handler as getHandler } from '#functions/http/sms/get-sms.ts';
import { handler as listHandler } from '#functions/http/sms/list-sms.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import { fundUser } from '#test/stores/stored-sms.ts';
import { buildLedgerEntry, buildSms } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const DAY = Date.UTC(2026, 5, 30);

async function setup() {
  const { userId, messages } = await fundUser(table);
  const ask = {
    list: askerOf(listHandler.with({ smsList: createDynamoDbSmsList(table.real()) })),
    get: askerOf(getHandler.with({ messages })),
  };
  const outbound = buildSms({
    userId,
    id: createRecordId(DAY + 1000, () => 0),
    failure: '30003',
    status: 'undelivered',
    carrierMessageId: 'SM1',
  });
  const inbound = buildSms({
    userId,
    id: createRecordId(DAY + 2000, () => 0),
    from: '+12025550100',
    to: '+12025550001',
    body: 'STOP',
    segmentPrice: 0,
    totalCost: 0,
    segments: 1,
    status: 'delivered',
    carrierMessageId: 'SM2',
    optOut: 'stop',
  });
  await messages.createWithCharge(outbound, buildLedgerEntry({ id: 2, userId, amount: -20_000 }));
  await messages.receive({ ...inbound, direction: 'inbound', carrierMessageId: 'SM2' });
  const list = async (query = '') => {
    const { status, body } = await ask.list({ userId, query, path: '/api/user/sms' });
    const { data, total } = body as { data?: Array<{ id: number }>; total?: number };
    return { status, body, total, ids: data?.map(({ id }) => id) };
  };
  return { userId, messages, ask, outbound, inbound, list };
}

it('answers what was sent and what was received, newest first', async () => {
  const { list, outbound, inbound, userId } = await setup();
  const { body } = await list();
  expect(body).toMatchObject({
    total: 2,
    data: [
      {
        id: inbound.id,
        phone_number_id: 1001,
        direction: 'inbound',
        status: 'received',
        from: '+12025550100',
        to: '+12025550001',
        body: 'STOP',
        opt_out: 'stop',
        segment_price: 0,
        total_cost: 0,
        error: null,
      },
      {
        id: outbound.id,
        user_id: userId,
        direction: 'outbound',
        status: 'undelivered',
        from: '+12025550001',
        error: '30003',
        opt_out: null,
        total_cost: 0.02,
        created_at: '2026-06-30 00:00:01',
      },
    ],
  });
});

it('combines its filters with AND', async () => {
  const { list, outbound, inbound } = await setup();
  expect((await list('direction=inbound')).ids).toEqual([inbound.id]);
  expect((await list('status=undelivered')).ids).toEqual([outbound.id]);
  expect((await list('status=undelivered&direction=inbound')).ids).toEqual([]);
  expect((await list('phone_number=%2B1%20202%20555%200100')).ids).toEqual([inbound.id, outbound.id]);
  expect((await list('phone_number=12025550100&direction=outbound')).ids).toEqual([outbound.id]);
  expect((await list('phone_number=%2B12025550001')).ids).toEqual([]);
  expect((await list('date_from=2026-06-30&date_to=2026-06-30')).ids).toEqual([inbound.id, outbound.id]);
  expect((await list('date_to=2026-06-29')).total).toBe(0);
  expect((await list('date_from=2026-07-01')).total).toBe(0);
  expect((await list('per_page=1&page=2')).ids).toEqual([outbound.id]);
});

it.each(['status=lost', 'direction=up', 'date_from=30.6.2026', 'per_page=101', 'page=0'])(
  'answers 422 for %s',
  async (query) => {
    const { list } = await setup();
    expect((await list(query)).status).toBe(422);
  },
);

it('answers one SMS, and 404 for one of another user', async () => {
  const { ask, userId, inbound, outbound } = await setup();
  expect(await ask.get({ userId, id: inbound.id })).toMatchObject({
    status: 200,
    body: { id: inbound.id, status: 'received' },
  });
  expect(await ask.get({ userId, id: outbound.id })).toMatchObject({ status: 200, body: { direction: 'outbound' } });
  for (const parts of [
    { userId: userId + 1, id: outbound.id },
    { userId, id: 1 },
    { userId, id: 'x' },
  ]) {
    expect(await ask.get(parts)).toEqual({ status: 404, body: { message: 'SMS not found' } });
  }
});

it('keeps inbound texts out of the search for lost messages', async () => {
  const { messages, userId, outbound } = await setup();
  expect((await messages.listBetween(userId, DAY, DAY + 86_400_000)).map(({ id }) => id)).toEqual([outbound.id]);
});
