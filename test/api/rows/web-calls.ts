import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid } from '#test/api/steps.ts';

const start = rowsOf('POST /user/assistants/{id}/web-call', 'Call record; decision 0052');

export const webCallRows = [
  start(200, 'A web call is started by an assistant of either direction, and answered with the token of a page', {
    given: async (world) => [
      await createAssistant(world),
      await createAssistant(world, { calls_direction: 'receive', phone_number_id: null }),
    ],
    ask: (ids) => ids.flatMap((id) => [{ id }, { id, body: { variables: { customer_name: 'Ada' } } }]),
    shape: v.strictObject({
      message: v.literal('Web call created successfully'),
      data: v.strictObject({
        call_id: shapes.id,
        access_token: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/)),
        expires_in: v.literal(60),
        transport: v.literal('simulator'),
        url: v.pipe(v.string(), v.startsWith('ws://127.0.0.1:')),
        missing_variables: v.optional(v.array(v.string())),
      }),
    }),
  }),
  start(200, 'The record of a web call has the type `web`, and no phone numbers', {
    given: createAssistant,
    ask: (id) => ({ id }),
    after: async ({ body }, _, world) => {
      const { call_id } = (body as { data: { call_id: number } }).data;
      const { body: call } = await world.ask('GET /user/calls/{id}', { id: call_id });
      const numbers = { client_phone_number: 'web', assistant_phone_number: 'web' };
      expect(call).toMatchObject({ type: 'web', status: 'initiated', total_cost: 0, ...numbers });
    },
  }),
  start(200, 'A placeholder that nothing fills is named in the answer', {
    given: (world) => createAssistant(world, { initial_message: 'Hello {first_name}.', system_prompt: 'Be brief.' }),
    ask: (id) => ({ id }),
    after: ({ body, headers }) => {
      expect(body).toMatchObject({ data: { missing_variables: ['first_name'] } });
      expect(headers.get('x-language-model')).toBe('rehearsal');
    },
  }),
  start(422, 'The variables of a web call are an object, and not too large to be stored', {
    given: (world) => createAssistant(world, { variables: { a: '語'.repeat(40_000) } }),
    ask: (id) => ({ id, body: { variables: { b: '語'.repeat(40_000) } } }),
    body: dataInvalid({ variables: 'The variables must have at most 65,536 characters of JSON; these are 80,015.' }),
  }),
];
