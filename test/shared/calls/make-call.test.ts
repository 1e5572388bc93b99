import { expect, it } from 'vitest';
import { toDecimal } from '#shared/accounts/money.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import { makeCall } from '#shared/calls/make-call.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCall, buildPhoneNumber } from '#test/support/builders.ts';
import { crashAt, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryAssistantStore, createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryQueue, createMemoryTimer } from '#test/support/memory/platform.ts';

const userId = 7;
const phoneNumber = '+12025550100';
const rates = ratesFor(phoneNumber);

interface Parts {
  hasSpeechModel: boolean;
  available: number;
  assistant: Partial<Assistant>;
  numbers: Array<Partial<PhoneNumber>>;
}

function setup(parts: Partial<Parts> = {}) {
  const { available = 100_000_000, assistant = {}, numbers = [{}], hasSpeechModel = true } = parts;
  const clock = createFixedClock();
  const observers = createObservers();
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance: available, available });
  const deps = {
    assistants: createMemoryAssistantStore([buildAssistant({ id: 501, ...assistant })]),
    phoneNumbers: createMemoryPhoneNumberStore(numbers.map((number) => buildPhoneNumber(number))),
    wallets: createMemoryWalletStore(calls.state),
    calls,
    queue: createMemoryQueue(),
    timer: createMemoryTimer(clock),
    clock,
    ids: { recordId: () => createRecordId(clock.now(), () => 0.75), uuid: () => 'unused' },
    metrics: observers.metrics,
    hasSpeechModel,
  };
  const id = createRecordId(clock.now(), () => 0.25);
  const input = (resumed: boolean) => ({
    userId,
    phoneNumber,
    assistantId: 501,
    variables: { customer_name: 'Ada' },
    reservation: { id, token: 'token-1', resumed },
  });
  const list = async () => (await calls.list(userId, {}, { page: 1, perPage: 100 })).rows.map(({ call }) => call);
  return { deps, id, input, list, counts: observers.counts };
}

it('holds the money, stores the call under its reserved id, queues it and counts it', async () => {
  const variables = { product: 'solar', customer_name: '?' };
  const { deps, id, input, counts } = setup({ assistant: { variables } });
  const hold = holdFor(600, rates);
  const stored = { id, status: 'initiated', type: 'outbound', allowedSeconds: 600, hold };
  await expect(makeCall(input(false), deps)).resolves.toMatchObject(stored);
  const key = { userId, callId: id };
  await expect(deps.calls.get(key)).resolves.toMatchObject(stored);
  const merged = { product: 'solar', customer_name: 'Ada' };
  await expect(deps.calls.getConfiguration(key)).resolves.toMatchObject({ variables: merged });
  expect(deps.calls.state.wallets.get(userId)).toEqual({ balance: 100_000_000, available: 100_000_000 - hold });
  expect(deps.queue.sent).toEqual([{ queue: 'place-call', message: key, options: { groupId: '7' } }]);
  expect(counts).toEqual([
    { name: 'CallAccepted', dimensions: undefined },
    { name: 'MoneyHeld', dimensions: {}, amount: toDecimal(hold) },
  ]);
});

it('makes a multimodal call where there is a speech model, and marks it', async () => {
  const { deps, input } = setup({ assistant: { mode: 'multimodal' } });
  await expect(makeCall(input(false), deps)).resolves.toMatchObject({ mode: 'multimodal' });
});

it('sets the watchdog before anything is stored', async () => {
  const { deps, id, input } = setup();
  deps.calls.createWithHold = () => Promise.reject(new Error('the table is gone'));
  await expect(makeCall(input(false), deps)).rejects.toThrow('the table is gone');
  expect(deps.timer.timers).toMatchObject([{ queue: 'check-call', message: { callId: id, waitedSeconds: 320 } }]);
});

it('refuses a call whose balance pays for less than a minute, looks at that last, and stores nothing', async () => {
  const { deps, input, list } = setup({ available: holdFor(60, rates) - 1 });
  await expect(makeCall(input(false), deps)).rejects.toMatchObject({ code: 'insufficient_balance' });
  const unknown = { ...input(false), assistantId: 502 };
  await expect(makeCall(unknown, deps)).rejects.toMatchObject({ code: 'assistant_not_found' });
  expect({ stored: await list(), sent: deps.queue.sent }).toEqual({ stored: [], sent: [] });
});

const assistant = { mode: 'multimodal' } as const;
it.each<[what: string, parts: Partial<Parts>]>([
  ['an inbound assistant', { assistant: { type: 'inbound' } }],
  ['an inactive assistant', { assistant: { status: 'inactive' } }],
  ['a multimodal assistant where there is no speech model', { assistant, hasSpeechModel: false }],
  ['a user without numbers', { numbers: [] }],
  ['a number whose subscription has ended', { numbers: [{ subscriptionExpiresAt: 1 }] }],
  ['an assistant whose own number is gone', { assistant: { phoneNumberId: 77 } }],
])('refuses the assistant id for %s', async (_, parts) => {
  const { deps, input } = setup(parts);
  const errors = { assistant_id: ['The selected assistant id is invalid.'] };
  await expect(makeCall(input(false), deps)).rejects.toMatchObject({ errors });
});

/** Assistant, numbers, wallet and watch are read and set together; then come the clock, the transaction and the queue. */
const steps = [1, 2, 3, 4, 5, 6, 7, 8];

it.each(steps.flatMap((step) => (['before', 'after'] as const).map((when) => ({ step, when }))))(
  'makes one call when the process dies $when step $step and the request is repeated',
  async ({ step, when }) => {
    const { deps, id, input, list } = setup();
    const guard = crashAt({ ...deps, ids: undefined }, step, when);
    const first = await makeCall(input(false), { ...guard.deps, ids: deps.ids }).catch(() => undefined);
    expect(first === undefined).toBe(guard.crashed());
    await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id, status: 'initiated' });
    const [call, ...others] = await list();
    expect(call).toMatchObject({ id });
    expect(others).toEqual([]);
    const { balance, available } = deps.calls.state.wallets.get(userId)!;
    expect(available).toBe(balance - call!.hold);
    const messages = new Set(deps.queue.sent.map(({ message }) => JSON.stringify(message)));
    expect(messages).toEqual(new Set([JSON.stringify({ userId, callId: id })]));
  },
);

it('answers a repeat as started, and queues nothing again, when the call has been dialled since', async () => {
  const { deps, id, input } = setup();
  await makeCall(input(false), deps);
  await deps.calls.claimDialling({ userId, callId: id }, deps.clock.now());
  await deps.calls.change({ userId, callId: id }, { status: 'ringing' }, deps.clock.now());
  await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id, status: 'initiated' });
  expect(deps.queue.sent).toHaveLength(1);
});

it('answers a repeat that would be refused now', async () => {
  const { deps, id, input } = setup();
  await makeCall(input(false), deps);
  deps.calls.state.wallets.set(userId, { balance: 0, available: 0 });
  await deps.assistants.delete(buildAssistant({ id: 501 }));
  await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id });
});

it('takes the next id when a call of the same millisecond has this one, and finds the call there', async () => {
  const { deps, id, input, list } = setup();
  const configuration = { assistant: buildAssistant(), variables: {} };
  await deps.calls.createWithHold(buildCall({ id, userId, hold: 0, reservationToken: 'token-2' }), configuration);
  await deps.calls.createWithHold(buildCall({ id: id + 1, userId, hold: 0 }), configuration);
  await expect(makeCall(input(false), deps)).resolves.toMatchObject({ id: id + 2, reservationToken: 'token-1' });
  await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id: id + 2 });
  expect(await list()).toHaveLength(3);
});

it('finds the call that another run stores meanwhile', async () => {
  const { deps, id, input, list } = setup();
  const { createWithHold } = deps.calls;
  deps.calls.createWithHold = async (...given) => {
    deps.calls.createWithHold = createWithHold;
    await createWithHold(...given);
    return createWithHold(...given);
  };
  await expect(makeCall(input(false), deps)).resolves.toMatchObject({ id });
  expect(await list()).toHaveLength(1);
});
