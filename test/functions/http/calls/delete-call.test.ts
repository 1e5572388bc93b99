import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/calls/delete-call.ts';
import { createMemoryCarrierRecordings, createMemoryRecordingStore } from '#test/support/memory/carrier.ts';
import { callStatuses, isFinal, type Call } from '#shared/calls/call.ts';
import { askerOf } from '#test/support/http-event.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

const recorded: Partial<Call> = {
  carrierCallId,
  recordingSecret: 's'.repeat(43),
  recording: { id: 'RE1', durationSeconds: 9 },
};

async function setup(changes: Partial<Call> = {}) {
  const { key, calls, clock, queue, now } = await storeCall({ status: 'completed', hold: 0, ...changes });
  const recordings = createMemoryRecordingStore(clock.now);
  await recordings.put(key, new Blob(['audio']).stream());
  const carrierRecordings = createMemoryCarrierRecordings();
  const audio = Buffer.from('audio');
  carrierRecordings.known.set(carrierCallId, { id: 'RE1', state: 'ready', durationSeconds: 9, audio });
  const deps = { calls, clock, queue, recordings, carrierRecordings };
  const ask = askerOf(handler.with(deps));
  return { key, deps, now, remove: (userId = key.userId) => ask({ id: key.callId, userId }) };
}

const notFound = { status: 404, body: { message: 'Call not found' } };

describe('DELETE /user/calls/{id}', () => {
  it.each(callStatuses.filter(isFinal))('answers 200 to a call that is %s, and it is gone', async (status) => {
    const { key, deps, now, remove } = await setup({ status });
    expect(await remove()).toEqual({ status: 200, body: { message: 'Call deleted successfully' } });
    await expect(now()).resolves.toBeUndefined();
    await expect(deps.calls.list(key.userId, {}, { page: 1, perPage: 10 })).resolves.toEqual({ rows: [], total: 0 });
    expect(await remove()).toEqual(notFound);
  });

  it('removes its recording, here and at the carrier', async () => {
    const { deps, remove } = await setup(recorded);
    expect((await remove()).status).toBe(200);
    expect(deps.recordings.size()).toBe(0);
    expect(deps.carrierRecordings.known.size).toBe(0);
  });

  it('finishes what a crash has left of an earlier try', async () => {
    const { deps, now, remove } = await setup(recorded);
    const { remove: removeReal } = deps.calls;
    deps.calls.remove = () => Promise.reject(new Error('the table is gone'));
    expect((await remove()).status).toBe(500);
    deps.calls.remove = removeReal;
    expect((await remove()).status).toBe(200);
    await expect(now()).resolves.toBeUndefined();
  });

  it.each(callStatuses.filter((status) => !isFinal(status)))(
    'answers 409 to a call that is %s, and leaves everything',
    async (status) => {
      const { deps, now, remove } = await setup({ ...recorded, status, hold: 1_000_000 });
      const before = await now();
      const message = 'The call is not over and cannot be deleted yet.';
      expect(await remove()).toEqual({ status: 409, body: { message } });
      await expect(now()).resolves.toEqual(before);
      expect(deps.recordings.size()).toBe(1);
    },
  );

  it('answers 409 while money is held for a call without an answer', async () => {
    const { remove } = await setup({ status: 'busy', hold: 1_000_000 });
    expect((await remove()).status).toBe(409);
  });
});
