import { expect, it } from 'vitest';
import { toDecimal } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import * as operation from '#shared/call-life/make-call.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import type { ModelAccess } from '#shared/catalog/models.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import type { PhoneNumber } from '#shared/numbers/phone-number.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCall, buildPhoneNumber } from '#test/support/builders.ts';
import { crashAt } from '#test/support/fakes.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const makeCall = async (...given: Parameters<typeof operation.makeCall>) => (await operation.makeCall(...given)).call;

const userId = 7;
const phoneNumber = '+12025550100';
const rates = ratesFor(phoneNumber);
const wokenBy = (message: object) => ({ queue: 'dial-calls', message, options: { delaySeconds: 0 } });
const wake = wokenBy(expect.objectContaining({ wokenBy: 'call' }));

interface Parts {
  access: Partial<ModelAccess>;
  available: number;
  assistant: Partial<Assistant>;
  numbers: Array<Partial<PhoneNumber>>;
}

function setup(parts: Partial<Parts> = {}) {
  const { available = 100_000_000, assistant = {}, numbers = [{}], access = {} } = parts;
  const service = memoryService({
    balance: available,
    access,
    callsPerSecond: 1,
    assistants: [buildAssistant({ id: 501, ...assistant })],
    numbers: numbers.map((number) => buildPhoneNumber(number)),
  });
  const { clock } = service;
  const ids = { recordId: () => createRecordId(clock.now(), () => 0.75), uuid: () => 'unused' };
  const deps = { ...service, ids, waitingCallsPerUser: 3 };
  const id = createRecordId(clock.now(), () => 0.25);
  const input = (resumed: boolean) => ({
    userId,
    phoneNumber,
    assistantId: 501,
    variables: { customer_name: 'Ada' },
    reservation: { id, token: 'token-1', resumed },
  });
  return { deps, id, input, list: deps.storedCalls, counts: deps.counts, lines: deps.lines };
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
  const entry = { ...key, carrierAccount: 'default', priority: 'interactive', fairnessRound: 0 };
  expect(deps.calls.line.entries).toEqual([entry]);
  expect(deps.queue.sent).toEqual([wokenBy({ wokenBy: 'call' })]);
  expect(counts).toEqual([
    { name: 'CallAccepted', dimensions: undefined },
    { name: 'MoneyHeld', dimensions: {}, amount: toDecimal(hold) },
  ]);
});

it('makes a multimodal call where there is a speech model, and marks it', async () => {
  const { deps, input } = setup({ assistant: { mode: 'multimodal' } });
  await expect(makeCall(input(false), deps)).resolves.toMatchObject({ mode: 'multimodal' });
});

it('tells how long a call has to wait, and holds nothing for one too many', async () => {
  const { deps, input } = setup();
  const request = { ...input(false), reservation: undefined };
  const ids = { recordId: () => createRecordId(deps.clock.now(), Math.random), uuid: () => 'unused' };
  const call = async (expiresInSeconds?: number) => {
    const { wait, call: made } = await operation.makeCall({ ...request, expiresInSeconds }, { ...deps, ids });
    return { wait, dialBefore: made.dialBefore && made.dialBefore - made.createdAt };
  };
  await expect(call()).resolves.toEqual({ wait: undefined, dialBefore: undefined });
  await expect(call(60)).resolves.toEqual({ wait: { queuePosition: 2, estimatedSeconds: 1 }, dialBefore: 60_000 });
  expect(deps.queue.sent).toMatchObject([
    wake,
    wake,
    { queue: 'check-call', message: { expiry: true }, options: { delaySeconds: 60 } },
  ]);
  await deps.dialQueue.pause('default', deps.clock.now() + 5000, 0);
  await expect(call()).resolves.toMatchObject({ wait: { queuePosition: 3, estimatedSeconds: 7 } });
  await call();
  const { available } = deps.calls.state.wallets.get(userId)!;
  await expect(call()).rejects.toMatchObject({ code: 'too_many_waiting', retryAfterSeconds: 1 });
  expect(deps.calls.state.wallets.get(userId)!.available).toBe(available);
});

it('accepts a call without an estimate when those ahead cannot be counted', async () => {
  const { deps, input } = setup();
  await deps.dialQueue.pause('default', deps.clock.now() + 5000, 0);
  deps.dialQueue.countAhead = () => Promise.reject(new Error('throttled'));
  await expect(operation.makeCall(input(false), deps)).resolves.toMatchObject({ wait: undefined });
  expect(deps.calls.line.entries).toHaveLength(1);
});

it('accepts a call that is stored when no pump can be woken, and the same one again', async () => {
  const { deps, id, input, lines } = setup();
  deps.queue.send = () => Promise.reject(new Error('SQS does not answer'));
  const request = (resumed: boolean) => makeCall({ ...input(resumed), expiresInSeconds: 60 }, deps);
  await expect(request(false)).resolves.toMatchObject({ id, status: 'initiated' });
  await expect(request(true)).resolves.toMatchObject({ id, status: 'initiated' });
  expect(deps.calls.line.entries).toHaveLength(1);
  const failure = { level: 'error', message: 'a step after the call was stored failed' };
  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([failure, failure, failure, failure]);
});

it('refuses a call whose balance pays for less than a minute, looks at that last, and stores nothing', async () => {
  const { deps, input, list } = setup({ available: holdFor(60, rates) - 1 });
  await expect(makeCall(input(false), deps)).rejects.toMatchObject({ code: 'insufficient_balance' });
  const unknown = { ...input(false), assistantId: 502 };
  await expect(makeCall(unknown, deps)).rejects.toMatchObject({ code: 'assistant_not_found' });
  expect({ stored: await list(), sent: deps.queue.sent }).toEqual({ stored: [], sent: [] });
});

const speech = { mode: 'multimodal', llmModelId: null, multimodalModelId: 101 } as const;
it.each<[what: string, parts: Partial<Parts>]>([
  [
    'of a provider that is not configured',
    { assistant: { llmModelId: 1 }, access: { openai: false, rehearsal: false } },
  ],
  ['of the speech model where there is none', { assistant: speech, access: { speech: false } }],
  ['that is the rehearsal model, in a stage without it', { access: { rehearsal: false } }],
])('stores no call and holds no money for an assistant whose model is one %s', async (_, parts) => {
  const { deps, id, input } = setup(parts);
  const errors = { assistant_id: ['The language model of the assistant id has no configured provider.'] };
  await expect(makeCall(input(false), deps)).rejects.toMatchObject({ code: 'validation_failed', errors });
  await expect(deps.calls.get({ userId, callId: id })).resolves.toBeUndefined();
  await expect(deps.wallets.get(userId)).resolves.toMatchObject({ available: 100_000_000 });
});

it('names what nothing fills, warns of it, and says so again to a repeat', async () => {
  const texts = {
    initialMessage: 'Hello {{first_name}}, {place}.',
    systemPrompt: 'You are {assistant_name} in {place}.',
  };
  const { deps, input, lines } = setup({ assistant: texts, access: { openai: false, rehearsal: true } });
  const told = { missingVariables: ['first_name', 'place'], speakingModel: 'rehearsal' };
  await expect(operation.makeCall(input(false), deps)).resolves.toMatchObject(told);
  await expect(operation.makeCall(input(true), deps)).resolves.toMatchObject(told);
  expect(lines).toMatchObject([
    { level: 'warn', message: 'variables missing', fields: { variables: ['first_name', 'place'] } },
    { level: 'warn', message: 'THE REHEARSAL MODEL SPEAKS in this call' },
  ]);
});

it.each<[what: string, parts: Partial<Parts>]>([
  ['an inbound assistant', { assistant: { type: 'inbound' } }],
  ['an inactive assistant', { assistant: { status: 'inactive' } }],
  ['a user without numbers', { numbers: [] }],
  ['an assistant whose own number is gone', { assistant: { phoneNumberId: 77 } }],
])('refuses the assistant id for %s', async (_, parts) => {
  const { deps, input } = setup(parts);
  const errors = { assistant_id: ['The selected assistant id is invalid.'] };
  await expect(makeCall(input(false), deps)).rejects.toMatchObject({ errors });
});

it('names the subscription that has ended', async () => {
  const { deps, input } = setup({ numbers: [{ subscriptionExpiresAt: 1 }] });
  const errors = { assistant_id: ['The selected phone number has no active subscription.'] };
  await expect(makeCall(input(false), deps)).rejects.toMatchObject({ errors });
});

/** Assistant, numbers, wallet and pace are read together; then come the round, the transaction and the queue. */
const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

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
    expect(deps.calls.line.entries).toMatchObject([{ userId, callId: id }]);
    expect(deps.queue.sent).toContainEqual(wake);
  },
);

it('answers a repeat as started, and queues nothing again, when the call has been dialled since', async () => {
  const { deps, id, input } = setup();
  await makeCall(input(false), deps);
  await deps.calls.claimDialling(deps.calls.line.entries[0]!, { at: deps.clock.now() });
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

it('refuses a number that was erased with its entry in the do-not-call list, until a newer START, and stores nothing of it', async () => {
  const { deps, input, list } = setup();
  await deps.doNotCall.applyOptOut({ userId, phoneNumber, wish: 'stop', messageId: 'SM1', sentAt: 1 }, 1);
  await deps.doNotCall.erase(userId, phoneNumber);
  const erased = { phone_number: ['The phone number is not called: it was on the do-not-call list, and was erased.'] };
  for (const written of [phoneNumber, '+1 (202) 555-0100', ' +12025550100 ']) {
    const refused = makeCall({ ...input(false), phoneNumber: written }, deps);
    await expect(refused).rejects.toMatchObject({ code: 'validation_failed', errors: erased });
  }
  await expect(makeCall({ ...input(false), assistantId: 9 }, deps)).rejects.toMatchObject({ errors: erased });
  expect({ calls: await list(), sent: deps.queue.sent }).toEqual({ calls: [], sent: [] });
  await expect(deps.wallets.get(userId)).resolves.toMatchObject({ available: 100_000_000 });
  await deps.doNotCall.applyOptOut({ userId, phoneNumber, wish: 'start', messageId: 'SM2', sentAt: 2 }, 2);
  await expect(makeCall(input(false), deps)).resolves.toMatchObject({ status: 'initiated' });
});

it('calls a number that is listed and was not erased: the user orders the call, and sees the list', async () => {
  const { deps, input } = setup();
  await deps.doNotCall.add({ userId, phoneNumber, source: 'api', reason: null, createdAt: 1 });
  await expect(makeCall(input(false), deps)).resolves.toMatchObject({ status: 'initiated' });
});
