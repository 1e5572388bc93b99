import { describe, expect, it } from 'vitest';
import { makeCall } from '#shared/call-life/make-call.ts';
import { AppError } from '#shared/platform/errors.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { memoryService } from '#test/support/in-memory/service.ts';

const userId = 7;
const request = { userId, phoneNumber: '+12025550100', assistantId: 501, variables: { customer_name: 'Ada', day: 1 } };

function setup() {
  const service = memoryService({
    balance: 100_000_000,
    callsPerSecond: 1,
    assistants: [501, 502].map((id) => buildAssistant({ id })),
    numbers: [buildPhoneNumber({})],
  });
  let made = 0;
  const ids = {
    recordId: () => createRecordId(service.clock.now(), () => (made += 1) / 1000),
    uuid: () => 'unused',
  };
  const deps = { ...service, ids, waitingCallsPerUser: 9 };
  const { createWithHold } = deps.calls;
  /** Stores the call, and fails all the same: the answer of the table is lost. */
  const failNext = (failure: Error, isStored = true) => {
    deps.calls.createWithHold = async (...given) => {
      deps.calls.createWithHold = createWithHold;
      if (isStored) await createWithHold(...given);
      throw failure;
    };
  };
  return { deps, failNext, list: deps.storedCalls };
}

const lost = new Error('socket hang up');

describe('a request without a key', () => {
  it('that is repeated after a server error is the call that was stored, and wakes the dialler', async () => {
    const { deps, failNext, list } = setup();
    failNext(lost);
    await expect(makeCall(request, deps)).rejects.toThrow(lost);
    const again = { ...request, variables: { day: 1, customer_name: 'Ada' } };
    const { call, isRepeated } = await makeCall(again, deps);
    expect(await list()).toEqual([expect.objectContaining({ id: call.id })]);
    expect(isRepeated).toBe(true);
    expect(deps.queue.sent).toMatchObject([{ queue: 'dial-calls', message: { wokenBy: 'call' } }]);
  });

  it('is repeated although its money would not be enough for another call', async () => {
    const { deps, failNext } = setup();
    failNext(lost);
    await makeCall(request, deps).catch(() => undefined);
    deps.calls.state.wallets.set(userId, { balance: 0, available: 0 });
    await expect(makeCall(request, deps)).resolves.toMatchObject({ isRepeated: true });
  });

  it.each([
    { what: 'number', other: { phoneNumber: '+12025550101' } },
    { what: 'assistant', other: { assistantId: 502 } },
    { what: 'value of a variable', other: { variables: { customer_name: 'Bob', day: 1 } } },
    { what: 'type of a value', other: { variables: { customer_name: 'Ada', day: '1' } } },
    { what: 'user', other: { userId: 8 } },
    { what: 'key', other: { reservation: { id: 5, token: 'token-1', resumed: false } } },
  ])('is another call with another $what', async ({ other }) => {
    const { deps, failNext } = setup();
    failNext(lost);
    await makeCall(request, deps).catch(() => undefined);
    const outcome = await makeCall({ ...request, ...other }, deps).catch((error: unknown) => error);
    expect(outcome).not.toHaveProperty('isRepeated');
  });

  it('is another call a minute later', async () => {
    const { deps, failNext, list } = setup();
    failNext(lost);
    await makeCall(request, deps).catch(() => undefined);
    deps.clock.move(60_001);
    await expect(makeCall(request, deps)).resolves.not.toHaveProperty('isRepeated');
    expect(await list()).toHaveLength(2);
  });

  it('is a call of its own when the failed one was not stored, and each time that it is answered', async () => {
    const { deps, failNext, list } = setup();
    failNext(lost, false);
    await makeCall(request, deps).catch(() => undefined);
    for (const _ of [1, 2]) await expect(makeCall(request, deps)).resolves.not.toHaveProperty('isRepeated');
    expect(await list()).toHaveLength(2);
  });

  it('is another call after a refusal', async () => {
    const { deps, failNext, list } = setup();
    failNext(new AppError('too_many_waiting'));
    await makeCall(request, deps).catch(() => undefined);
    await expect(makeCall(request, deps)).resolves.not.toHaveProperty('isRepeated');
    expect(await list()).toHaveLength(2);
  });

  it('tells the operator when the table does not take what failed either', async () => {
    const { deps, failNext } = setup();
    failNext(lost);
    deps.failedCalls.remember = () => Promise.reject(new Error('throttled'));
    await expect(makeCall(request, deps)).rejects.toThrow(lost);
    expect(deps.lines).toMatchObject([{ level: 'error', message: 'a repeat of this request would be another call' }]);
  });
});
