import { expect, it } from 'vitest';
import { handler } from '#functions/queue/check-call.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { CallItem } from '#shared/calls/call-items.ts';
import { type Call } from '#shared/calls/call.ts';
import type { ReportedStatus } from '#shared/calls/carrier.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { tableDefinition } from '#shared/platform/table/table.ts';
import { buildScript, buildState } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

async function setup(call: Partial<Call>, atCarrier?: ReportedStatus) {
  const subject = await storeCall({ carrierCallId, claimedAt: 1, ...call });
  if (atCarrier) {
    const { clientPhoneNumber: to, assistantPhoneNumber: from } = (await subject.now())!;
    subject.carrier.known.push({ carrierCallId, status: atCarrier, durationSeconds: 33, createdAt: 1, to, from });
  }
  const dlq = createMemoryDeadLetters();
  const { conversations } = subject;
  const worker = handler.with(subject, dlq);
  const open = (connectionId: string) =>
    conversations.open(buildState({ connectionId, call: subject.key }), buildScript());
  const reconnected = (connection: number) => worker(sqsEvent({ ...subject.key, connection }));
  const check = (waitedSeconds?: number) => worker(sqsEvent({ ...subject.key, waitedSeconds }));
  const limit = () => worker(sqsEvent({ ...subject.key, limit: true }));
  const end = () => worker(sqsEvent({ ...subject.key, end: true }));
  const expire = () => worker(sqsEvent({ ...subject.key, expiry: true }));
  return { ...subject, worker, open, reconnected, check, limit, end, expire, dlq };
}

const overdue = 900;

it('hangs up a call that its user has ended, when the first hang-up was lost', async () => {
  const { end, carrier, now, dlq } = await setup({ status: 'in-progress' }, 'in-progress');
  await end();
  expect(carrier.hungUp).toEqual([carrierCallId]);
  expect(await now()).toMatchObject({ endedBy: 'assistant', endReason: 'cancelled' });
  expect(dlq.sentAgain).toEqual([]);
});

it.each([
  { ago: 5000, delaySeconds: 2 },
  { ago: 60_000, delaySeconds: 30 },
])('comes back after $delaySeconds s for a call that was dialled $ago ms ago and has no name', async (row) => {
  const { end, carrier, dlq, clock, key } = await setup({ status: 'initiated', carrierCallId: null, claimedAt: 1 });
  clock.move(1 + row.ago - clock.now());
  await end();
  expect(carrier.hungUp).toEqual([]);
  expect(dlq.sentAgain).toEqual([{ message: { ...key, end: true }, delaySeconds: row.delaySeconds }]);
});

it('cancels a call that waits again when its user has ended it while it was dialled', async () => {
  const { end, now, queue, key, dlq } = await setup({ status: 'initiated', carrierCallId: null, claimedAt: null });
  await end();
  const call = await now();
  expect(call).toMatchObject({ status: 'failed', notDialled: 'cancelled' });
  expect(endReasonOf(call!)).toBe('cancelled');
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
  expect(dlq.sentAgain).toEqual([]);
});

it('comes back for a call that a pump claims while it is cancelled', async () => {
  const { end, calls, dlq, key } = await setup({ status: 'initiated', carrierCallId: null, claimedAt: null });
  calls.cancelDialling = async () => {
    await calls.claimDialling(
      { ...key, carrierAccount: 'default', priority: 'interactive', fairnessRound: 0 },
      { at: 1 },
    );
    return undefined;
  };
  await end();
  expect(dlq.sentAgain).toMatchObject([{ message: { ...key, end: true } }]);
});

it('leaves a call alone that is over when its user ended it', async () => {
  const { end, carrier } = await setup({ status: 'completed', hold: 0 }, 'ended');
  await end();
  expect(carrier.hungUp).toEqual([]);
});

it.each([
  { status: 'in-progress', atCarrier: 'ended', becomes: 'ended' },
  { status: 'ringing', atCarrier: 'busy', becomes: 'busy' },
  { status: 'in-progress', atCarrier: 'failed', becomes: 'failed' },
] as const)('moves a call from $status to $becomes when the carrier says $atCarrier', async (row) => {
  const { check, now, queue, key } = await setup({ status: row.status }, row.atCarrier);
  await check();
  expect(await now()).toMatchObject({ status: row.becomes, durationSeconds: 33 });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it.each([
  { type: 'outbound', connectionId: null, atCarrier: 'cancelled' },
  { type: 'outbound', connectionId: 'connection-1', atCarrier: 'no-answer' },
  { type: 'inbound', connectionId: 'connection-1', atCarrier: 'no-answer' },
  { type: 'inbound', connectionId: 'connection-1', atCarrier: 'busy' },
] as const)('closes a live $type call that the carrier has never connected: $atCarrier', async (row) => {
  const { atCarrier, ...call } = row;
  const { check, now, queue, key } = await setup({ ...call, status: 'in-progress', answeredAt: 1 }, atCarrier);
  await check();
  expect(await now()).toMatchObject({ status: 'failed' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it('leaves a call alone that still runs at the carrier', async () => {
  const { check, now, queue, timer, carrier } = await setup({ status: 'in-progress' }, 'in-progress');
  await check();
  expect((await now())?.status).toBe('in-progress');
  expect([queue.sent, timer.timers, carrier.hungUp]).toEqual([[], [], []]);
});

it('looks again when the time of the call and five minutes are over', async () => {
  const { check, timer, clock, key, now } = await setup({ status: 'in-progress' }, 'ended');
  await check(320);
  expect((await now())?.status).toBe('in-progress');
  expect(timer.timers).toEqual([
    { dueAt: clock.now() + 580_000, queue: 'check-call', message: { ...key, waitedSeconds: overdue } },
  ]);
});

const waiting = { status: 'initiated', carrierCallId: null, claimedAt: null, fairnessRound: 1 } as const;

it('cancels a waiting call when it expires, and not before', async () => {
  const { expire, timer, clock, key, now, queue } = await setup({ ...waiting, dialBefore: 0 });
  const dialBefore = clock.now() + 1000;
  const early = await setup({ ...waiting, dialBefore });
  await early.expire();
  expect(await early.now()).toMatchObject({ status: 'initiated' });
  expect(early.timer.timers).toEqual([
    { dueAt: dialBefore, queue: 'check-call', message: { ...early.key, expiry: true } },
  ]);
  await expire();
  expect(await now()).toMatchObject({ status: 'failed', notDialled: 'expired' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
  expect(timer.timers).toEqual([]);
});

it.each([
  ['waits without an expiry', waiting],
  ['was claimed by a pump, and has no name yet', { ...waiting, claimedAt: 1, dialBefore: 0 }],
  ['is ringing', { status: 'ringing', dialBefore: 0 }],
  ['is in progress', { status: 'in-progress', dialBefore: 0 }],
] as const)('leaves a call alone when it expires that %s', async (_what, call) => {
  const { expire, now, queue, carrier, dlq } = await setup(call);
  await expire();
  expect(await now()).toMatchObject({ status: call.status });
  expect([queue.sent, carrier.hungUp, dlq.sentAgain]).toEqual([[], [], []]);
});

it('leaves an expired call that waits again to the message of its expiry', async () => {
  const { check, now } = await setup({ ...waiting, dialBefore: 0 });
  await check(30);
  expect(await now()).toMatchObject({ status: 'initiated' });
});

it.each([
  { callSecondsPerSecond: 1, waitedSeconds: 30, looksAgainMs: 30_000 },
  { callSecondsPerSecond: 10, waitedSeconds: 30, looksAgainMs: 57_000 },
  { callSecondsPerSecond: 1, waitedSeconds: 60, looksAgainMs: undefined },
])(
  'watches a call that is claimed only after a look at $waitedSeconds s, $callSecondsPerSecond call seconds a second',
  async ({ callSecondsPerSecond, waitedSeconds, looksAgainMs }) => {
    const { check, clock, timer, key, now } = await setup(waiting);
    clock.callMs = (seconds) => (seconds * 1000) / callSecondsPerSecond;
    await check(waitedSeconds);
    expect(await now()).toMatchObject({ status: 'initiated' });
    const looks = looksAgainMs === undefined ? [] : [{ dueAt: clock.now() + looksAgainMs, queue: 'check-call' }];
    expect(timer.timers).toMatchObject(looks);
    const callSeconds = waitedSeconds + ((looksAgainMs ?? 0) / 1000) * callSecondsPerSecond;
    expect(timer.timers.map(({ message }) => message)).toEqual(
      looks.map(() => ({ ...key, waitedSeconds: callSeconds })),
    );
  },
);

it('limits the duration of an inbound call once it is live', async () => {
  const { limit, carrier, now, dlq } = await setup({ type: 'inbound', status: 'in-progress' }, 'in-progress');
  expect(await limit()).toEqual({ batchItemFailures: [] });
  expect(carrier.limits).toEqual([{ carrierCallId, seconds: 600 }]);
  expect((await now())?.status).toBe('in-progress');
  expect(dlq.sentAgain).toEqual([]);
});

it.each([
  { ageSeconds: 6, sentAgain: [5] },
  { ageSeconds: 31, sentAgain: [] },
])('comes back for a call that is not stored $ageSeconds s after its id was drawn: $sentAgain', async (row) => {
  const { worker, clock, key, dlq, timer } = await setup({ type: 'inbound', status: 'ringing' });
  const callId = createRecordId(clock.now(), () => 0);
  clock.move(row.ageSeconds * 1000);
  await expect(worker(sqsEvent({ ...key, callId, limit: true }))).resolves.toEqual({ batchItemFailures: [] });
  expect(dlq.sentAgain.map(({ delaySeconds }) => delaySeconds)).toEqual(row.sentAgain);
  await worker(sqsEvent({ ...key, callId, waitedSeconds: 320 }));
  expect([dlq.sentAgain.length, timer.timers.length]).toEqual([row.sentAgain.length, 0]);
});

it('tries again to limit a call that is not on the line yet', async () => {
  const { limit, carrier, dlq, key } = await setup({ type: 'inbound', status: 'in-progress' }, 'ringing');
  carrier.limitDuration = async () => 'not_live';
  await limit();
  expect(dlq.sentAgain).toEqual([{ message: { ...key, limit: true }, delaySeconds: 5 }]);
});

it('finds out, when there is nothing to limit, that the call is over', async () => {
  const { limit, carrier, now, queue, key } = await setup({ type: 'inbound', status: 'in-progress' }, 'ended');
  await limit();
  expect(carrier.limits).toEqual([]);
  expect(await now()).toMatchObject({ status: 'ended', durationSeconds: 33 });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it.each(['ended', 'failed', 'ended_by_customer'] as const)('limits no call that is %s', async (status) => {
  const { limit, carrier } = await setup({ type: 'inbound', status, hold: 0 }, 'in-progress');
  await limit();
  expect(carrier.limits).toEqual([]);
});

it('leaves a call that the carrier does not know to the watchdog', async () => {
  const { limit, now, queue } = await setup({ type: 'inbound', status: 'in-progress' });
  expect(await limit()).toEqual({ batchItemFailures: [] });
  expect((await now())?.status).toBe('in-progress');
  expect(queue.sent).toEqual([]);
});

it('hangs up a call that the carrier holds beyond its time, and looks again', async () => {
  const { check, carrier, timer, counts } = await setup({ status: 'in-progress' }, 'in-progress');
  await check(overdue);
  expect(carrier.hungUp).toEqual([carrierCallId]);
  expect(timer.timers).toHaveLength(1);
  expect(counts).toEqual([{ name: 'CallReconciled', dimensions: { status: 'in-progress' } }]);
});

it.each([
  { request: 'fetchCall', call: { status: 'in-progress' }, message: { waitedSeconds: overdue } },
  { request: 'hangUp', call: { status: 'in-progress' }, message: { waitedSeconds: overdue } },
  { request: 'findCalls', call: { status: 'initiated', carrierCallId: null }, message: { waitedSeconds: 30 } },
  { request: 'limitDuration', call: { type: 'inbound', status: 'in-progress' }, message: { limit: true } },
  { request: 'hangUp', call: { status: 'in-progress' }, message: { end: true } },
] as const)('comes back after a minute where the carrier does not answer $request: $message', async (row) => {
  const { worker, carrier, dlq, key, now, timer } = await setup(row.call, 'in-progress');
  carrier[row.request] = async () => {
    throw new Error('Twilio answered 503');
  };
  await expect(worker(sqsEvent({ ...key, ...row.message }))).resolves.toEqual({ batchItemFailures: [] });
  expect(dlq.sentAgain).toEqual([{ message: { ...key, ...row.message }, delaySeconds: 60 }]);
  expect({ status: (await now())?.status, timers: timer.timers }).toEqual({ status: row.call.status, timers: [] });
});

it('counts no call as reconciled before the carrier has answered', async () => {
  const { check, carrier, counts } = await setup({ status: 'in-progress' }, 'ended');
  const { fetchCall } = carrier;
  carrier.fetchCall = async () => {
    throw new Error('Twilio did not answer: no answer in time');
  };
  await check(overdue);
  expect(counts).toEqual([]);
  carrier.fetchCall = fetchCall;
  await check(overdue);
  expect(counts).toEqual([{ name: 'CallReconciled', dimensions: { status: 'in-progress' } }]);
});

it('fails a call that the carrier does not know', async () => {
  const { check, now } = await setup({ status: 'in-progress' });
  await check(overdue);
  expect((await now())?.status).toBe('failed');
});

it('leaves a call alone that waits for the carrier, however long', async () => {
  const { check, now, queue, timer } = await setup({ carrierCallId: null, claimedAt: null, fairnessRound: 1 });
  await check(overdue);
  expect((await now())?.status).toBe('initiated');
  expect([queue.sent, timer.timers]).toEqual([[], []]);
});

it('cancels a call that waited in the queue of 0.1.0, which is gone', async () => {
  const { check, now, queue, key } = await setup({ carrierCallId: null, claimedAt: null });
  await check(320);
  expect(await now()).toMatchObject({ status: 'failed', notDialled: 'expired' });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it('has a call finished whose end was not told', async () => {
  const { check, queue, key } = await setup({ status: 'ended' });
  await check(320);
  expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
});

it.each([
  { seconds: 60, counted: [] },
  { seconds: 121, counted: ['MoneyHeldTooLong'] },
])('counts money that is held $seconds s after the end: $counted', async ({ seconds, counted }) => {
  const { check, clock, counts } = await setup({ status: 'ended', endedAt: createFixedClock().now() });
  clock.move(seconds * 1000);
  await check(320);
  expect(counts.map(({ name }) => name)).toEqual(counted);
});

it('does nothing for a settled call, and for one that was never stored', async () => {
  const { check, queue, timer } = await setup({ status: 'completed', hold: 0 });
  await check(overdue);
  const worker = handler.with(await storeCall(), createMemoryDeadLetters());
  await expect(worker(sqsEvent({ userId: 7, callId: 1 }))).resolves.toEqual({ batchItemFailures: [] });
  expect([queue.sent, timer.timers]).toEqual([[], []]);
});

it('closes a call that the carrier still reports ten minutes after it was told to hang up', async () => {
  const { check, carrier, timer, now, queue } = await setup({ status: 'in-progress' }, 'in-progress');
  await check(overdue + 600 - 60);
  expect(timer.timers.at(-1)?.message).toMatchObject({ waitedSeconds: overdue + 600 });
  await check(overdue + 600);
  expect(carrier.hungUp).toHaveLength(1);
  expect(timer.timers).toHaveLength(1);
  expect(await now()).toMatchObject({ status: 'ended', durationSeconds: 600 });
  expect(queue.sent).toMatchObject([{ queue: 'finish-call' }]);
});

it.each(['ringing', 'initiated'] as const)(
  'fails a call that was never answered and that the carrier reports as %s',
  async (at) => {
    const { check, now, queue } = await setup({ status: 'ringing' }, at);
    await check(overdue + 600);
    expect(await now()).toMatchObject({ status: 'failed', durationSeconds: 0 });
    expect(queue.sent).toMatchObject([{ queue: 'finish-call' }]);
  },
);

it.each([
  { what: 'has no connection', answeredAgo: 16, connectionId: null, isOpen: false, isEnded: true },
  { what: 'has a connection without conversation', answeredAgo: 16, connectionId: 'a', isOpen: false, isEnded: true },
  { what: 'has just been answered', answeredAgo: 14, connectionId: null, isOpen: false, isEnded: false },
  { what: 'has just been connected', answeredAgo: 14, connectionId: 'a', isOpen: false, isEnded: false },
  { what: 'has a conversation', answeredAgo: 60, connectionId: 'a', isOpen: true, isEnded: false },
])('ends an answered call that $what: $isEnded', async ({ answeredAgo, connectionId, isOpen, isEnded }) => {
  const answeredAt = createFixedClock().now() - answeredAgo * 1000;
  const call = { status: 'in-progress', answeredAt, connectionId } as const;
  const { check, open, carrier, now, counts } = await setup(call, 'in-progress');
  if (isOpen) await open('a');
  await check(30);
  expect(carrier.hungUp).toEqual(isEnded ? [carrierCallId] : []);
  expect(await now()).toMatchObject({ endedBy: isEnded ? 'assistant' : null });
  expect(counts).toEqual(isEnded ? [{ name: 'ConversationFailed', dimensions: { code: 'not_opened' } }] : []);
});

it.each([
  { what: 'rings', status: 'ringing', connectionId: null, waited: 30, next: 90 },
  { what: 'was looked at twice', status: 'ringing', connectionId: null, waited: 90, next: overdue },
  { what: 'talks', status: 'in-progress', connectionId: 'a', waited: 30, next: overdue },
  { what: 'has no conversation yet', status: 'in-progress', connectionId: 'b', waited: 30, next: 90 },
  { what: 'was answered just now', status: 'in-progress', connectionId: null, waited: 90, next: 105 },
] as const)('looks again at a call that $what after $next s', async ({ status, connectionId, waited, next }) => {
  const answeredAt = status === 'ringing' ? null : createFixedClock().now() - 1000;
  const { check, open, timer, key } = await setup({ status, connectionId, answeredAt });
  await open('a');
  await check(waited);
  expect(timer.timers.map(({ message }) => message)).toEqual([{ ...key, waitedSeconds: next }]);
});

it.each([
  { what: 'did not come', connections: 1, connectionId: 'a', isEnded: true },
  { what: 'has no conversation', connections: 2, connectionId: 'b', isEnded: true },
  { what: 'is open', connections: 2, connectionId: 'a', isEnded: false },
  { what: 'was lost too', connections: 3, connectionId: 'c', isEnded: false },
])('ends a call whose next connection $what: $isEnded', async ({ connections, connectionId, isEnded }) => {
  const call = { status: 'in-progress', answeredAt: 1, connections, connectionId } as const;
  const { reconnected, open, carrier, counts, timer } = await setup(call, 'in-progress');
  await open('a');
  await reconnected(2);
  expect(carrier.hungUp).toEqual(isEnded ? [carrierCallId] : []);
  expect(counts.map(({ name }) => name)).toEqual(isEnded ? ['ConversationFailed'] : []);
  expect(timer.timers).toEqual([]);
});

it.each([null, 'a'])(
  'watches an inbound call without conversation after its first seconds: %s',
  async (connectionId) => {
    const call = { type: 'inbound', status: 'in-progress', connectionId } as const;
    const { limit, timer, key } = await setup(call, 'in-progress');
    await limit();
    expect(timer.timers.map(({ message }) => message)).toEqual([{ ...key, waitedSeconds: 30 }]);
  },
);

it('stores no time under the attribute at which DynamoDB deletes items', () => {
  expect(Object.keys(CallItem.entries)).not.toContain(tableDefinition.timeToLive);
});
