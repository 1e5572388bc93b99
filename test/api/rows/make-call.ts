import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import { createAssistant, dataInvalid, strangersAssistant } from '#test/api/steps.ts';
import { createCustomer } from '#test/api/customer.ts';
import type { World } from '#test/api/world.ts';

const MAKE_CALL = 'POST /user/make_call';
const phone_number = '+12025550100';
const unusable = dataInvalid({ assistant_id: 'The selected assistant id is invalid.' });

const successRows = [
  row({
    sentence: 'A call is started, and answered with its id',
    from: 'Make a phone call; decisions 5',
    endpoint: MAKE_CALL,
    status: 200,
    given: createAssistant,
    ask: (assistant_id) => [
      { body: { phone_number, assistant_id } },
      {
        body: {
          phone_number: ' +1 (202) 555-0100 ',
          assistant_id,
          variables: { customer_name: 'Ada', email: 'a@b.c' },
        },
      },
      { body: { phone_number, assistant_id, variables: null, colour: 'red' } },
    ],
    shape: v.strictObject({
      message: v.literal('Call initiated successfully'),
      call_id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
      status: v.literal('initiated'),
      data: v.strictObject({}),
    }),
  }),
  row({
    sentence: "The number to call from is the assistant's, else the user's oldest outbound-capable one",
    from: 'decisions 5',
    endpoint: MAKE_CALL,
    status: 200,
    isFresh: true,
    given: async (world) => ({
      bound: await createAssistant(world, { phone_number_id: world.customer.numbers.callerId.id }),
      unbound: await createAssistant(world),
    }),
    ask: ({ bound, unbound }) => [bound, unbound].map((assistant_id) => ({ body: { phone_number, assistant_id } })),
    after: async ({ body }, { bound }, world) => {
      const { call_id } = body as { call_id: number };
      const list = await world.ask<{ data: Array<{ id: number; assistant_phone_number: string }> }>(
        'GET /user/calls',
        {},
      );
      const of = await world.ask<typeof list.body>('GET /user/calls', { query: `assistant_id=${bound}` });
      const isBound = of.body.data.some(({ id }) => id === call_id);
      const { callerId, normal } = world.customer.numbers;
      expect(list.body.data.find(({ id }) => id === call_id)).toMatchObject({
        assistant_phone_number: isBound ? callerId.phoneNumber : normal.phoneNumber,
      });
    },
  }),
];

/** As large as an assistant can be, and as much as a call of it can have of its own. */
const largestRow = row({
  sentence: 'The largest assistant makes calls with the largest variables',
  from: 'decisions 5',
  endpoint: MAKE_CALL,
  status: 200,
  given: async (world) => {
    const assistant_id = await createAssistant(world, { system_prompt: '語'.repeat(64_000) });
    const body = { variables: { kept: '語'.repeat(60_000) } };
    expect(await world.ask('PUT /user/assistant/{id}', { id: assistant_id, body })).toMatchObject({ status: 200 });
    return assistant_id;
  },
  ask: (assistant_id) => ({
    body: { phone_number: '+12025550101', assistant_id, variables: { kept: '言'.repeat(65_500) } },
  }),
});

/** A customer of whom something is missing. */
const poorWorld = async (world: World): Promise<{ token: string; assistant_id: number }> => {
  const poor = await createCustomer({ balance: 0 });
  const ask: World['ask'] = (endpoint, asked) => world.ask(endpoint, { ...asked, token: poor.token });
  return { token: poor.token, assistant_id: await createAssistant({ ...world, ask }) };
};

const refusalRows = [
  row({
    sentence: 'phone_number and assistant_id are required',
    from: 'Make a phone call; decisions 2',
    endpoint: MAKE_CALL,
    status: 422,
    ask: () => [{ body: {} }, {}, { body: { phone_number: ' ', assistant_id: null } }],
    body: dataInvalid({
      phone_number: 'The phone number field is required.',
      assistant_id: 'The assistant id field is required.',
    }),
  }),
  row({
    sentence: 'phone_number is a text',
    from: 'Make a phone call; decisions 2',
    endpoint: MAKE_CALL,
    status: 422,
    ask: () => [12_025_550_100, true, [], {}].map((value) => ({ body: { phone_number: value, assistant_id: 1 } })),
    body: dataInvalid({ phone_number: 'The phone number must be a string.' }),
  }),
  row({
    sentence: 'assistant_id is an integer',
    from: 'Make a phone call; decisions 2',
    endpoint: MAKE_CALL,
    status: 422,
    ask: () => ['1', 1.5, true, [], {}, 2 ** 53].map((value) => ({ body: { phone_number, assistant_id: value } })),
    body: dataInvalid({ assistant_id: 'The assistant id must be an integer.' }),
  }),
  row({
    sentence: 'variables is an object',
    from: 'Make a phone call; decisions 2',
    endpoint: MAKE_CALL,
    status: 422,
    given: createAssistant,
    ask: (assistant_id) =>
      ['text', 5, true, []].map((variables) => ({ body: { phone_number, assistant_id, variables } })),
    body: dataInvalid({ variables: 'The variables must be an object.' }),
  }),
  row({
    sentence: 'The variables of the call and of its assistant together are not too large to be stored',
    from: 'decisions 5',
    endpoint: MAKE_CALL,
    status: 422,
    given: (world) => createAssistant(world, { variables: { a: '語'.repeat(40_000) } }),
    ask: (assistant_id) => ({ body: { phone_number, assistant_id, variables: { b: '語'.repeat(40_000) } } }),
    body: dataInvalid({ variables: 'The variables must not be greater than 65536 characters.' }),
  }),
  row({
    sentence: 'The body is looked at before the number',
    from: 'decisions 5',
    endpoint: MAKE_CALL,
    status: 422,
    ask: () => ({ body: { phone_number: 'nobody', assistant_id: 'x' } }),
    body: dataInvalid({ assistant_id: 'The assistant id must be an integer.' }),
  }),
  row({
    sentence: 'The number is a valid one in international format, and is looked at before the assistant',
    from: 'decisions 5; existing clients',
    endpoint: MAKE_CALL,
    status: 400,
    ask: () =>
      ['nobody', '2025550100', '+1202', '+999123456789', '+', '00', '+1202555010012345678'].map((number) => ({
        body: { phone_number: number, assistant_id: 999_999 },
      })),
    body: { message: 'Invalid phone number' },
  }),
  row({
    sentence: 'The assistant exists',
    from: 'decisions 5; existing clients',
    endpoint: MAKE_CALL,
    status: 404,
    ask: () =>
      [999_999, 0, -1, Number.MAX_SAFE_INTEGER].map((assistant_id) => ({ body: { phone_number, assistant_id } })),
    body: { message: 'Assistant not found' },
  }),
  row({
    sentence: "Somebody else's assistant is not there",
    from: 'decisions 1',
    endpoint: MAKE_CALL,
    status: 404,
    given: strangersAssistant,
    ask: (assistant_id) => ({ body: { phone_number, assistant_id } }),
    body: { message: 'Assistant not found' },
  }),
  row({
    sentence: 'An inbound assistant calls nobody',
    from: 'decisions 5',
    endpoint: MAKE_CALL,
    status: 422,
    given: (world) => createAssistant(world, { calls_direction: 'receive' }),
    ask: (assistant_id) => ({ body: { phone_number, assistant_id } }),
    body: unusable,
  }),
  row({
    sentence: 'The balance covers a minute at least, and is looked at last',
    from: 'decisions 5; existing clients',
    endpoint: MAKE_CALL,
    status: 422,
    given: poorWorld,
    ask: ({ token, assistant_id }) => ({ token, body: { phone_number, assistant_id } }),
    body: { message: 'Insufficient balance' },
    after: async (_, { token }, world) => {
      const { body } = await world.ask('GET /user/calls', { token });
      expect(body).toMatchObject({ total: 0 });
    },
  }),
  row({
    sentence: 'The assistant is looked at before the balance',
    from: 'decisions 5',
    endpoint: MAKE_CALL,
    status: 404,
    given: poorWorld,
    ask: ({ token }) => ({ token, body: { phone_number, assistant_id: 999_999 } }),
    body: { message: 'Assistant not found' },
  }),
];

export const makeCallRows = [...successRows, largestRow, ...refusalRows];
