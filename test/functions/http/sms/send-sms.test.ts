import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/sms/send-sms.ts';
import { createMemoryCarrier } from '#test/support/memory/carrier.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryQueue, createMemoryTimer } from '#test/support/memory/platform.ts';
import { createMemorySmsStore } from '#test/support/memory/sms.ts';
import { submitSms } from '#shared/sms/submit-sms.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import type { MessageOutcome } from '#shared/calls/carrier.ts';
import { createCountingIds, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
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
        const key = sent.message as { userId: number; smsId: number };
        await submitSms(key, { messages, carrier, clock, ids, ...observers });
      }
    },
  };
  const ask = askerOf(handler.with(deps));
  const post = (body: unknown, headers: Record<string, string> = {}) => ask({ body, headers });
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
        user_id: userId,
        to: request.to,
        body: request.body,
        segments: 1,
        segment_price: 0.01,
        total_cost: 0.01,
        status: 'sent',
        sms_sid: `SM${'1'.padStart(32, '0')}`,
        created_at: '2026-06-30 11:53:20',
        updated_at: '2026-06-30 11:53:20',
      },
    });
    expect(carrier.sent).toMatchObject([{ to: request.to, from: '+12025550200', body: request.body }]);
    expect(spent()).toBe(10_000);
    expect(messages.state.ledger).toMatchObject([{ kind: 'sms', amount: -10_000, reference: String(data.id) }]);
    expect(await messages.listBetween(userId, 0, clock.now())).toHaveLength(1);
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

  it('answers 500 with the words of the carrier, and refunds the money', async () => {
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
    ['a sender of another user', { userId: 8 }, 'From number not found'],
    ['a sender that sends no SMS', { smsCapable: false, subscriptionExpiresAt: 1 }, 'From number is not SMS capable'],
    ['a sender whose subscription has ended', { subscriptionExpiresAt: 1 }, 'From number subscription has expired'],
    ['a recipient without a country', {}, 'Invalid to phone number'],
  ])('answers 400 to %s, in this order, and sends nothing', async (_, number, message) => {
    const { post, queue, spent } = await setup({ number });
    expect(await post({ ...request, to: '2025550100' })).toEqual(refusal(message));
    expect({ sent: queue.sent, spent: spent() }).toEqual({ sent: [], spent: 0 });
  });

  it('answers 400 when the balance is short by the smallest amount, and checks it last', async () => {
    const { post, spent } = await setup({ balance: 9_999 });
    expect(await post({ ...request, to: 'unknown' })).toEqual(refusal('Invalid to phone number'));
    expect(await post(request)).toEqual(refusal('Insufficient balance'));
    expect(spent()).toBe(0);
  });

  it('sends for exactly the balance there is', async () => {
    const { post, spent } = await setup({ balance: 10_000 });
    expect((await post(request)).status).toBe(200);
    expect(spent()).toBe(10_000);
  });

  it('keeps the lines in a text, and reads half a surrogate pair as a broken character', async () => {
    const { post, carrier } = await setup();
    expect((await post({ ...request, body: '  Hello\n\n  a\ud83db \n' })).status).toBe(200);
    expect(carrier.sent[0]?.body).toBe('Hello\n\n  a\ufffdb');
  });

  it('answers a repeat of a refused message with the same idempotency key as it did first', async () => {
    const outcome = { kind: 'refused', code: 21_614, reason: 'not a mobile number' } as const;
    const { post, carrier, messages } = await setup({ outcome });
    const headers = { 'idempotency-key': 'once' };
    const first = await post(request, headers);
    expect(first.status).toBe(500);
    expect(await post(request, headers)).toEqual(first);
    expect(carrier.sent).toHaveLength(1);
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
