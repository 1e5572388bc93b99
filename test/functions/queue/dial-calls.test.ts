import { expect, it } from 'vitest';
import { handler } from '#functions/queue/place-call.ts';
import type { DialOutcome } from '#shared/calls/carrier.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

async function setup(outcomes: DialOutcome[] = []) {
  const subject = await storeCall();
  subject.carrier.outcomes.push(...outcomes);
  const dlq = createMemoryDeadLetters();
  const worker = handler.with(subject, dlq);
  return { ...subject, dlq, deliver: (...bodies: unknown[]) => worker(sqsEvent(...bodies)) };
}

const seen = { status: 'ringing', durationSeconds: 0, to: '+12025550100', from: '+12025550001' } as const;
const unknown: DialOutcome = { kind: 'unknown', reason: 'no answer in time' };

it('dials the call and keeps the id that the carrier gave it', async () => {
  const { deliver, key, carrier, now } = await setup();
  await expect(deliver(key)).resolves.toEqual({ batchItemFailures: [] });
  expect(carrier.dialled).toEqual([{ key, to: '+12025550100', from: '+12025550001', timeLimitSeconds: 600 }]);
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId });
});

it('dials once, however often the message is delivered', async () => {
  const { deliver, key, carrier } = await setup();
  await Promise.all([deliver(key), deliver(key, key), deliver(key)]);
  await deliver(key);
  expect(carrier.dialled).toHaveLength(1);
});

it('does not dial a call that has ended meanwhile, and sees to its end', async () => {
  const { deliver, key, carrier, calls, queue } = await setup();
  await calls.change(key, { status: 'failed' }, 1);
  await deliver(key);
  expect(carrier.dialled).toEqual([]);
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it('fails the call when the carrier refuses it, has it settled and counts the code', async () => {
  const { deliver, key, now, queue, counts } = await setup([
    { kind: 'refused', code: 21215, reason: 'geo permission' },
  ]);
  await deliver(key);
  expect(await now()).toMatchObject({ status: 'failed' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
  expect(counts).toEqual([
    { name: 'CarrierDialProblem', dimensions: { outcome: 'refused' } },
    { name: 'CarrierError', dimensions: { code: '21215' } },
  ]);
});

it('dials again later when the carrier was too busy to take the call', async () => {
  const { deliver, key, carrier, dlq, now } = await setup([{ kind: 'retry', afterSeconds: 3, reason: '20429' }]);
  await expect(deliver(key)).resolves.toEqual({ batchItemFailures: [] });
  expect(dlq.sentAgain).toEqual([{ message: key, delaySeconds: 3 }]);
  await deliver(key);
  expect(carrier.dialled).toHaveLength(2);
  expect((await now())?.carrierCallId).not.toBeNull();
});

it('gives up when the carrier was too busy for five minutes', async () => {
  const { deliver, key, clock, dlq, now } = await setup([{ kind: 'retry', afterSeconds: 3, reason: 'busy' }]);
  clock.move(5 * 60_000);
  await deliver(key);
  expect(dlq.sentAgain).toEqual([]);
  expect((await now())?.status).toBe('failed');
});

it('asks the carrier when it is not known whether it took the call, and never dials again', async () => {
  const { deliver, key, carrier, clock, dlq, now } = await setup([unknown]);
  carrier.known.push({ ...seen, carrierCallId: 'CAlost', createdAt: clock.now() });
  await deliver(key);
  expect(dlq.sentAgain).toMatchObject([{ message: key, delaySeconds: 10 }]);
  await deliver(key);
  expect(carrier.dialled).toHaveLength(1);
  expect(await now()).toMatchObject({ status: 'ringing', carrierCallId: 'CAlost' });
});

it('fails a call that the carrier certainly never took', async () => {
  const { deliver, key, carrier, clock, dlq, now, queue } = await setup([unknown]);
  await deliver(key);
  await deliver(key);
  expect(dlq.sentAgain).toHaveLength(2);
  expect((await now())?.status).toBe('initiated');
  clock.move(31_000);
  await deliver(key);
  expect((await now())?.status).toBe('failed');
  expect(queue.sent).toMatchObject([{ queue: 'finish-call' }]);
  expect(carrier.dialled).toHaveLength(1);
});

it('asks the carrier after a crash between the claim and the dialling', async () => {
  const { deliver, key, calls, clock, carrier, now } = await setup();
  await calls.claimDialling(key, clock.now());
  clock.move(120_000);
  await deliver(key);
  expect(carrier.dialled).toEqual([]);
  expect((await now())?.status).toBe('failed');
});

it('leaves out the calls that are known to be others, and those of another time', async () => {
  const { deliver, key, calls, clock, carrier, now } = await setup();
  await calls.claimDialling(key, clock.now());
  const other = buildCall({ id: key.callId + 1, carrierCallId: 'CAother' });
  await calls.createWithHold(other, { assistant: buildAssistant(), variables: {} });
  carrier.known.push(
    { ...seen, carrierCallId: 'CAother', createdAt: clock.now() },
    { ...seen, carrierCallId: 'CAlater', createdAt: clock.now() + 60_000 },
  );
  await deliver(key);
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId: null });
  clock.move(31_000);
  await deliver(key);
  expect(await now()).toMatchObject({ status: 'failed', carrierCallId: null });
});

it('takes the first of several calls that may be the lost one, once it is certain', async () => {
  const { deliver, key, calls, clock, carrier, now } = await setup();
  await calls.claimDialling(key, clock.now());
  carrier.known.push(
    { ...seen, carrierCallId: 'CA2', createdAt: clock.now() + 2_000 },
    { ...seen, carrierCallId: 'CA1', createdAt: clock.now() },
  );
  await deliver(key);
  expect((await now())?.carrierCallId).toBeNull();
  clock.move(31_000);
  await deliver(key);
  expect(await now()).toMatchObject({ status: 'ringing', carrierCallId: 'CA1' });
});
