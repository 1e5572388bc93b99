import { expect, it } from 'vitest';
import { handler } from '#functions/http/calls/delete-call.ts';
import type { Call } from '#shared/calls/call.ts';
import { askerOf } from '#test/support/http-event.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup(changes: Partial<Call>) {
  const deps = await storeCall({ status: 'completed', hold: 0, ...changes });
  await deps.recordings.put(deps.key, new Blob(['audio']).stream());
  const ask = askerOf(handler.with(deps));
  return { deps, now: deps.now, remove: () => ask({ id: deps.key.callId }) };
}

it('removes its recording, and finishes what a crash has left of an earlier try', async () => {
  const { deps, now, remove } = await setup({ carrierCallId, recording: { id: 'RE1', durationSeconds: 9 } });
  const { remove: removeReal } = deps.calls;
  deps.calls.remove = () => Promise.reject(new Error('the table is gone'));
  expect((await remove()).status).toBe(500);
  deps.calls.remove = removeReal;
  expect((await remove()).status).toBe(200);
  await expect(now()).resolves.toBeUndefined();
  expect(deps.recordings.size()).toBe(0);
});

it('answers 409 while money is held for a call without an answer', async () => {
  const recording = { id: 'RE1', durationSeconds: 9 };
  const { deps, now, remove } = await setup({ status: 'busy', hold: 1_000_000, carrierCallId, recording });
  expect((await remove()).status).toBe(409);
  expect(await now()).toMatchObject({ status: 'busy', recording });
  expect(deps.recordings.size()).toBe(1);
});
