import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid } from '#test/api/steps.ts';
import { callIdAt, storeCall, storeSettledCall } from '#test/api/stored-calls.ts';
import type { World } from '#test/api/world.ts';
import { callStatuses } from '#shared/domain/call/call-status.ts';
import { callTypes } from '#shared/domain/call/call.ts';
import { MICROS_PER_UNIT } from '#shared/domain/account/money.ts';

const LIST = 'GET /user/calls';

interface ListedCall {
  id: number;
  status: string;
  client_phone_number: string;
}

/** A day of calls that every filter divides differently. */
async function storeCalls(world: World) {
  const to = (digits: string) => `+120255501${digits}`;
  const stored = [
    { id: callIdAt('2026-05-01T00:00:00Z'), clientPhoneNumber: to('01'), status: 'completed', type: 'inbound' },
    { id: callIdAt('2026-05-01T23:59:59.999Z'), clientPhoneNumber: to('02'), status: 'busy', type: 'outbound' },
    { id: callIdAt('2026-05-02T00:00:00Z'), clientPhoneNumber: to('02'), status: 'completed', type: 'outbound' },
    { id: callIdAt('2026-05-03T12:00:00Z'), clientPhoneNumber: to('03'), status: 'failed', type: 'web' },
  ] as const;
  const oldest = await storeCall(world, { ...stored[0], assistantId: 11, campaignId: 21, campaignName: 'May' });
  const second = await storeCall(world, { ...stored[1], assistantId: 11 });
  const third = await storeCall(world, { ...stored[2], assistantId: 12, campaignId: 21, campaignName: 'May' });
  const newest = await storeCall(world, { ...stored[3], assistantId: 12 });
  return { oldest: oldest.id, second: second.id, third: third.id, newest: newest.id };
}

type Stored = Awaited<ReturnType<typeof storeCalls>>;

const idsOf = (body: unknown) => (body as { data: ListedCall[] }).data.map(({ id }) => id);

const filters: Array<[sentence: string, from: string, query: string, found: Array<keyof Stored>]> = [
  ['Calls are listed newest first', 'decisions 5', '', ['newest', 'third', 'second', 'oldest']],
  ['status finds the calls of that status', 'List calls', 'status=completed', ['third', 'oldest']],
  ['type finds the calls of that type', 'List calls', 'type=web', ['newest']],
  ['phone_number finds the calls of that client', 'List calls', 'phone_number=%2B12025550102', ['third', 'second']],
  [
    'phone_number is normalised before it is compared',
    'decisions 5',
    'phone_number=%2B1 (202) 555-0102',
    ['third', 'second'],
  ],
  ['phone_number matches whole numbers only', 'decisions 5', 'phone_number=%2B1202555010', []],
  ['assistant_id finds the calls of that assistant', 'List calls', 'assistant_id=11', ['second', 'oldest']],
  ['assistant_id of no assistant finds nothing', 'List calls', 'assistant_id=9007199254740991', []],
  ['campaign_id finds the calls of that campaign', 'List calls', 'campaign_id=21', ['third', 'oldest']],
  [
    'date_from is inclusive, from the first instant of the UTC day',
    'List calls; decisions 5',
    'date_from=2026-05-02',
    ['newest', 'third'],
  ],
  [
    'date_to is inclusive, to the last instant of the UTC day',
    'List calls; decisions 5',
    'date_to=2026-05-01',
    ['second', 'oldest'],
  ],
  [
    'date_from and date_to may be one day',
    'List calls; decisions 5',
    'date_from=2026-05-01&date_to=2026-05-01',
    ['second', 'oldest'],
  ],
  ['date_from after date_to finds nothing', 'List calls', 'date_from=2026-05-03&date_to=2026-05-01', []],
  [
    'Filters combine with AND',
    'decisions 5',
    'status=completed&type=outbound&assistant_id=12&campaign_id=21&date_from=2026-05-02',
    ['third'],
  ],
  [
    'An empty filter is none',
    'decisions 1',
    'status=&type=&phone_number=&assistant_id=',
    ['newest', 'third', 'second', 'oldest'],
  ],
  [
    'Unknown query parameters are ignored',
    'decisions 1',
    'colour=red&__proto__=1',
    ['newest', 'third', 'second', 'oldest'],
  ],
];

const filterRows = filters.map(([sentence, from, query, found]) =>
  row({
    sentence,
    from,
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: storeCalls,
    ask: () => ({ query }),
    part: { total: found.length },
    after: ({ body }, stored) => {
      expect(idsOf(body)).toEqual(found.map((name) => stored[name]));
    },
  }),
);

const refusals: Array<[sentence: string, field: string, values: string[], says: string]> = [
  [
    'status is one of the call statuses',
    'status',
    ['done', 'COMPLETED', 'ended_by_nobody'],
    'The selected status is invalid.',
  ],
  ['type is inbound, outbound or web', 'type', ['sip', '1'], 'The selected type is invalid.'],
  [
    'assistant_id is an integer',
    'assistant_id',
    ['abc', '1.5', '1e3', '9007199254740992'],
    'The assistant id must be an integer.',
  ],
  [
    'campaign_id is an integer',
    'campaign_id',
    ['abc', '1.5', '1e3', '9007199254740992'],
    'The campaign id must be an integer.',
  ],
  ...['date_from', 'date_to'].map((field): [string, string, string[], string] => [
    `${field} is a day of the calendar`,
    field,
    ['2026-02-30', '2026-13-01', '01-05-2026', '2026-5-1', '2026-05-01T00:00:00Z', 'today', '0'],
    `The ${field.replace('_', ' ')} does not match the format Y-m-d.`,
  ]),
];

const refusalRows = refusals.map(([sentence, field, values, says]) =>
  row({
    sentence,
    from: 'List calls; decisions 2 and 5',
    endpoint: LIST,
    status: 422,
    ask: () => values.map((value) => ({ query: `${field}=${encodeURIComponent(value)}` })),
    body: dataInvalid({ [field]: says }),
  }),
);

const recordRows = [
  row({
    sentence: 'A call that has begun has an empty transcript, empty objects and an unknown listener',
    from: 'Call record; decisions 5',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: storeCall,
    shape: shapes.envelope(shapes.callRecord),
    part: {
      data: [
        {
          status: 'initiated',
          transcript: '',
          variables: {},
          evaluation: {},
          webhook_response: {},
          answered_by: 'unknown',
          duration: 0,
          carrier_cost: 0,
          total_cost: 0,
          created_at: '2026-06-30 11:53:20',
        },
      ],
    },
    after: ({ body }) => {
      const [record] = (body as { data: object[] }).data;
      expect(Object.keys(record!)).not.toContain('campaign_name');
      expect(Object.keys(record!)).not.toContain('recording_url');
    },
  }),
  row({
    sentence: 'A call that is over has its transcript as text, a line per turn, and its objects filled',
    from: 'Call record; decisions 5',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: (world) =>
      storeSettledCall(
        world,
        { status: 'ended_by_customer', answeredBy: 'human', durationSeconds: 42, campaignId: 3, campaignName: 'May' },
        {
          variables: { customer_name: 'Ada' },
          turns: [
            { sender: 'bot', text: 'Hello Ada.', timestamp: 1 },
            { sender: 'human', text: 'Hello.', timestamp: 2 },
          ],
          evaluation: { status: true, summary: null, score: 4.5 },
          webhookResponse: { status: 200, body: 'ok', attempts: 1, deliveredAt: Date.UTC(2026, 5, 30, 12) },
        },
      ),
    shape: shapes.envelope(shapes.callRecord),
    part: {
      data: [
        {
          status: 'ended_by_customer',
          campaign_name: 'May',
          answered_by: 'human',
          duration: 42,
          transcript: 'Assistant: Hello Ada.\nCustomer: Hello.',
          variables: { customer_name: 'Ada' },
          evaluation: { status: true, summary: null, score: 4.5 },
          webhook_response: { status: 200, body: 'ok', attempts: 1, delivered_at: '2026-06-30 12:00:00' },
        },
      ],
    },
  }),
  row({
    sentence: 'Money is shown as a number of at most six decimals',
    from: 'Call record; decisions 1',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: (world) => storeCall(world, { carrierCost: 123_456, totalCost: 10 * MICROS_PER_UNIT + 1 }),
    part: { data: [{ carrier_cost: 0.123456, total_cost: 10.000001 }] },
  }),
  row({
    sentence: 'Every status and every type of the contract can be listed and asked for',
    from: 'States and transitions; List calls',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: async (world) => {
      for (const status of callStatuses) {
        await storeCall(world, { id: callIdAt('2026-05-01T00:00:00Z'), status });
      }
    },
    ask: () => [
      ...callStatuses.map((status) => ({ query: `status=${status}` })),
      ...callTypes.map((type) => ({ query: `type=${type}` })),
    ],
    shape: shapes.envelope(shapes.callRecord),
  }),
  row({
    sentence: "Only the user's own calls are listed",
    from: 'Conventions; Authentication',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: async (world) => {
      await storeCall(
        { ...world, customer: world.stranger },
        { id: callIdAt('2026-05-01T00:00:00Z'), assistantId: 77 },
      );
    },
    ask: () => [{}, { query: 'assistant_id=77' }],
    part: { data: [], total: 0 },
  }),
  row({
    sentence: 'A call that has been answered for is in the next list',
    from: 'decisions 5',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: async (world) => {
      const assistant_id = await createAssistant(world);
      const { body } = await world.ask<{ call_id: number }>('POST /user/make_call', {
        body: { phone_number: '+12025550100', assistant_id },
      });
      return body.call_id;
    },
    part: (id) => ({ data: [{ id, type: 'outbound', client_phone_number: '+12025550100' }], total: 1 }),
  }),
  row({
    sentence: "Past calls of a deleted assistant keep its name, and are still found by the assistant's id",
    from: 'decisions 3',
    endpoint: LIST,
    status: 200,
    isFresh: true,
    given: async (world) => {
      const id = await createAssistant(world, { assistant_name: 'Gone' });
      await world.ask('POST /user/make_call', { body: { phone_number: '+12025550100', assistant_id: id } });
      await world.ask('DELETE /user/assistant/{id}', { id });
      return id;
    },
    ask: (id) => ({ query: `assistant_id=${id}` }),
    part: { data: [{ assistant_name: 'Gone' }], total: 1 },
  }),
];

export const callRows = [...filterRows, ...refusalRows, ...recordRows];
