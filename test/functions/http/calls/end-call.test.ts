import { expect, it } from 'vitest';
import { handler } from '#functions/http/calls/end-call.ts';
import type { Call } from '#shared/calls/call.ts';
import { askerOf } from '#test/support/http-event.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup(changes: Partial<Call>) {
  const subject = await storeCall(changes);
  const ask = askerOf(handler.with(subject));
  return { ...subject, end: (id: number = subject.key.callId) => ask({ method: 'POST', id }) };
}

it.each([
  { type: 'outbound', status: 'ringing' },
  { type: 'outbound', status: 'in-progress' },
  { type: 'inbound', status: 'in-progress' },
  // The carrier has a queue of its own.
  { type: 'outbound', status: 'initiated' },
] as const)('answers 200 and hangs up an $type call that is $status', async (row) => {
  const { end, carrier, now, queue, key } = await setup({ ...row, claimedAt: 1, carrierCallId });
  expect(await end()).toEqual({
    status: 200,
    body: {
      message: 'Call ended successfully',
      data: { id: key.callId, status: row.status, end_reason: null },
    },
  });
  expect(carrier.hungUp).toEqual([carrierCallId]);
  expect(await now()).toMatchObject({ endedBy: 'assistant', endReason: 'cancelled' });
  // In case the hang-up is lost.
  expect(queue.sent).toMatchObject([
    { queue: 'check-call', message: { ...key, end: true }, options: { delaySeconds: 5 } },
  ]);
});

it('answers 200 and takes a waiting call off the queue, before it is dialled', async () => {
  const { end, carrier, now, queue, key, calls } = await setup({ status: 'initiated', fairnessRound: 0 });
  expect((await end()).body).toMatchObject({ data: { status: 'failed', end_reason: 'cancelled' } });
  expect(carrier.hungUp).toEqual([]);
  expect(calls.line.entries).toEqual([]);
  expect(await now()).toMatchObject({ status: 'failed', notDialled: 'cancelled' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it('answers 200 and cancels a web call whose page has not come', async () => {
  const { end, carrier, now, queue, key } = await setup({ type: 'web', status: 'initiated' });
  expect((await end()).body).toMatchObject({ data: { status: 'failed', end_reason: 'cancelled' } });
  expect(carrier.hungUp).toEqual([]);
  expect(await now()).toMatchObject({ status: 'failed', notDialled: 'cancelled' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it('answers 200 while the call is being dialled, and hangs up when the carrier has named it', async () => {
  const { end, carrier, now, queue, key } = await setup({ status: 'initiated', claimedAt: 1 });
  expect((await end()).status).toBe(200);
  expect(carrier.hungUp).toEqual([]);
  expect(await now()).toMatchObject({ endedBy: 'assistant', endReason: 'cancelled' });
  expect(queue.sent).toMatchObject([{ queue: 'check-call', message: { ...key, end: true } }]);
});

it('answers 500 when the carrier does not, and has asked a worker to end the call', async () => {
  const { end, carrier, queue } = await setup({ status: 'in-progress', claimedAt: 1, carrierCallId });
  carrier.hangUp = () => Promise.reject(new Error('no answer'));
  expect((await end()).status).toBe(500);
  expect(queue.sent).toMatchObject([{ message: { end: true } }]);
});

it.each(['ended', 'completed', 'busy', 'failed'] as const)('answers 409 when the call is %s', async (status) => {
  const { end, carrier, queue } = await setup({ status, hold: 0, carrierCallId });
  expect(await end()).toEqual({ status: 409, body: { message: 'The call is over.' } });
  expect([carrier.hungUp, queue.sent]).toEqual([[], []]);
});

it('answers 409 and settles what a crash has left of an earlier request', async () => {
  const { end, queue, key } = await setup({ status: 'failed', notDialled: 'cancelled', hold: 1000 });
  expect((await end()).status).toBe(409);
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it('answers 404 for a call that the user does not have', async () => {
  const { end } = await setup({});
  expect((await end(1)).status).toBe(404);
});
