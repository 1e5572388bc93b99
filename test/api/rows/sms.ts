import * as v from 'valibot';
import { expect } from 'vitest';
import { wallets } from '#shared/runtime/wallets.ts';
import { rowsOf } from '#test/api/contract-row.ts';
import { createCustomer } from '#test/api/customer.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid, dataOf, type Fields } from '#test/api/steps.ts';
import type { World } from '#test/api/world.ts';

const SEND = 'POST /user/sms';
const to = '+12025550199';
/** The carrier says that it is no mobile number. */
const refusedByCarrier = '+12025550160';

const smsFrom = ({ customer }: World, changes: Fields = {}) => ({
  body: { from: customer.numbers.normal.id, to, body: 'Your appointment is on Tuesday at ten.', ...changes },
});
const costOf = (answer: { body: unknown }) => dataOf<Record<'segment_price' | 'total_cost', number>>(answer);

/** Texts, and the segments that they are billed in. */
const lengths: Array<[letter: string, count: number, segments: number]> = [
  ...([
    ['a', 1, 1],
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 300, 2],
    ['€', 80, 1],
    ['€', 81, 2],
  ] as const),
  ...([
    ['я', 70, 1],
    ['я', 71, 2],
    ['я', 134, 2],
    ['я', 135, 3],
    ['я', 300, 5],
    ['😀', 300, 10],
  ] as const),
].map((length) => [...length]);

const send = rowsOf(SEND, 'Send SMS; SMS record; Errors; decisions 6');

export const smsRows = [
  send(200, 'An SMS is sent, and answered as a whole record', {
    ask: (_, world) => smsFrom(world, { to: ' +1 (202) 555-0199 ', body: ' Hello. ' }),
    shape: v.strictObject({ message: v.literal('SMS sent successfully'), data: shapes.smsRecord }),
    part: { data: { to, body: 'Hello.', segments: 1, status: 'sent', sms_sid: expect.stringMatching(/^SM/) } },
    after: (answer, _, { customer }) => {
      const owner = { phone_number_id: customer.numbers.normal.id, user_id: customer.userId };
      expect(dataOf(answer)).toMatchObject(owner);
    },
  }),
  ...lengths.map(([letter, count, segments]) =>
    send(200, `${count} times «${letter}» are ${segments} segment${segments === 1 ? '' : 's'}, each at its price`, {
      ask: (_, world) => smsFrom(world, { body: letter.repeat(count) }),
      part: { data: { segments, body: letter.repeat(count) } },
      after: (answer) => {
        expect(costOf(answer).segment_price).toBeGreaterThan(0);
        expect(costOf(answer).total_cost).toBeCloseTo(costOf(answer).segment_price * segments, 6);
      },
    }),
  ),
  send(200, 'The cost is taken from the balance, and depends on the country of the recipient', {
    isFresh: true,
    ask: (_, world) => smsFrom(world, { to: '+4915112345678' }),
    after: async (answer, _, world) => {
      const american = costOf(await world.ask(SEND, smsFrom(world)));
      expect(costOf(answer).segment_price).not.toBe(american.segment_price);
      const spent = Math.round((costOf(answer).total_cost + american.total_cost) * 1_000_000);
      expect(await wallets().get(world.customer.userId)).toMatchObject({ balance: 100_000_000 - spent });
    },
  }),
  send(422, 'The body is looked at before the sender', {
    ask: (_, world) => smsFrom(world, { from: 999_999, to: undefined }),
    body: dataInvalid({ to: 'The to field is required.' }),
  }),
  send(400, 'The sender is looked at before the recipient', {
    ask: (_, world) => smsFrom(world, { from: 999_999, to: 'nobody' }),
    body: { message: 'From number not found' },
  }),
  send(400, 'The sender is SMS-capable', {
    ask: (_, world) => smsFrom(world, { from: world.customer.numbers.second.id, to: 'nobody' }),
    body: { message: 'From number is not SMS capable' },
  }),
  send(400, 'The subscription of the sender is active', {
    ask: (_, world) => smsFrom(world, { from: world.customer.numbers.expired.id, to: 'nobody' }),
    body: { message: 'From number subscription has expired' },
  }),
  send(400, 'The balance covers the cost, and is looked at last', {
    given: () => createCustomer({ balance: 0 }),
    ask: ({ token, numbers }, world) => ({ token, ...smsFrom(world, { from: numbers.normal.id }) }),
    body: { message: 'Insufficient balance' },
  }),
  send(500, 'What the carrier refuses is refunded, and answered with what it says', {
    isFresh: true,
    ask: (_, world) => smsFrom(world, { to: refusedByCarrier }),
    shape: v.strictObject({ message: v.literal('Failed to send SMS'), error: v.pipe(v.string(), v.minLength(1)) }),
    after: async (_, __, { customer }) => {
      expect(await wallets().get(customer.userId)).toMatchObject({ balance: 100_000_000, available: 100_000_000 });
    },
  }),
];
