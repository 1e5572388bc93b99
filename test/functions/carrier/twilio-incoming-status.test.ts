import { afterEach, expect, it, vi } from 'vitest';
import { handler } from '#functions/carrier/twilio-incoming-status.ts';
import type { Call } from '#shared/calls/call.ts';
import type { TwilioVerifier } from '#shared/integrations/twilio/carrier-callback.ts';
import { numberEvent, SECOND_ACCOUNT, verifySigned } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

afterEach(() => vi.unstubAllEnvs());

async function setup(changes: Partial<Call> = {}, verify: TwilioVerifier = verifySigned) {
  const subject = await storeCall({ type: 'inbound', status: 'in-progress', carrierCallId, answeredAt: 1, ...changes });
  const endpoint = handler.with(subject, verify, () => subject.clock.now());
  const report = (form: Record<string, string>, signature?: string) =>
    endpoint(numberEvent('incoming-status', { CallSid: carrierCallId, ...form }, signature));
  return { ...subject, report };
}

it('answers 204, keeps the duration and queues the end of the story', async () => {
  const { report, now, queue, key, clock } = await setup({ connectionId: 'connection-1' });
  const response = await report({ CallStatus: 'completed', CallDuration: '42' });
  expect(response.statusCode).toBe(204);
  expect(await now()).toMatchObject({ status: 'ended', durationSeconds: 42, endedAt: clock.now() });
  expect(queue.sent).toEqual([{ queue: 'finish-call', message: key, options: { groupId: '7', delaySeconds: 2 } }]);
});

it('measures a call whose duration the carrier does not tell', async () => {
  const { report, now, clock } = await setup({ answeredAt: Date.UTC(2026, 5, 30, 11, 53, 30) });
  const answeredAt = (await now())?.answeredAt ?? 0;
  clock.move(answeredAt + 61_000 - clock.now());
  expect((await report({ CallStatus: 'completed', CallDuration: '' })).statusCode).toBe(204);
  expect(await now()).toMatchObject({ status: 'ended', durationSeconds: 61 });
});

it.each(['no-answer', 'canceled', 'busy'])('is a failure after %s: the caller was never connected', async (status) => {
  const { report, now, queue } = await setup();
  await report({ CallStatus: status });
  expect(await now()).toMatchObject({ status: 'failed', durationSeconds: 0 });
  expect(queue.sent).toHaveLength(1);
});

it('changes nothing where a conversation has been held', async () => {
  const { report, now } = await setup({ connectionId: 'connection-1' });
  await report({ CallStatus: 'no-answer' });
  expect((await now())?.status).toBe('in-progress');
});

it('of a call that was refused, or of another, changes nothing', async () => {
  const { report, now, queue } = await setup();
  expect((await report({ CallSid: 'CA-refused', CallStatus: 'busy' })).statusCode).toBe(204);
  expect((await now())?.status).toBe('in-progress');
  expect(queue.sent).toEqual([]);
});

it('answers 403 to an account of the carrier that does not have the call, and the call stays as it was', async () => {
  vi.stubEnv('CARRIER_ACCOUNTS', SECOND_ACCOUNT);
  const { report, now, queue, calls, key } = await setup({}, async () => 'second');
  const before = await now();
  expect((await report({ CallStatus: 'completed', CallDuration: '42' })).statusCode).toBe(403);
  expect([await now(), queue.sent]).toEqual([before, []]);
  expect((await report({ CallSid: 'CA-refused', CallStatus: 'busy' })).statusCode).toBe(204);
  expect(await calls.get(key)).toEqual(before);
});

it('answers 204 to the account that has the call', async () => {
  vi.stubEnv('CARRIER_ACCOUNTS', SECOND_ACCOUNT);
  const { report, now } = await setup({ carrierAccount: 'second' }, async () => 'second');
  expect((await report({ CallStatus: 'completed', CallDuration: '42' })).statusCode).toBe(204);
  expect(await now()).toMatchObject({ status: 'ended' });
});
