import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/make-call.ts';
import { createMemoryAssistantStore, createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryIdempotencyStore } from '#test/support/memory/webhooks.ts';
import { createMemoryQueue, createMemoryTimer } from '#test/support/memory/platform.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { toDecimal } from '#shared/domain/account/money.ts';
import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import { holdFor } from '#shared/domain/call/call-cost.ts';
import { createRecordId } from '#shared/domain/ids/record-id.ts';
import type { PhoneNumber } from '#shared/domain/phone-number/phone-number.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

const userId = 7;
const to = '+12025550100';
const refusedAssistant = {
  status: 422,
  body: {
    message: 'The given data was invalid.',
    errors: { assistant_id: ['The selected assistant id is invalid.'] },
  },
};

async function setup(parts: Partial<Parts> = {}) {
  const { available = 100_000_000, assistant = {}, numbers = [{}], hasSpeechModel = true } = parts;
  const clock = createFixedClock();
  const observers = createObservers();
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance: available, available });
  const assistants = createMemoryAssistantStore();
  await assistants.create(
    buildAssistant({ id: 501, variables: { product: 'solar', customer_name: '?' }, ...assistant }),
  );
  const queue = createMemoryQueue();
  const timer = createMemoryTimer(clock);
  const drawn: number[] = [];
  const ids = {
    uuid: () => 'unused',
    recordId: () => {
      drawn.push(createRecordId(clock.now(), () => 0.25));
      return drawn.at(-1)! + drawn.length - 1;
    },
  };
  const phoneNumbers = createMemoryPhoneNumberStore(
    numbers.map((number, index) =>
      buildPhoneNumber({ id: index + 1, phoneNumber: `+1202555000${index + 1}`, ...number }),
    ),
  );
  const deps = {
    assistants,
    phoneNumbers,
    wallets: createMemoryWalletStore(calls.state),
    calls,
    queue,
    timer,
    clock,
    ids,
    idempotency: createMemoryIdempotencyStore(),
    metrics: observers.metrics,
    hasSpeechModel,
  };
  const endpoint = handler.with(deps);
  const post = async (body: unknown) => readResponse(await endpoint(httpEvent({ body })));
  return { ...deps, post, counts: observers.counts };
}

interface Parts {
  hasSpeechModel: boolean;
  available: number;
  assistant: Partial<Assistant>;
  numbers: Array<Partial<PhoneNumber>>;
}

describe('POST /user/make_call', () => {
  it('answers 200, holds the money, stores the call and queues it', async () => {
    const { post, calls, queue, clock } = await setup();
    const { status, body } = await post({ phone_number: to, assistant_id: 501, variables: { customer_name: 'Ada' } });
    const callId = (body as { call_id: number }).call_id;
    expect(status).toBe(200);
    expect(body).toEqual({ message: 'Call initiated successfully', call_id: callId, status: 'initiated', data: {} });

    const key = { userId, callId };
    const hold = holdFor(600, ratesFor(to));
    expect(await calls.get(key)).toMatchObject({
      status: 'initiated',
      type: 'outbound',
      clientPhoneNumber: to,
      assistantPhoneNumber: '+12025550001',
      allowedSeconds: 600,
      hold,
      createdAt: clock.now(),
    });
    expect((await calls.getConfiguration(key))?.variables).toEqual({ product: 'solar', customer_name: 'Ada' });
    expect(calls.state.wallets.get(userId)).toEqual({ balance: 100_000_000, available: 100_000_000 - hold });
    expect(queue.sent).toEqual([{ queue: 'place-call', message: key, options: { groupId: '7' } }]);
  });

  it('takes a multimodal call where there is a speech model, and marks it', async () => {
    const { post, calls } = await setup({ assistant: { mode: 'multimodal' } });
    const { status, body } = await post({ phone_number: to, assistant_id: 501 });
    expect(status).toBe(200);
    const stored = await calls.get({ userId, callId: (body as { call_id: number }).call_id });
    expect(stored?.mode).toBe('multimodal');
  });

  it('counts the call and the money that is held for it', async () => {
    const { post, counts } = await setup();
    await post({ phone_number: to, assistant_id: 501 });
    await post({ phone_number: to, assistant_id: 502 });
    expect(counts).toEqual([
      { name: 'CallAccepted', dimensions: undefined },
      { name: 'MoneyHeld', dimensions: {}, amount: toDecimal(holdFor(600, ratesFor(to))) },
    ]);
  });

  it('sets the watch before anything is stored', async () => {
    const { post, timer, calls } = await setup();
    calls.createWithHold = async () => {
      throw new Error('the table is gone');
    };
    expect((await post({ phone_number: to, assistant_id: 501 })).status).toBe(500);
    expect(timer.timers).toMatchObject([{ queue: 'check-call', message: { userId, waitedSeconds: 320 } }]);
  });

  it('normalises the number', async () => {
    const { post, calls } = await setup();
    const { body } = await post({ phone_number: ' +1 (202) 555-0100 ', assistant_id: 501 });
    const call = await calls.get({ userId, callId: (body as { call_id: number }).call_id });
    expect(call?.clientPhoneNumber).toBe(to);
  });

  it('draws another id when one is taken', async () => {
    const { post, calls } = await setup();
    const first = await post({ phone_number: to, assistant_id: 501 });
    const second = await post({ phone_number: to, assistant_id: 501 });
    expect(first.status).toBe(200);
    expect(second.status).toBe(200);
    expect((await calls.list(userId, {}, { page: 1, perPage: 10 })).total).toBe(2);
  });

  it('shortens the call to what the balance pays for', async () => {
    const available = holdFor(100, ratesFor(to));
    const { post, calls } = await setup({ available });
    await post({ phone_number: to, assistant_id: 501 });
    const { rows } = await calls.list(userId, {}, { page: 1, perPage: 1 });
    const seconds = rows[0]!.call.allowedSeconds;
    expect(seconds).toBeGreaterThanOrEqual(100);
    expect(holdFor(seconds, ratesFor(to))).toBeLessThanOrEqual(available);
    expect(holdFor(seconds + 1, ratesFor(to))).toBeGreaterThan(available);
  });

  it('answers 422 when the balance pays for less than a minute', async () => {
    const { post, calls, queue } = await setup({ available: holdFor(60, ratesFor(to)) - 1 });
    expect(await post({ phone_number: to, assistant_id: 501 })).toEqual({
      status: 422,
      body: { message: 'Insufficient balance' },
    });
    expect((await calls.list(userId, {}, { page: 1, perPage: 1 })).total).toBe(0);
    expect(queue.sent).toEqual([]);
  });

  it('dials for an assistant whose calls are shorter than a minute', async () => {
    const { post } = await setup({ available: holdFor(20, ratesFor(to)), assistant: { maxDuration: 20 } });
    expect((await post({ phone_number: to, assistant_id: 501 })).status).toBe(200);
  });

  it.each(['2025550100', '+1202555', 'hello', '+999999999999'])('answers 400 to the number %s', async (number) => {
    const { post } = await setup();
    expect(await post({ phone_number: number, assistant_id: 501 })).toEqual({
      status: 400,
      body: { message: 'Invalid phone number' },
    });
  });

  it.each([999, -1, 0])('answers 404 to the unknown assistant %s', async (assistantId) => {
    const { post } = await setup();
    expect(await post({ phone_number: to, assistant_id: assistantId })).toEqual({
      status: 404,
      body: { message: 'Assistant not found' },
    });
  });

  it('answers 404 to an assistant of somebody else', async () => {
    const { post } = await setup({ assistant: { userId: 8 } });
    expect((await post({ phone_number: to, assistant_id: 501 })).status).toBe(404);
  });

  it.each([
    { what: 'an inbound assistant', parts: { assistant: { type: 'inbound' } } },
    { what: 'an inactive assistant', parts: { assistant: { status: 'inactive' } } },
    {
      what: 'a multimodal assistant where there is no speech model',
      parts: { assistant: { mode: 'multimodal' }, hasSpeechModel: false },
    },
    { what: 'a user without numbers', parts: { numbers: [] } },
    { what: 'a number whose subscription has ended', parts: { numbers: [{ subscriptionExpiresAt: 1 }] } },
    { what: 'an assistant whose own number is gone', parts: { assistant: { phoneNumberId: 77 } } },
  ] satisfies Array<{ what: string; parts: Partial<Parts> }>)('answers 422 to $what', async ({ parts }) => {
    const { post } = await setup(parts);
    expect(await post({ phone_number: to, assistant_id: 501 })).toEqual(refusedAssistant);
  });

  it("calls from the assistant's own number, else from the oldest with a subscription", async () => {
    const numbers = [{ subscriptionExpiresAt: 1 }, {}, {}];
    const own = await setup({ assistant: { phoneNumberId: 3 }, numbers });
    await own.post({ phone_number: to, assistant_id: 501 });
    const oldest = await setup({ numbers });
    await oldest.post({ phone_number: to, assistant_id: 501 });
    const callerOf = async ({ calls }: typeof own) =>
      (await calls.list(userId, {}, { page: 1, perPage: 1 })).rows[0]?.call.assistantPhoneNumber;
    expect([await callerOf(own), await callerOf(oldest)]).toEqual(['+12025550003', '+12025550002']);
  });

  it('answers 422 with every failing field at once', async () => {
    const { post } = await setup();
    expect(await post({ phone_number: 12, assistant_id: 'x', variables: [] })).toEqual({
      status: 422,
      body: {
        message: 'The given data was invalid.',
        errors: {
          phone_number: ['The phone number must be a string.'],
          assistant_id: ['The assistant id must be an integer.'],
          variables: ['The variables must be an object.'],
        },
      },
    });
  });

  it('answers 422 to missing fields, and to variables that no item could hold', async () => {
    const { post } = await setup();
    expect(await post({ variables: { text: 'x'.repeat(70_000) } })).toMatchObject({
      status: 422,
      body: {
        errors: {
          phone_number: ['The phone number field is required.'],
          assistant_id: ['The assistant id field is required.'],
          variables: ['The variables must not be greater than 65536 characters.'],
        },
      },
    });
  });
});
