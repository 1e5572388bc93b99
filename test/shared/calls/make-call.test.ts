import { describe, expect, it } from 'vitest';
import { makeCall } from '#shared/calls/make-call.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCall, buildPhoneNumber } from '#test/support/builders.ts';
import { crashAt, createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryAssistantStore, createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryCallStore, createMemoryWalletStore } from '#test/support/memory/calls.ts';
import { createMemoryQueue, createMemoryTimer } from '#test/support/memory/platform.ts';

const userId = 7;
const available = 100_000_000;

function setup() {
  const clock = createFixedClock();
  const calls = createMemoryCallStore();
  calls.state.wallets.set(userId, { balance: available, available });
  const deps = {
    assistants: createMemoryAssistantStore([buildAssistant({ id: 501 })]),
    phoneNumbers: createMemoryPhoneNumberStore([buildPhoneNumber({ id: 1 })]),
    wallets: createMemoryWalletStore(calls.state),
    calls,
    queue: createMemoryQueue(),
    timer: createMemoryTimer(clock),
    clock,
    ids: { recordId: () => createRecordId(clock.now(), () => 0.75), uuid: () => 'unused' },
    metrics: createObservers().metrics,
    hasSpeechModel: true,
  };
  const id = createRecordId(clock.now(), () => 0.25);
  const input = (resumed: boolean) => ({
    userId,
    phoneNumber: '+12025550100',
    assistantId: 501,
    variables: {},
    reservation: { id, token: 'token-1', resumed },
  });
  const list = async () => (await calls.list(userId, {}, { page: 1, perPage: 100 })).rows.map(({ call }) => call);
  return { deps, id, input, list };
}

/** Assistant, numbers, wallet and watch are read and set together; then come the clock, the transaction and the queue. */
const steps = [1, 2, 3, 4, 5, 6, 7, 8];

describe('a call with a reserved id', () => {
  it('gets that id', async () => {
    const { deps, id, input } = setup();
    await expect(makeCall(input(false), deps)).resolves.toMatchObject({ id, status: 'initiated' });
    expect(deps.queue.sent).toMatchObject([{ message: { userId, callId: id } }]);
  });

  it.each(steps.flatMap((step) => (['before', 'after'] as const).map((when) => ({ step, when }))))(
    'is made once when the process dies $when step $step and the request is repeated',
    async ({ step, when }) => {
      const { deps, id, input, list } = setup();
      const guard = crashAt({ ...deps, ids: undefined }, step, when);
      const first = await makeCall(input(false), { ...guard.deps, ids: deps.ids }).catch(() => undefined);
      expect(first === undefined).toBe(guard.crashed());
      const repeated = await makeCall(input(true), deps);
      expect(repeated).toMatchObject({ id, status: 'initiated' });
      const [call, ...others] = await list();
      expect(call).toMatchObject({ id });
      expect(others).toEqual([]);
      expect(deps.calls.state.wallets.get(userId)).toEqual({ balance: available, available: available - call!.hold });
      expect(new Set(deps.queue.sent.map(({ message }) => JSON.stringify(message)))).toEqual(
        new Set([JSON.stringify({ userId, callId: id })]),
      );
    },
  );

  it('is answered as started, and not queued again, when it has been dialled since', async () => {
    const { deps, id, input } = setup();
    await makeCall(input(false), deps);
    await deps.calls.claimDialling({ userId, callId: id }, deps.clock.now());
    await deps.calls.change({ userId, callId: id }, { status: 'ringing' }, deps.clock.now());
    await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id, status: 'initiated' });
    expect(deps.queue.sent).toHaveLength(1);
  });

  it('stays made when it would be refused now', async () => {
    const { deps, id, input } = setup();
    await makeCall(input(false), deps);
    deps.calls.state.wallets.set(userId, { balance: 0, available: 0 });
    await deps.assistants.delete(buildAssistant({ id: 501 }));
    await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id });
  });

  it('takes the next id when a call of the same millisecond has this one, and is found there', async () => {
    const { deps, id, input, list } = setup();
    const configuration = { assistant: buildAssistant(), variables: {} };
    await deps.calls.createWithHold(buildCall({ id, userId, hold: 0, reservationToken: 'token-2' }), configuration);
    await deps.calls.createWithHold(buildCall({ id: id + 1, userId, hold: 0 }), configuration);
    await expect(makeCall(input(false), deps)).resolves.toMatchObject({ id: id + 2, reservationToken: 'token-1' });
    await expect(makeCall(input(true), deps)).resolves.toMatchObject({ id: id + 2 });
    expect(await list()).toHaveLength(3);
  });

  it('is found by a run that comes upon the id while another run stores it', async () => {
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
});
