import * as v from 'valibot';
import { expect } from 'vitest';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { createAssistant, dataInvalid, UPDATE_ASSISTANT, type Fields } from '#test/api/steps.ts';

const phone_number = '+12025550100';
const callFor = (assistant_id: unknown, changes: Fields = {}) => ({ body: { phone_number, assistant_id, ...changes } });

const makeCall = rowsOf('POST /user/make_call', 'Make a phone call; decisions 5; existing clients');

export const makeCallRows = [
  makeCall(200, 'A call is started, and answered with its id', {
    given: (world) => createAssistant(world, { initial_message: 'Good day.' }),
    ask: (id) => [
      callFor(id),
      callFor(id, { phone_number: ' +1 (202) 555-0100 ', variables: { customer_name: 'Ada', email: 'a@b.c' } }),
      callFor(id, { variables: null, colour: 'red' }),
    ],
    shape: v.strictObject({
      message: v.literal('Call initiated successfully'),
      call_id: shapes.id,
      status: v.literal('initiated'),
      // Empty, unless the call has to wait for the carrier: nothing is dialled here, so that later calls do.
      data: v.strictObject({ queue_position: v.optional(v.number()), estimated_seconds: v.optional(v.number()) }),
    }),
  }),
  makeCall(200, 'A placeholder that nothing fills is named in the answer, and again to a repeat; the call is made', {
    given: (world) => createAssistant(world, { initial_message: 'Hello {first_name}.', system_prompt: 'For {shop}.' }),
    ask: (id) => {
      const asked = {
        ...callFor(id, { variables: { first_name: 'Ada' } }),
        headers: { 'idempotency-key': 'unfilled' },
      };
      return [asked, asked];
    },
    after: ({ body, headers }) => {
      expect(body).toMatchObject({ data: { missing_variables: ['shop'] } });
      expect(headers.get('x-language-model')).toBe('rehearsal');
    },
  }),
  makeCall(200, 'The largest assistant makes calls with the largest variables', {
    given: async (world) => {
      const id = await createAssistant(world, { system_prompt: '語'.repeat(64_000) });
      const body = { variables: { kept: '語'.repeat(60_000) } };
      expect(await world.ask(UPDATE_ASSISTANT, { id, body })).toMatchObject({ status: 200 });
      return id;
    },
    ask: (id) => callFor(id, { phone_number: '+12025550101', variables: { kept: '言'.repeat(65_500) } }),
  }),
  makeCall(422, 'The variables of the call and of its assistant together are not too large to be stored', {
    given: (world) => createAssistant(world, { variables: { a: '語'.repeat(40_000) } }),
    ask: (id) => callFor(id, { variables: { b: '語'.repeat(40_000) } }),
    body: dataInvalid({ variables: 'The variables must have at most 65,536 characters of JSON; these are 80,015.' }),
  }),
  makeCall(200, 'A call that waits for its number, or is dialled all the same, is answered as any other', {
    from: 'decisions 13',
    given: createAssistant,
    ask: (id) => [
      callFor(id),
      callFor(id),
      callFor(id, { allow_parallel: true }),
      callFor(id, { allow_parallel: '0' }),
      callFor(id, { allow_parallel: null }),
    ],
  }),
  makeCall(422, 'Whether a call may run in parallel is a boolean', {
    from: 'decisions 13',
    given: createAssistant,
    ask: (id) => callFor(id, { allow_parallel: 'always' }),
    body: dataInvalid({ allow_parallel: 'The allow parallel field must be true or false.' }),
  }),
  makeCall(200, 'Ids may be sent as text, and an empty map as an empty list', {
    from: 'decisions 2',
    given: createAssistant,
    ask: (id) => callFor(String(id), { variables: [] }),
  }),
  makeCall(422, 'A number without an active subscription makes no calls', {
    from: 'decisions 10',
    given: (world) => createAssistant(world, { phone_number_id: world.customer.numbers.expired.id }),
    ask: (id) => callFor(id),
    body: dataInvalid({ assistant_id: 'The selected phone number has no active subscription.' }),
  }),
  makeCall(422, 'The body is looked at before the number', {
    ask: callFor('x', { phone_number: 'unknown' }),
    body: dataInvalid({ assistant_id: 'The assistant id must be an integer.' }),
  }),
  makeCall(422, 'A premium-rate number is refused, however it is written, before the assistant is looked at', {
    from: 'decisions 13',
    ask: ['+449012345678', '+44 (0) 901 234-5678', '+979123456789'].map((one) =>
      callFor(999_999, { phone_number: one }),
    ),
    body: dataInvalid({ phone_number: 'The phone number is of a kind that is not called: premium rate.' }),
  }),
  makeCall(400, 'The number is looked at before the assistant', {
    ask: callFor(999_999, { phone_number: 'unknown' }),
    body: { message: 'Invalid phone number' },
  }),
];
