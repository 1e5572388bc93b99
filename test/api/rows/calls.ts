import * as v from 'valibot';
import { expect } from 'vitest';
import { callTypes } from '#shared/calls/call-items.ts';
import { callStatuses } from '#shared/calls/call-status.ts';
import { webhookDeliveries } from '#shared/container.ts';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid, idsOf, settledCall } from '#test/api/steps.ts';
import { callIdAt, storeCall, storeSettledCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';
import { buildDelivery } from '#test/support/builders.ts';

/** A day of calls that every filter divides differently. */
async function storeCalls(world: World) {
  const may = { campaignId: 21, campaignName: 'May' };
  const store = async (time: string, digits: string, changes: Parameters<typeof storeCall>[1]) =>
    (await storeCall(world, { id: callIdAt(time), clientPhoneNumber: `+120255501${digits}`, ...changes })).id;
  return {
    oldest: await store('2026-05-01T00:00:00Z', '01', {
      status: 'completed',
      type: 'inbound',
      assistantId: 11,
      ...may,
    }),
    second: await store('2026-05-01T23:59:59.999Z', '02', { status: 'busy', assistantId: 11 }),
    third: await store('2026-05-02T00:00:00Z', '02', { status: 'completed', assistantId: 12, ...may }),
    newest: await store('2026-05-03T12:00:00Z', '03', { status: 'failed', type: 'web', assistantId: 12 }),
  };
}

const filters: Array<[sentence: string, query: string, found: string]> = [
  ['Calls are listed newest first', '', 'newest third second oldest'],
  ['status finds the calls of that status', 'status=completed', 'third oldest'],
  ['Space around a filter does not count', 'status=%20completed&type=outbound%20', 'third'],
  ['type finds the calls of that type', 'type=web', 'newest'],
  ['phone_number finds the calls of that client', 'phone_number=%2B12025550102', 'third second'],
  ['phone_number is normalised before it is compared', 'phone_number=%2B1 (202) 555-0102', 'third second'],
  ['phone_number may lack its plus, or have it as it stands', 'phone_number=+12025550102', 'third second'],
  ['phone_number matches whole numbers only', 'phone_number=%2B1202555010', ''],
  ['phone_number of any form finds nothing', 'phone_number=%FF%00', ''],
  ['assistant_id finds the calls of that assistant', 'assistant_id=11', 'second oldest'],
  ['assistant_id of no assistant finds nothing', 'assistant_id=9007199254740991', ''],
  ['campaign_id finds the calls of that campaign', 'campaign_id=21', 'third oldest'],
  ['date_from is inclusive, from the first instant of the UTC day', 'date_from=2026-05-02', 'newest third'],
  ['date_to is inclusive, to the last instant of the UTC day', 'date_to=2026-05-01', 'second oldest'],
  ['date_from and date_to may be one day', 'date_from=2026-05-01&date_to=2026-05-01', 'second oldest'],
  ['Any day of four digits is one', 'date_from=0000-01-01&date_to=9999-12-31', 'newest third second oldest'],
  ['date_from after date_to finds nothing', 'date_from=2026-05-03&date_to=2026-05-01', ''],
  [
    'Filters combine with AND',
    'status=completed&type=outbound&assistant_id=12&campaign_id=21&date_from=2026-05-02',
    'third',
  ],
  ['An empty filter is ignored', 'status=&type=&phone_number=&assistant_id=', 'newest third second oldest'],
  ['Unknown query parameters are ignored', 'colour=red&__proto__=1', 'newest third second oldest'],
];

const list = rowsOf('GET /user/calls', 'List calls; Call record; decisions 1 and 5');

const filterRows = filters.map(([sentence, query, found]) =>
  list(200, sentence, {
    isFresh: true,
    given: storeCalls,
    ask: { query },
    after: ({ body }, stored) => {
      const ids = found.split(' ').flatMap((name) => stored[name as keyof typeof stored] ?? []);
      expect({ ids: idsOf(body), body }).toMatchObject({ ids, body: { total: ids.length } });
    },
  }),
);

const turns = [
  { sender: 'bot' as const, text: 'Hello Ada.', timestamp: 1 },
  { sender: 'human' as const, text: 'Hello.', timestamp: 2 },
];
const variables = { customer_name: 'Ada' };
const evaluation = { status: true, summary: null, score: 4.5 };
const webhookResponse = { status: 200, body: 'ok', attempts: 1, deliveredAt: Date.UTC(2026, 5, 30, 12) };
const settled = {
  status: 'ended_by_customer',
  answeredBy: 'human',
  durationSeconds: 42,
  campaignId: 3,
  campaignName: 'May',
} as const;
const nothingYet = {
  transcript: '',
  variables: {},
  evaluation: {},
  webhook_response: {},
  duration: 0,
  status: 'initiated',
  answered_by: 'unknown',
  carrier_cost: 0,
  total_cost: 0,
  created_at: '2026-06-30 11:53:20',
};

const recordRows = [
  list(200, 'A call that has begun has an empty transcript, empty objects and an unknown listener', {
    isFresh: true,
    given: storeCall,
    shape: shapes.envelope(shapes.callRecord),
    part: { data: [nothingYet] },
    after: ({ body }) => {
      const [record] = (body as { data: object[] }).data;
      for (const field of ['campaign_name', 'recording_url']) expect(record).not.toHaveProperty(field);
    },
  }),
  list(200, 'A call that is over has its transcript as text, a line per turn, and its objects filled', {
    isFresh: true,
    given: (world) => storeSettledCall(world, settled, { variables, turns, evaluation, webhookResponse }),
    shape: shapes.envelope(shapes.callRecord),
    part: {
      data: [
        {
          status: 'ended_by_customer',
          campaign_name: 'May',
          answered_by: 'human',
          duration: 42,
          transcript: 'Assistant: Hello Ada.\nCustomer: Hello.',
          variables,
          evaluation,
          webhook_response: { status: 200, body: 'ok', attempts: 1, delivered_at: '2026-06-30 12:00:00' },
        },
      ],
    },
  }),
  list(200, 'Every status and every type of the contract can be listed and asked for', {
    from: 'States and transitions; List calls',
    isFresh: true,
    given: async (world) => {
      for (const status of callStatuses) await storeCall(world, { id: callIdAt('2026-05-01T00:00:00Z'), status });
    },
    ask: [...callStatuses.map((status) => `status=${status}`), ...callTypes.map((type) => `type=${type}`)].map(
      (query) => ({ query }),
    ),
    shape: shapes.envelope(shapes.callRecord),
  }),
  list(200, "Only the user's own calls are listed", {
    isFresh: true,
    given: ({ stranger }) =>
      storeCall({ customer: stranger }, { id: callIdAt('2026-05-01T00:00:00Z'), assistantId: 77 }),
    ask: [{}, { query: 'assistant_id=77' }],
    part: { data: [], total: 0 },
  }),
  list(200, 'A call that was made is in the next list, and keeps the name of an assistant that is deleted', {
    from: 'decisions 3 and 5',
    isFresh: true,
    given: async (world) => {
      const assistant_id = await createAssistant(world, { assistant_name: 'Gone' });
      await world.ask('POST /user/make_call', { body: { phone_number: '+12025550100', assistant_id } });
      await world.ask('DELETE /user/assistant/{id}', { id: assistant_id });
      return assistant_id;
    },
    ask: (id) => [{}, { query: `assistant_id=${id}` }],
    part: {
      data: [{ assistant_name: 'Gone', type: 'outbound', client_phone_number: '+12025550100' }],
      total: 1,
    },
  }),
];

const clients = 'existing clients; the public service';
const GET = 'GET /user/calls/{id}';
const remove = rowsOf('DELETE /user/calls/{id}', clients);

const singleRows = [
  rowsOf(GET, clients)(200, 'One call is shown as the list shows it', {
    isFresh: true,
    given: settledCall,
    ask: (id) => ({ id }),
    shape: v.strictObject({
      ...shapes.callRecord.entries,
      outcome: v.nullable(v.string()),
      end_reason: v.nullable(v.string()),
      reason: v.nullable(v.strictObject({ by: v.string(), code: v.string(), text: v.string() })),
      latency: v.nullable(v.record(v.string(), v.unknown())),
      model: v.nullable(v.strictObject({ name: v.string(), simulated: v.boolean() })),
      transcript_turns: v.array(v.record(v.string(), v.unknown())),
      tool_calls: v.array(v.record(v.string(), v.unknown())),
      transfers: v.array(v.record(v.string(), v.unknown())),
    }),
    after: async ({ body }, _, world) => {
      const {
        outcome: _outcome,
        end_reason: _endReason,
        reason: _reason,
        latency: _latency,
        model: _model,
        transcript_turns: _turns,
        tool_calls: _toolCalls,
        transfers: _transfers,
        ...listed
      } = body as Record<string, unknown>;
      expect(await world.ask('GET /user/calls')).toMatchObject({ body: { data: [listed] } });
    },
  }),
  remove(200, 'A call that is over is deleted, and no list counts it', {
    isFresh: true,
    given: settledCall,
    ask: (id) => ({ id }),
    body: { message: 'Call deleted successfully' },
    after: async (_, id, world) => {
      expect(await world.ask(GET, { id })).toMatchObject({ status: 404 });
      expect(await world.ask('GET /user/calls')).toMatchObject({ body: { total: 0 } });
    },
  }),
  remove(409, 'A call that is not over stays', {
    given: (world) => storeCall(world, { id: callIdAt('2026-06-30T12:00:00Z'), status: 'in-progress' }),
    ask: ({ id }) => ({ id }),
    body: { message: 'The call is not over and cannot be deleted yet.' },
  }),
];

const end = rowsOf('POST /user/calls/{id}/end', 'endpoints of this project');
const at = callIdAt;

const endRows = [
  end(200, 'A call that waits is cancelled, and costs nothing', {
    isFresh: true,
    given: async (world) => {
      const { id } = await storeCall(world, { id: at('2026-06-30T12:00:00Z'), status: 'initiated', claimedAt: null });
      return id;
    },
    ask: (id) => ({ id }),
    body: (id) => ({
      message: 'Call ended successfully',
      data: { id, status: 'failed', end_reason: 'cancelled' },
    }),
    after: async (_, id, world) => {
      const record = { status: 'failed', end_reason: 'cancelled', total_cost: 0 };
      expect(await world.ask(GET, { id })).toMatchObject({ body: record });
      expect(await world.ask('POST /user/calls/{id}/end', { id })).toMatchObject({ status: 409 });
    },
  }),
  end(409, 'A call that is over cannot be ended', {
    isFresh: true,
    given: settledCall,
    ask: (id) => ({ id }),
    body: { message: 'The call is over.' },
  }),
  end(404, 'A call of another user is not there', {
    given: async (world) => (await storeCall({ customer: world.stranger }, { id: at('2026-06-30T12:00:00Z') })).id,
    ask: (id) => [{ id }, { id: 0 }, { id: 'x' }],
    body: { message: 'Call not found' },
  }),
];

const deliveries = rowsOf('GET /user/webhooks/deliveries', 'decisions 8');
const ofCall = (callId: number | string) => ({ query: `call_id=${callId}` });

const deliveryRows = [
  deliveries(200, 'A call tells its deliveries: attempts, the next one, and how the endpoint does', {
    isFresh: true,
    given: async (world) => {
      const delivery = buildDelivery({ userId: world.customer.userId, callId: await settledCall(world) });
      await webhookDeliveries().create(delivery);
      const attempt = { at: Date.UTC(2026, 5, 30, 12), status: 503, problem: null, durationMs: 12 };
      await webhookDeliveries().recordAttempt(delivery, attempt, 'pending', Date.UTC(2026, 5, 30, 12, 5));
      return delivery;
    },
    ask: ({ callId }) => ofCall(callId),
    shape: v.strictObject({ data: v.array(shapes.delivery) }),
    part: ({ id, callId }) => ({
      data: [
        {
          id,
          call_id: callId,
          next_attempt_at: '2026-06-30T12:05:00.000000Z',
          attempts: [{ status: 503, error: null }],
          endpoint: { pace: 'unknown' },
        },
      ],
    }),
  }),
  deliveries(200, 'A call without webhooks has no deliveries', {
    given: settledCall,
    ask: ofCall,
    body: { data: [] },
  }),
  deliveries(404, "The call is one of the user's", {
    given: async (world) => settledCall({ customer: world.stranger }),
    ask: (id) => [ofCall(id), ofCall(1), ofCall(Number.MAX_SAFE_INTEGER)],
    body: { message: 'Call not found' },
  }),
  deliveries(422, 'call_id is required', {
    ask: [{}, ofCall(''), ofCall('%20')],
    body: dataInvalid({ call_id: 'The call id field is required.' }),
  }),
  deliveries(422, 'call_id is an id', {
    ask: ['x', '1.5', '9007199254740992'].map(ofCall),
    body: dataInvalid({ call_id: 'The call id must be an integer.' }),
  }),
];

export const callRows = [...filterRows, ...recordRows, ...endRows, ...singleRows, ...deliveryRows];
