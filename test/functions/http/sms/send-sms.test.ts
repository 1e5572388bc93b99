import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/sms/send-sms.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryQueue, createMemoryTimer } from '#test/support/memory/platform.ts';
import { createMemorySmsStore } from '#test/support/memory/sms.ts';
import { deliverSms } from '#shared/app/deliver-sms.ts';
import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';
import type { MessageOutcome } from '#shared/ports/carrier.ts';
import { createCountingIds, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { buildPhoneNumber } from '#test/support/builders.ts';

const userId = 7;
const request = { from: 1001, to: '+12025550100', body: 'See you on Tuesday.' };

interface Parts {
  balance: number;
  number: Partial<PhoneNumber>;
  outcome: MessageOutcome;
  /** Whether a worker works on the queue. */
  works: boolean;
}

async function setup({ balance = 1_000_000, number = {}, outcome, works = true }: Partial<Parts> = {}) {
  const clock = createFixedClock();
  const messages = createMemorySmsStore();
  messages.state.wallets.set(userId, { balance, available: balance });
  const queue = createMemoryQueue();
  const carrier = createMemoryCarrier();
  if (outcome) carrier.messageOutcomes.push(outcome);
  const ids = createCountingIds(clock);
  const observers = createObservers();
  const pauses: number[] = [];
  const deps = {
    messages,
    phoneNumbers: createMemoryPhoneNumberStore([buildPhoneNumber(number)]),
    queue,
    timer: createMemoryTimer(clock),
    clock,
    ids,
    idempotency: createMemoryIdempotencyStore(),
    async pause(milliseconds: number) {
      pauses.push(milliseconds);
      clock.move(milliseconds);
      const sent = queue.sent.at(-1);
      if (works && sent?.queue === 'send-sms') {
        await deliverSms(sent.message as { userId: number; smsId: number }, {
          messages,
          carrier,
          clock,
          ids,
          ...observers,
        });
      }
    },
  };
  const endpoint = handler.with(deps);
  const post = async (body: unknown, headers: Record<string, string> = {}) =>
    readResponse(await endpoint(httpEvent({ body, headers })));
  const spent = () => balance - messages.state.wallets.get(userId)!.balance;
  return { ...deps, post, carrier, pauses, spent };
}

const refusal = (message: string) => ({ status: 400, body: { message } });

describe('POST /user/sms', () => {
  it('answers 200 with the record of a message that was charged and sent', async () => {
    const { post, carrier, spent, messages, clock } = await setup();
    const { status, body } = await post(request);
    const { data } = body as { data: { id: number } };
    expect(status).toBe(200);
    expect(body).toEqual({
      message: 'SMS sent successfully',
      data: {
        id: data.id,
        phone_number_id: 1001,
        to: '+12025550100',
        body: 'See you on Tuesday.',
        user_id: userId,
        segments: 1,
        segment_price: 0.01,
        total_cost: 0.01,
        status: 'sent',
        sms_sid: `SM${'1'.padStart(32, '0')}`,
        created_at: '2026-06-30 11:53:20',
        updated_at: '2026-06-30 11:53:20',
      },
    });
    expect(carrier.sent).toMatchObject([{ to: '+12025550100', from: '+12025550200', body: 'See you on Tuesday.' }]);
    expect(spent()).toBe(10_000);
    expect(messages.state.ledger).toMatchObject([{ kind: 'sms', amount: -10_000, reference: String(data.id) }]);
    expect(await messages.listBetween(userId, 0, clock.now())).toHaveLength(1);
  });

  it.each([
    { what: 'a GSM text of 160', body: 'a'.repeat(160), segments: 1 },
    { what: 'a GSM text of 161', body: 'a'.repeat(161), segments: 2 },
    { what: 'a Unicode text of 70', body: 'ą'.repeat(70), segments: 1 },
    { what: 'a Unicode text of 71', body: 'ą'.repeat(71), segments: 2 },
    { what: '300 emojis', body: '😀'.repeat(300), segments: 10 },
  ])('charges $segments segments for $what', async ({ body, segments }) => {
    const { post, spent } = await setup();
    const answer = await post({ ...request, body });
    expect(answer).toMatchObject({ status: 200, body: { data: { segments, total_cost: segments / 100 } } });
    expect(spent()).toBe(segments * 10_000);
  });

  it('charges by the country of the recipient, whose number it normalises', async () => {
    const { post } = await setup();
    expect(await post({ ...request, to: ' +49 (1512) 3456789 ' })).toMatchObject({
      body: { data: { to: '+4915123456789', segment_price: 0.1 } },
    });
  });

  it('answers `sent` also when the message has been delivered by then', async () => {
    const { post, messages } = await setup();
    const { get } = messages;
    messages.get = async (key) => {
      const sms = await get(key);
      return sms?.status === 'sent' ? { ...sms, status: 'delivered' } : sms;
    };
    expect(await post(request)).toMatchObject({ status: 200, body: { data: { status: 'sent' } } });
  });

  it('answers 500 with the words of the carrier, and gives the money back', async () => {
    const reason = 'Attempt to send to unsubscribed recipient';
    const { post, spent, messages } = await setup({ outcome: { kind: 'refused', code: 21_610, reason } });
    expect(await post(request)).toEqual({
      status: 500,
      body: { message: 'Failed to send SMS', error: `21610 ${reason}` },
    });
    expect(spent()).toBe(0);
    expect(messages.state.ledger.map(({ kind }) => kind)).toEqual(['sms', 'refund']);
  });

  it('answers 200 `queued` when the outcome is open after ten seconds', async () => {
    const { post, pauses, spent, queue } = await setup({ works: false });
    expect(await post(request)).toMatchObject({
      status: 200,
      body: { message: 'SMS sent successfully', data: { status: 'queued', sms_sid: null } },
    });
    expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(10_000);
    expect(spent()).toBe(10_000);
    expect(queue.sent).toMatchObject([{ queue: 'send-sms', options: { groupId: '7' } }]);
  });

  it('sets the watch before anything is stored', async () => {
    const { post, messages, timer } = await setup();
    messages.createWithCharge = async () => {
      throw new Error('the table is gone');
    };
    expect(await post(request)).toEqual({ status: 500, body: { message: 'Internal server error' } });
    expect(timer.timers).toMatchObject([{ queue: 'send-sms', message: { userId } }]);
  });

  it('draws other ids when one is taken', async () => {
    const { post, messages, spent } = await setup();
    const create = messages.createWithCharge;
    messages.createWithCharge = async (sms, entry) => {
      messages.createWithCharge = create;
      return create({ ...sms, totalCost: 0 }, { ...entry, amount: 0 }).then(() => create(sms, entry));
    };
    expect((await post(request)).status).toBe(200);
    expect(spent()).toBe(10_000);
  });

  it.each([
    { what: 'a sender that is unknown', changes: { from: 99 }, number: {}, message: 'From number not found' },
    { what: 'a sender below zero', changes: { from: -1 }, number: {}, message: 'From number not found' },
    {
      what: "a sender that is somebody else's",
      changes: {},
      number: { userId: 8 },
      message: 'From number not found',
    },
    {
      what: 'a sender that sends no SMS, before its subscription',
      changes: {},
      number: { smsCapable: false, subscriptionExpiresAt: 1 },
      message: 'From number is not SMS capable',
    },
    {
      what: 'a sender whose subscription has ended, before the recipient',
      changes: { to: 'nobody' },
      number: { subscriptionExpiresAt: 1 },
      message: 'From number subscription has expired',
    },
    {
      what: 'a recipient without a country',
      changes: { to: '2025550100' },
      number: {},
      message: 'Invalid to phone number',
    },
    {
      what: 'a recipient that is too short',
      changes: { to: '+1202555' },
      number: {},
      message: 'Invalid to phone number',
    },
  ])('answers 400 to $what', async ({ changes, number, message }) => {
    const { post, queue, spent } = await setup({ number });
    expect(await post({ ...request, ...changes })).toEqual(refusal(message));
    expect({ sent: queue.sent, spent: spent() }).toEqual({ sent: [], spent: 0 });
  });

  it('answers 400 when the balance is short by the smallest amount, and checks it last', async () => {
    const { post, spent } = await setup({ balance: 9_999 });
    expect(await post({ ...request, to: 'nobody' })).toEqual(refusal('Invalid to phone number'));
    expect(await post(request)).toEqual(refusal('Insufficient balance'));
    expect(spent()).toBe(0);
  });

  it('sends for exactly the balance there is', async () => {
    const { post, spent } = await setup({ balance: 10_000 });
    expect((await post(request)).status).toBe(200);
    expect(spent()).toBe(10_000);
  });

  it.each([
    {
      what: 'nothing',
      body: {},
      errors: {
        from: ['The from field is required.'],
        to: ['The to field is required.'],
        body: ['The body field is required.'],
      },
    },
    {
      what: 'wrong types',
      body: { from: '1001', to: 12025550100, body: ['Hello'] },
      errors: {
        from: ['The from must be an integer.'],
        to: ['The to must be a string.'],
        body: ['The body must be a string.'],
      },
    },
    {
      what: 'a text of 301 characters',
      body: { ...request, body: '😀'.repeat(301) },
      errors: { body: ['The body must not be greater than 300 characters.'] },
    },
  ])('answers 422 to $what', async ({ body, errors }) => {
    const { post } = await setup();
    expect(await post(body)).toEqual({ status: 422, body: { message: 'The given data was invalid.', errors } });
  });

  it('takes the space around a text away, and keeps the lines in it', async () => {
    const { post } = await setup();
    expect(await post({ ...request, body: '  Hello\n\n  Ada \n' })).toMatchObject({
      body: { data: { body: 'Hello\n\n  Ada' } },
    });
  });

  it('sends a text with half a surrogate pair', async () => {
    const { post, carrier } = await setup();
    expect((await post({ ...request, body: 'a\ud83db' })).status).toBe(200);
    expect(carrier.sent[0]?.body).toBe('a\ufffdb');
  });

  it.each([
    { what: 'a message that was sent', outcome: undefined, status: 200, sends: 1 },
    {
      what: 'a message that was refused',
      outcome: { kind: 'refused', code: 21_614, reason: 'not a mobile number' } as const,
      status: 500,
      sends: 1,
    },
  ])('answers a repeat with the same idempotency key as it did first: $what', async ({ outcome, status, sends }) => {
    const { post, carrier, messages } = await setup(outcome ? { outcome } : {});
    const headers = { 'idempotency-key': 'once' };
    const first = await post(request, headers);
    const second = await post(request, headers);
    expect(first.status).toBe(status);
    expect(second).toEqual(first);
    expect(carrier.sent).toHaveLength(sends);
    expect(messages.state.ledger.filter(({ kind }) => kind === 'sms')).toHaveLength(1);
  });

  it('goes on with the message of a run that died before it was queued', async () => {
    const { post, queue, carrier, messages } = await setup();
    const send = queue.send;
    queue.send = async () => {
      queue.send = send;
      throw new Error('the queue is gone');
    };
    const headers = { 'idempotency-key': 'once' };
    expect((await post(request, headers)).status).toBe(500);
    expect((await post(request, headers)).status).toBe(200);
    expect(carrier.sent).toHaveLength(1);
    expect(messages.state.ledger).toHaveLength(1);
  });
});
