import * as v from 'valibot';
import { expect } from 'vitest';
import { wallets } from '#shared/container.ts';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid, dataOf, type Fields } from '#test/api/steps.ts';
import type { Answer, World } from '#test/api/world.ts';

const SEND = 'POST /user/sms';
const to = '+12025550199';
/** The carrier says that it is no mobile number. */
const refusedByCarrier = '+12025550160';

const smsFrom = ({ customer }: World, changes: Fields = {}) => ({
  body: { from: customer.numbers.normal.id, to, body: 'Your appointment is on Tuesday at ten.', ...changes },
});
const costOf = ({ body }: Answer) => (body as { data: Record<'segment_price' | 'total_cost', number> }).data;

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
  send(200, 'Each segment of a text has its price', {
    ask: (_, world) => smsFrom(world, { body: 'я'.repeat(300) }),
    part: { data: { segments: 5, body: 'я'.repeat(300) } },
    after: (answer) => {
      expect(costOf(answer).segment_price).toBeGreaterThan(0);
      expect(costOf(answer).total_cost).toBeCloseTo(costOf(answer).segment_price * 5, 6);
    },
  }),
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
  send(422, 'A number of a kind with prices of its own gets no SMS', {
    from: 'decisions 13',
    ask: (_, world) => smsFrom(world, { to: '+447640123456' }),
    body: dataInvalid({ to: 'The to number is of a kind that is not texted: pager.' }),
  }),
  send(422, 'The body is looked at before the sender', {
    ask: (_, world) => smsFrom(world, { from: 999_999, to: undefined }),
    body: dataInvalid({ to: 'The to field is required.' }),
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
