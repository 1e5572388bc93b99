import * as v from 'valibot';
import { expect } from 'vitest';
import { wallets } from '#shared/container.ts';
import { rowsOf } from '#test/api/contract-row.ts';
import * as shapes from '#test/api/shapes.ts';
import { dataInvalid, dataOf, sentSms, type Fields } from '#test/api/steps.ts';
import type { Answer, World } from '#test/api/world.ts';

const SEND = 'POST /user/sms';
const to = '+12025550199';
/** The carrier says that it is no mobile number. */
const refusedByCarrier = '+12025550160';

const smsFrom = ({ customer }: World, changes: Fields = {}) => ({
  body: { from: customer.numbers.normal.id, to, body: 'Your appointment is on Tuesday at ten.', ...changes },
});
const costOf = ({ body }: Answer) => (body as { data: Record<'segment_price' | 'total_cost', number> }).data;

const list = rowsOf('GET /user/sms', 'decisions 11 and 4');
const get = rowsOf('GET /user/sms/{id}', 'decisions 11');
const webhook = rowsOf('PUT /user/sms-webhook', 'decisions 8 and 2');
const readWebhook = rowsOf('GET /user/sms-webhook', 'decisions 8');
const address = 'https://crm.example.com/hooks/sms';

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
  list(200, 'What was sent is in the list, newest first, with its delivery state', {
    isFresh: true,
    given: async (world) => dataOf(await world.ask(SEND, smsFrom(world))),
    ask: () => ({ query: 'direction=outbound&phone_number=%2B12025550199' }),
    part: { total: 1, data: [{ to, direction: 'outbound', error: null, opt_out: null }] },
    after: (answer) => {
      const { data } = answer.body as { data: unknown[] };
      expect(v.is(shapes.listedSmsRecord, data[0])).toBe(true);
    },
  }),
  list(422, 'A filter that cannot be read is refused', {
    ask: () => ({ query: 'status=lost' }),
    body: dataInvalid({ status: 'The selected status is invalid.' }),
  }),
  get(200, 'One SMS is answered as a record', {
    given: (world) => sentSms(world),
    ask: (id) => ({ id }),
    shape: shapes.listedSmsRecord,
    part: { status: 'sent', direction: 'outbound' },
  }),
  webhook(200, 'The address of the events of SMS is set, read, and taken away with null', {
    isFresh: true,
    ask: () => ({ body: { sms_webhook_url: address } }),
    body: { message: 'SMS webhook updated successfully', data: { sms_webhook_url: address } },
    after: async (_, __, world) => {
      const read = async () => (await world.ask('GET /user/sms-webhook')).body;
      expect(await read()).toEqual({ data: { sms_webhook_url: address } });
      await world.ask('PUT /user/sms-webhook', { body: { sms_webhook_url: null } });
      expect(await read()).toEqual({ data: { sms_webhook_url: null } });
    },
  }),
  webhook(422, 'The address must be one that the service may post to, and must be sent', {
    ask: () => [{ body: {} }],
    body: dataInvalid({ sms_webhook_url: 'The sms webhook url field is required.' }),
  }),
  webhook(422, 'Addresses of private networks are refused', {
    ask: () =>
      ['http://10.0.0.1/x', 'http://169.254.169.254/', 'ftp://example.com', 'no address'].map((url) => ({
        body: { sms_webhook_url: url },
      })),
    body: dataInvalid({ sms_webhook_url: 'The sms webhook url must be a valid URL.' }),
  }),
  readWebhook(200, 'A user has no address for the events of SMS before one is set', {
    isFresh: true,
    ask: () => ({}),
    body: { data: { sms_webhook_url: null } },
  }),
];
