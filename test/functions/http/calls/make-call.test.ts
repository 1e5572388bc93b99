import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/make-call.ts';
import { createMemoryAssistantStore, createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';
import { createMemoryQueue, createMemoryTimer } from '#test/support/memory/platform.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { toDecimal } from '#shared/accounts/money.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';

const userId = 7;
const request = { phone_number: '+12025550100', assistant_id: 501 };
const rates = ratesFor(request.phone_number);

interface Parts {
  hasSpeechModel: boolean;
  available: number;
  assistant: Partial<Assistant>;
  numbers: Array<Partial<PhoneNumber>>;
}

async function setup(parts: Partial<Parts> = {}) {
  const { available = 100_000_000, assistant = {}, numbers = [{}], hasSpeechModel = true } = parts;
  const clock = createFixedClock();
  const observers = createObservers();
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance: available, available });
  const variables = { product: 'solar', customer_name: '?' };
  // The first two ids are the same.
  let drawn = 0;
  const recordId = () => createRecordId(clock.now(), () => 0.25) + Math.max(0, (drawn += 1) - 2);
  const deps = {
    assistants: createMemoryAssistantStore([buildAssistant({ id: 501, variables, ...assistant })]),
    phoneNumbers: createMemoryPhoneNumberStore(
      numbers.map((number, index) =>
        buildPhoneNumber({ id: index + 1, phoneNumber: `+1202555000${index + 1}`, ...number }),
      ),
    ),
    wallets: createMemoryWalletStore(calls.state),
    calls,
    clock,
    hasSpeechModel,
    queue: createMemoryQueue(),
    timer: createMemoryTimer(clock),
    ids: { uuid: () => 'unused', recordId },
    idempotency: createMemoryIdempotencyStore(),
    metrics: observers.metrics,
  };
  const ask = askerOf(handler.with(deps));
  const post = (changes: object = {}) => ask({ body: { ...request, ...changes } });
  const stored = async () => (await calls.list(userId, {}, { page: 1, perPage: 10 })).rows.map(({ call }) => call);
  return { ...deps, post, stored, counts: observers.counts };
}

describe('POST /user/make_call', () => {
  it('answers 200, holds the money, stores the call and queues it', async () => {
    const { post, calls, queue, clock } = await setup();
    const { status, body } = await post({ variables: { customer_name: 'Ada' } });
    const callId = (body as { call_id: number }).call_id;
    expect(status).toBe(200);
    expect(body).toEqual({ message: 'Call initiated successfully', call_id: callId, status: 'initiated', data: {} });

    const key = { userId, callId };
    const hold = holdFor(600, rates);
    expect(await calls.get(key)).toMatchObject({
      status: 'initiated',
      type: 'outbound',
      allowedSeconds: 600,
      hold,
      createdAt: clock.now(),
      clientPhoneNumber: request.phone_number,
      assistantPhoneNumber: '+12025550001',
    });
    expect((await calls.getConfiguration(key))?.variables).toEqual({ product: 'solar', customer_name: 'Ada' });
    expect(calls.state.wallets.get(userId)).toEqual({ balance: 100_000_000, available: 100_000_000 - hold });
    expect(queue.sent).toEqual([{ queue: 'place-call', message: key, options: { groupId: '7' } }]);
  });

  it('takes a multimodal call where there is a speech model, and marks it; normalises the number', async () => {
    const { post, stored } = await setup({ assistant: { mode: 'multimodal' } });
    expect((await post({ phone_number: ' +1 (202) 555-0100 ' })).status).toBe(200);
    expect(await stored()).toMatchObject([{ mode: 'multimodal', clientPhoneNumber: request.phone_number }]);
  });

  it('counts the call and the money that is held for it', async () => {
    const { post, counts } = await setup();
    await post();
    await post({ assistant_id: 502 });
    expect(counts).toEqual([
      { name: 'CallAccepted', dimensions: undefined },
      { name: 'MoneyHeld', dimensions: {}, amount: toDecimal(holdFor(600, rates)) },
    ]);
  });

  it('sets the watchdog before anything is stored', async () => {
    const { post, timer, calls } = await setup();
    calls.createWithHold = () => Promise.reject(new Error('the table is gone'));
    expect((await post()).status).toBe(500);
    expect(timer.timers).toMatchObject([{ queue: 'check-call', message: { userId, waitedSeconds: 320 } }]);
  });

  it('draws another id when one is taken', async () => {
    const { post, stored } = await setup();
    expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
    expect(await stored()).toHaveLength(2);
  });

  it('shortens the call to what the balance pays for', async () => {
    const available = holdFor(100, rates);
    const { post, stored } = await setup({ available });
    await post();
    const seconds = (await stored())[0]!.allowedSeconds;
    expect(seconds).toBeGreaterThanOrEqual(100);
    expect(holdFor(seconds, rates)).toBeLessThanOrEqual(available);
    expect(holdFor(seconds + 1, rates)).toBeGreaterThan(available);
  });

  it('answers 422 when the balance pays for less than a minute, and stores nothing', async () => {
    const { post, stored, queue } = await setup({ available: holdFor(60, rates) - 1 });
    expect(await post()).toEqual({ status: 422, body: { message: 'Insufficient balance' } });
    expect({ stored: await stored(), sent: queue.sent }).toEqual({ stored: [], sent: [] });
    // It is looked at last.
    expect((await post({ assistant_id: 502 })).status).toBe(404);
  });

  it('dials for an assistant whose calls are shorter than a minute', async () => {
    const { post } = await setup({ available: holdFor(20, rates), assistant: { maxDuration: 20 } });
    expect((await post()).status).toBe(200);
  });

  it.each<[what: string, parts: Partial<Parts>]>([
    ['an inbound assistant', { assistant: { type: 'inbound' } }],
    ['an inactive assistant', { assistant: { status: 'inactive' } }],
    [
      'a multimodal assistant where there is no speech model',
      { assistant: { mode: 'multimodal' }, hasSpeechModel: false },
    ],
    ['a user without numbers', { numbers: [] }],
    ['a number whose subscription has ended', { numbers: [{ subscriptionExpiresAt: 1 }] }],
    ['an assistant whose own number is gone', { assistant: { phoneNumberId: 77 } }],
  ])('answers 422 to %s', async (_, parts) => {
    const { post } = await setup(parts);
    const errors = { assistant_id: ['The selected assistant id is invalid.'] };
    expect(await post()).toEqual({ status: 422, body: { message: 'The given data was invalid.', errors } });
  });

  it.each([
    ["the assistant's own number", { phoneNumberId: 3 }, '+12025550003'],
    ['the oldest number with a subscription', {}, '+12025550002'],
  ])('calls from %s', async (_, assistant, assistantPhoneNumber) => {
    const { post, stored } = await setup({ assistant, numbers: [{ subscriptionExpiresAt: 1 }, {}, {}] });
    await post();
    expect(await stored()).toMatchObject([{ assistantPhoneNumber }]);
  });
});
