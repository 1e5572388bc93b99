import * as v from 'valibot';
import { expect } from 'vitest';
import { row } from '#test/api/contract-row.ts';
import { createCustomer } from '#test/api/customer.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid, without } from '#test/api/steps.ts';
import type { Answer, World } from '#test/api/world.ts';
import { wallets } from '#shared/runtime/wallets.ts';

const SEND = 'POST /user/sms';
const to = '+12025550199';
/** The carrier says that it is no mobile number. */
const refusedByCarrier = '+12025550160';

const smsFrom = ({ customer }: World, changes: Record<string, unknown> = {}) => ({
  from: customer.numbers.normal.id,
  to,
  body: 'Your appointment is on Tuesday at ten.',
  ...changes,
});

const dataOf = ({ body }: Answer) => (body as { data: Record<string, number> }).data;

/** Texts, and the segments that they are billed in. */
const lengths: Array<[text: string, segments: number]> = [
  ['a', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(300), 2],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  ['я'.repeat(70), 1],
  ['я'.repeat(71), 2],
  ['я'.repeat(134), 2],
  ['я'.repeat(135), 3],
  ['я'.repeat(300), 5],
];

const successRows = [
  row({
    sentence: 'An SMS is sent, and answered as a whole record',
    from: 'Send SMS; SMS record; decisions 6',
    endpoint: SEND,
    status: 200,
    ask: (_, world) => ({ body: smsFrom(world, { to: ' +1 (202) 555-0199 ', body: ' Hello. ' }) }),
    shape: v.strictObject({ message: v.literal('SMS sent successfully'), data: shapes.smsRecord }),
    part: { data: { to, body: 'Hello.', segments: 1, status: 'sent' } },
    after: (answer, _, { customer }) => {
      const { phone_number_id, user_id, sms_sid } = dataOf(answer);
      expect({ phone_number_id, user_id }).toEqual({
        phone_number_id: customer.numbers.normal.id,
        user_id: customer.userId,
      });
      expect(sms_sid).toMatch(/^SM/);
    },
  }),
  ...lengths.map(([text, segments]) =>
    row({
      sentence: `${text.length} times «${text[0]}» are ${segments} segment${segments === 1 ? '' : 's'}, each at its price`,
      from: 'Send SMS; decisions 6',
      endpoint: SEND,
      status: 200,
      ask: (_, world) => ({ body: smsFrom(world, { body: text }) }),
      part: { data: { segments, body: text } },
      after: (answer) => {
        const { segment_price: price = 0, total_cost: cost } = dataOf(answer);
        expect(price).toBeGreaterThan(0);
        expect(cost).toBeCloseTo(price * segments, 6);
      },
    }),
  ),
  row({
    sentence: 'The cost is taken from the balance',
    from: 'Send SMS',
    endpoint: SEND,
    status: 200,
    isFresh: true,
    ask: (_, world) => ({ body: smsFrom(world) }),
    after: async (answer, _, { customer }) => {
      const wallet = await wallets().get(customer.userId);
      expect(wallet?.balance).toBe(100_000_000 - Math.round(dataOf(answer)['total_cost']! * 1_000_000));
    },
  }),
  row({
    sentence: 'The price depends on the country of the recipient',
    from: 'Send SMS',
    endpoint: SEND,
    status: 200,
    ask: (_, world) => ({ body: smsFrom(world, { to: '+4915112345678' }) }),
    after: async (answer, _, world) => {
      const american = await world.ask(SEND, { body: smsFrom(world) });
      expect(dataOf(answer)['segment_price']).not.toBe(dataOf(american)['segment_price']);
    },
  }),
];

const refusalRows = [
  row({
    sentence: 'from, to and body are required',
    from: 'Send SMS; decisions 2',
    endpoint: SEND,
    status: 422,
    ask: () => [{ body: {} }, {}, { body: { from: null, to: '', body: ' ' } }],
    body: dataInvalid({
      from: 'The from field is required.',
      to: 'The to field is required.',
      body: 'The body field is required.',
    }),
  }),
  row({
    sentence: 'from is an integer',
    from: 'Send SMS; decisions 2',
    endpoint: SEND,
    status: 422,
    ask: (_, world) => ['1', 1.5, true, [], {}, 2 ** 53].map((from) => ({ body: smsFrom(world, { from }) })),
    body: dataInvalid({ from: 'The from must be an integer.' }),
  }),
  ...['to', 'body'].map((field) =>
    row({
      sentence: `${field} is a text`,
      from: 'Send SMS; decisions 2',
      endpoint: SEND,
      status: 422,
      ask: (_, world) => [5, true, [], {}].map((value) => ({ body: smsFrom(world, { [field]: value }) })),
      body: dataInvalid({ [field]: `The ${field} must be a string.` }),
    }),
  ),
  row({
    sentence: 'body has at most 300 characters',
    from: 'Send SMS; Limits',
    endpoint: SEND,
    status: 422,
    ask: (_, world) => ['x', 'я'].map((letter) => ({ body: smsFrom(world, { body: letter.repeat(301) }) })),
    body: dataInvalid({ body: 'The body must not be greater than 300 characters.' }),
  }),
  row({
    sentence: 'The body is looked at before the sender',
    from: 'decisions 6',
    endpoint: SEND,
    status: 422,
    ask: (_, world) => ({ body: without(smsFrom(world, { from: 999_999 }), 'to') }),
    body: dataInvalid({ to: 'The to field is required.' }),
  }),
  row({
    sentence: "The sender exists and is the user's, and is looked at before the recipient",
    from: 'Send SMS; Errors; decisions 6',
    endpoint: SEND,
    status: 400,
    ask: (_, world) =>
      [999_999, 0, -1, Number.MAX_SAFE_INTEGER, world.stranger.numbers.normal.id].map((from) => ({
        body: smsFrom(world, { from, to: 'nobody' }),
      })),
    body: { message: 'From number not found' },
  }),
  row({
    sentence: 'The sender is SMS-capable',
    from: 'Send SMS; Errors; decisions 6',
    endpoint: SEND,
    status: 400,
    ask: (_, world) => ({ body: smsFrom(world, { from: world.customer.numbers.second.id, to: 'nobody' }) }),
    body: { message: 'From number is not SMS capable' },
  }),
  row({
    sentence: 'The subscription of the sender is active',
    from: 'Send SMS; decisions 6',
    endpoint: SEND,
    status: 400,
    ask: (_, world) => ({ body: smsFrom(world, { from: world.customer.numbers.expired.id, to: 'nobody' }) }),
    body: { message: 'From number subscription has expired' },
  }),
  row({
    sentence: 'The recipient is a valid number in international format',
    from: 'Send SMS; Errors; decisions 6',
    endpoint: SEND,
    status: 400,
    ask: (_, world) =>
      ['nobody', '2025550199', '+1202', '+999123456789'].map((number) => ({ body: smsFrom(world, { to: number }) })),
    body: { message: 'Invalid to phone number' },
  }),
  row({
    sentence: 'The balance covers the cost, and is looked at after the recipient',
    from: 'Send SMS; Errors; decisions 6',
    endpoint: SEND,
    status: 400,
    given: () => createCustomer({ balance: 0 }),
    ask: ({ token, numbers }, world) => ({ token, body: smsFrom(world, { from: numbers.normal.id }) }),
    body: { message: 'Insufficient balance' },
  }),
  row({
    sentence: 'What the carrier refuses is refunded, and answered with what it says',
    from: 'Errors; decisions 6',
    endpoint: SEND,
    status: 500,
    isFresh: true,
    ask: (_, world) => ({ body: smsFrom(world, { to: refusedByCarrier }) }),
    shape: v.strictObject({ message: v.literal('Failed to send SMS'), error: v.pipe(v.string(), v.minLength(1)) }),
    after: async (_, __, { customer }) => {
      expect(await wallets().get(customer.userId)).toMatchObject({ balance: 100_000_000, available: 100_000_000 });
    },
  }),
];

export const smsRows = [...successRows, ...refusalRows];
