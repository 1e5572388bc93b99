import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handler as endHandler } from '#functions/http/calls/end-call.ts';
import { handler } from '#functions/queue/dial-calls.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import type { Call, CancelReason } from '#shared/calls/call.ts';
import type { DialOutcome } from '#shared/calls/carrier.ts';
import type { ConversationsAtOnce } from '#shared/calls/live-calls.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createCountingIds } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';
import { createMemoryDialQueue, createMemoryLiveCalls } from '#test/support/memory/dial-queue.ts';

interface Parts {
  outcomes?: DialOutcome[];
  call?: Partial<Call>;
  callsPerSecond?: number;
  atOnce?: ConversationsAtOnce;
  refusal?: CancelReason;
}

async function setup({ outcomes = [], call = {}, callsPerSecond = 1, atOnce, refusal }: Parts = {}) {
  const subject = await storeCall(call);
  subject.carrier.outcomes.push(...outcomes);
  const { clock } = subject;
  const furtherAccounts = { second: { callsPerSecond: 1 } };
  const { line } = subject.calls;
  const dialQueue = createMemoryDialQueue({ callsPerSecond, furtherAccounts }, line);
  const liveCalls = createMemoryLiveCalls(line, atOnce);
  const wait = async (milliseconds: number) => {
    // What does not wait takes no time.
    await nextTurn();
    clock.move(milliseconds);
  };
  const ids = createCountingIds(clock);
  const refusalOf = async () => refusal;
  const deps = { ...subject, dialQueue, liveCalls, refusalOf, ids, wait };
  const worker = handler.with(deps, createMemoryDeadLetters());
  const sentTo = (queue: string) => subject.queue.sent.filter((sent) => sent.queue === queue);
  const send = (...messages: object[]) => worker(sqsEvent(...messages));
  const deliver = () => send({ wokenBy: 'call' }, { wokenBy: 'call' });
  return { ...subject, dialQueue, sentTo, send, deliver };
}

const callKey = { userId: 7, priority: 'interactive' } as const;

it('dials the call, watched from then on, and keeps the id that the carrier gave it', async () => {
  const { deliver, key, carrier, calls, timer, now } = await setup();
  await expect(deliver()).resolves.toEqual({ batchItemFailures: [] });
  const dial = {
    key,
    to: '+12025550100',
    from: '+12025550001',
    timeLimitSeconds: 600,
    ringSeconds: 30,
    expectsMessage: false,
  };
  expect(carrier.dialled).toEqual([dial]);
  expect(timer.timers).toMatchObject([{ queue: 'check-call', message: { ...key, waitedSeconds: 30 } }]);
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId });
  expect(calls.line).toMatchObject({ entries: [], live: [], ofWidgets: [] });
});

it('dials once, however often the message is delivered', async () => {
  const { deliver, carrier } = await setup();
  await Promise.all([deliver(), deliver(), deliver()]);
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
});

it('does not dial a call that has ended meanwhile, and sees to its end', async () => {
  const { deliver, key, carrier, calls, sentTo } = await setup();
  await calls.change(key, { status: 'failed' }, 1);
  await deliver();
  expect({ dialled: carrier.dialled, entries: calls.line.entries }).toEqual({ dialled: [], entries: [] });
  expect(sentTo('finish-call')).toMatchObject([{ message: key }]);
});

it('dials by the account that has the number of the caller', async () => {
  const { deliver, carrier } = await setup({ call: { carrierAccount: 'second' } });
  await deliver();
  expect({ dialled: carrier.dialled.length, accounts: carrier.accounts }).toEqual({ dialled: 1, accounts: ['second'] });
});

it('keeps the entry of a call that another pump has claimed: that pump may put it back', async () => {
  const { deliver, calls, entry, clock, carrier } = await setup();
  await calls.claimDialling(entry, { at: clock.now() });
  calls.line.entries.push(entry);
  await deliver();
  expect({ dialled: carrier.dialled, entries: calls.line.entries }).toEqual({ dialled: [], entries: [entry] });
});

it.each([
  ['the time that its user set', { dialBefore: 1 }, 0],
  ['a day', {}, 24 * 3_600_000],
])('cancels a call that has waited longer than %s', async (_, call, waited) => {
  const { deliver, key, carrier, clock, now, counts, sentTo } = await setup({ call });
  clock.move(waited);
  await deliver();
  expect(carrier.dialled).toEqual([]);
  expect(await now()).toMatchObject({ status: 'failed', notDialled: 'expired' });
  expect(counts).toEqual([{ name: 'CallCancelled', dimensions: { reason: 'expired' } }]);
  expect(sentTo('finish-call')).toMatchObject([{ message: key }]);
});

it('dials a call that has waited for a second less than a day', async () => {
  const { deliver, carrier, clock } = await setup();
  clock.move(24 * 3_600_000 - 1000);
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
});

it('fails the call when the carrier refuses it, counts its code and has it settled', async () => {
  const { deliver, key, now, counts, lines, sentTo } = await setup({
    outcomes: [{ kind: 'refused', code: 21_215, reason: 'Account not authorized to call +12025550100.' }],
  });
  await deliver();
  const fields = { ...key, outcome: 'refused', code: 21_215 };
  expect(lines).toEqual([{ level: 'warn', message: 'carrier did not accept the call', fields }]);
  const carrierReason = { code: '21215', text: 'Error 21215.' };
  expect(await now()).toMatchObject({ status: 'failed', reason: 'carrier_refused', carrierReason });
  expect(sentTo('finish-call')).toMatchObject([{ message: key }]);
  expect(counts).toEqual([
    { name: 'CarrierDialProblem', dimensions: { outcome: 'refused' } },
    { name: 'CarrierError', dimensions: { code: '21215' } },
  ]);
});

it('counts a number that cannot be called apart from what the carrier refuses us', async () => {
  const { deliver, counts, now } = await setup({
    outcomes: [{ kind: 'refused', code: 21_211, reason: 'Invalid number', isOfRecipient: true }],
  });
  await deliver();
  expect(counts).toContainEqual({ name: 'CarrierRecipientRefused', dimensions: { of: 'call' } });
  expect((await now())?.reason).toBe('number_refused');
});

it('puts a call back when the carrier has too many requests, and dials it after the pause', async () => {
  const { deliver, entry, calls, carrier, clock, dialQueue, sentTo } = await setup({
    outcomes: [{ kind: 'retry', afterSeconds: 30, reason: '20429' }],
  });
  const startedAt = clock.now();
  await deliver();
  expect(calls.line).toMatchObject({ entries: [entry], live: [], ofWidgets: [] });
  expect((await dialQueue.readState('default')).nextAt).toBe(startedAt + 30_000);
  expect(sentTo('dial-calls')).not.toEqual([]);
  clock.move(30_000);
  await deliver();
  expect(carrier.dialled).toHaveLength(2);
  await expect(dialQueue.readState('default')).resolves.toMatchObject({ refusals: 0 });
});

it('keeps the calls of an account that the carrier has closed, and tries one a minute until it is open', async () => {
  const closed: DialOutcome = { kind: 'closed', code: 10_001, reason: 'Account is not active' };
  const { deliver, carrier, clock, counts, lines, now, key } = await setup({
    outcomes: Array.from({ length: 8 }, () => closed),
  });
  const startedAt = clock.now();
  while (carrier.dialled.length < 9) await deliver();
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId: expect.stringMatching(/^CA/) });
  const pausesMs = (15 + 30 + 6 * 60) * 1000;
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual(pausesMs);
  expect(clock.now() - startedAt).toBeLessThan(pausesMs + 15_000);
  expect(counts.slice(0, 2)).toEqual([
    { name: 'CarrierAccountClosed', dimensions: { of: 'call' } },
    { name: 'CarrierError', dimensions: { code: '10001' } },
  ]);
  const fields = { ...key, outcome: 'closed', code: 10_001 };
  expect(lines[0]).toEqual({ level: 'warn', message: 'carrier did not accept the call', fields });
});

it('does not dial a call again that its user has ended while the carrier refused it', async () => {
  const subject = await setup({ outcomes: [{ kind: 'retry', afterSeconds: 1, reason: '20429' }] });
  const { deliver, carrier, calls, clock, key, now, sentTo } = subject;
  const end = askerOf(endHandler.with(subject));
  const { dial } = carrier;
  carrier.dial = async (...given) => {
    expect(await end({ method: 'POST', id: key.callId })).toMatchObject({ status: 200 });
    return dial(...given);
  };
  await deliver();
  clock.move(60_000);
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
  const call = await now();
  expect({ status: call?.status, reason: endReasonOf(call!) }).toEqual({ status: 'failed', reason: 'cancelled' });
  expect(calls.line.entries).toEqual([]);
  expect(sentTo('finish-call')).toMatchObject([{ message: key }]);
});

it('leaves a call with an unknown outcome to its watchdog, and never dials it again', async () => {
  const { deliver, carrier, calls, now } = await setup({
    outcomes: [{ kind: 'unknown', reason: 'no answer in time' }],
  });
  await deliver();
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId: null });
  expect(calls.line.entries).toEqual([]);
});

it('pauses its account after an unknown outcome: a carrier that is down gets one call, and the others wait', async () => {
  const { deliver, carrier, calls, clock, dialQueue, key, entry } = await setup({
    outcomes: [
      { kind: 'unknown', reason: 'status 503' },
      { kind: 'unknown', reason: 'status 503' },
    ],
  });
  calls.state.wallets.set(key.userId, { balance: 1e9, available: 1e9 });
  for (const more of [1, 2]) {
    const call = buildCall({ id: key.callId + more, clientPhoneNumber: `+120255502${String(more).padStart(2, '0')}` });
    const waiting = { ...entry, callId: call.id, fairnessRound: more };
    await calls.createWithHold(call, { assistant: buildAssistant(), variables: {} }, waiting);
  }
  const dialledAt: number[] = [];
  const { dial } = carrier;
  carrier.dial = async (...given) => {
    dialledAt.push(clock.now());
    return dial(...given);
  };
  await deliver();
  const [first, second, third] = dialledAt;
  expect(second! - first!).toBeGreaterThanOrEqual(2000);
  expect(third! - second!).toBeGreaterThanOrEqual(4000);
  expect(calls.line.entries).toEqual([]);
  await expect(dialQueue.readState('default')).resolves.toMatchObject({ refusals: 0 });
});

it('ends when its dials have ended, also one that was begun in the place of a call that is over', async () => {
  const { deliver, calls, carrier, clock, key, entry } = await setup();
  const next = buildCall({ id: key.callId + 1, clientPhoneNumber: '+12025550201' });
  const configuration = { assistant: buildAssistant(), variables: {} };
  await calls.createWithHold(next, configuration, { ...entry, callId: next.id, fairnessRound: 1 });
  await calls.change(key, { status: 'failed' }, 1);
  const { get } = calls;
  calls.get = async (read) => {
    if (read.callId === key.callId) {
      // The time of the run is over before the table answers.
      clock.move(20_000);
      await pause(10);
    }
    return get(read);
  };
  const { dial } = carrier;
  carrier.dial = async (...given) => {
    await pause(10);
    return dial(...given);
  };
  await deliver();
  expect(await get({ ...key, callId: next.id })).toMatchObject({ carrierCallId });
});

async function withBroken() {
  const subject = await setup();
  const { calls } = subject;
  const broken = { ...callKey, carrierAccount: 'default', callId: 1, fairnessRound: -1 };
  calls.line.entries.push(broken);
  const { get } = calls;
  calls.get = (key) => (key.callId === 1 ? Promise.reject(new Error('cannot be parsed')) : get(key));
  const retries = () => {
    const delays = subject.sentTo('dial-calls').map((sent) => sent.options?.delaySeconds ?? 0);
    return delays.filter((seconds) => seconds >= 30);
  };
  return { ...subject, retries };
}

it('passes over a call that it cannot read, dials the others, and tries again later', async () => {
  const { deliver, calls, carrier, counts, retries, clock } = await withBroken();
  const startedAt = clock.now();
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
  expect(calls.line.entries).toMatchObject([{ callId: 1, failures: 1, retryAt: startedAt + 30_000 }]);
  expect(counts).toEqual([{ name: 'CallNotDialled', dimensions: { cause: 'failed' } }]);
  expect(retries()).toEqual([30]);
});

it('tries a call that it cannot read ever less often, however often a pump is woken, and takes no dials for it', async () => {
  const { deliver, counts, retries, clock } = await withBroken();
  const startedAt = clock.now();
  while (clock.now() - startedAt < 3_600_000) {
    await deliver();
    clock.move(1000);
  }
  // At 0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5 and 45.5 minutes.
  expect(counts).toHaveLength(8);
  expect(retries()).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
});

it('tries a call again even if the table does not take that it failed', async () => {
  const { deliver, dialQueue, retries, calls } = await withBroken();
  dialQueue.defer = () => Promise.reject(new Error('the table fails'));
  await deliver();
  expect(calls.line.entries).toHaveLength(1);
  expect(retries()).toEqual([30]);
});

it('goes on with five calls a second while the carrier takes nine seconds for each', async () => {
  const { send, carrier, clock } = await withMore(60, { callsPerSecond: 5 });
  const { dial } = carrier;
  const startedAt = clock.now();
  const begunAt: number[] = [];
  carrier.dial = async (given) => {
    begunAt.push(clock.now() - startedAt);
    while (clock.now() - startedAt < 9_000) await pause(0);
    return dial(given);
  };
  await send({ wokenBy: 'call' });
  expect(begunAt.filter((at) => at < 9_000).length).toBeGreaterThanOrEqual(45);
});

it('waits for its dials when the queue cannot be read any more', async () => {
  const { send, dialQueue, carrier } = await withMore(3, { callsPerSecond: 5 });
  const { dial } = carrier;
  let open = 0;
  carrier.dial = async (given) => {
    open += 1;
    await pause(20);
    open -= 1;
    return dial(given);
  };
  const { peek } = dialQueue;
  let looks = 0;
  dialQueue.peek = (account, ...given) => {
    if (account === 'default') looks += 1;
    return looks > 1 ? Promise.reject(new Error('the table fails')) : peek(account, ...given);
  };
  const { batchItemFailures } = await send({ wokenBy: 'call' });
  expect({ failures: batchItemFailures.length, open, dialled: carrier.dialled.length > 0 }).toEqual({
    failures: 1,
    open: 0,
    dialled: true,
  });
});

it('cancels a call that its campaign must not make any more', async () => {
  const { deliver, carrier, calls, now, sentTo } = await setup({ refusal: 'outside_hours' });
  await deliver();
  expect({ dialled: carrier.dialled, entries: calls.line.entries }).toEqual({ dialled: [], entries: [] });
  expect(await now()).toMatchObject({ status: 'failed', notDialled: 'outside_hours' });
  expect(sentTo('finish-call')).toHaveLength(1);
});

/** Calls of another user that wait, too, in the same round or the ones after it. */
async function withMore(count: number, parts: Parts) {
  const subject = await setup(parts);
  const { calls, carrier, clock, key, entry } = subject;
  calls.state.wallets.set(3, { balance: 1e9, available: 1e9 });
  const more = Array.from({ length: count }, (_, index) => ({
    ...entry,
    userId: 3,
    callId: key.callId + 1 + index,
    fairnessRound: index,
  }));
  for (const waiting of more) {
    const call = buildCall({
      id: waiting.callId,
      userId: 3,
      carrierAccount: entry.carrierAccount,
      clientPhoneNumber: `+1${waiting.callId}`,
    });
    await calls.createWithHold(call, { assistant: buildAssistant(), variables: {} }, waiting);
  }
  const dialled: Array<{ callId: number; at: number }> = [];
  const startedAt = clock.now();
  const { dial } = carrier;
  carrier.dial = async (given) => {
    dialled.push({ callId: given.key.callId, at: clock.now() - startedAt });
    return dial(given);
  };
  return { ...subject, more, dialled };
}

it('dials the call of another user in the slot of one that is over', async () => {
  const { deliver, dialled, calls, key, more } = await withMore(1, {});
  // In the same round the lower user is first.
  await calls.change({ userId: 3, callId: more[0]!.callId }, { status: 'failed' }, 1);
  await deliver();
  expect(dialled).toEqual([{ callId: key.callId, at: 0 }]);
});

it('keeps the rate with all of the calls of a burst', async () => {
  const { deliver, dialled } = await withMore(7, { callsPerSecond: 5 });
  await deliver();
  expect(dialled.map(({ at }) => at)).toEqual([0, 0, 0, 0, 0, 200, 400, 600]);
});

it('does nothing while another pump has the lease, and dials when it is over', async () => {
  const { deliver, dialQueue, carrier, clock, calls, entry } = await setup();
  await dialQueue.leasePump('default', 'a pump', { now: clock.now(), until: clock.now() + 2000 });
  await deliver();
  expect({ dialled: carrier.dialled, entries: calls.line.entries }).toEqual({ dialled: [], entries: [entry] });
  clock.move(2000);
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
});

it('stops when another pump has taken the lease', async () => {
  const { deliver, dialQueue, dialled, clock } = await withMore(3, {});
  const { leasePump } = dialQueue;
  const leases: number[] = [];
  dialQueue.leasePump = async (account, owner, time) => {
    if (account === 'default') leases.push(time.until - time.now);
    return leases.length < 3 && leasePump(account, owner, time);
  };
  const startedAt = clock.now();
  await deliver();
  expect(dialled).toHaveLength(1);
  expect(clock.now() - startedAt).toBeLessThan(2000);
  // Over when the message comes that wakes another pump, after two seconds.
  expect(leases).toEqual([1500, 1500, 1500]);
});

it('reports where no pump was running, and wakes another one while more than one call waits', async () => {
  const { send, lines, sentTo } = await withMore(2, {});
  await send({ wokenBy: 'schedule' });
  expect(lines).toEqual([
    { level: 'warn', message: 'no pump was running although calls wait', fields: { account: 'default' } },
  ]);
  expect(sentTo('dial-calls')[0]).toMatchObject({ message: { wokenBy: 'pump' }, options: { delaySeconds: 2 } });
});

it('dials for a message of the release before, which names a call', async () => {
  const { send, entry, carrier } = await setup();
  await expect(send({ wokenBy: 'call', newcomer: entry })).resolves.toEqual({ batchItemFailures: [] });
  expect(carrier.dialled).toHaveLength(1);
});

it('goes on with the other accounts when one fails, and fails then', async () => {
  const { send, dialQueue, carrier } = await setup({ call: { carrierAccount: 'second' } });
  const { peek } = dialQueue;
  dialQueue.peek = (account, ...given) =>
    account === 'default' ? Promise.reject(new Error('the table fails')) : peek(account, ...given);
  const { batchItemFailures } = await send({ wokenBy: 'call' });
  expect({ failures: batchItemFailures.length, dialled: carrier.dialled.length }).toEqual({ failures: 1, dialled: 1 });
});

it.each<Parts & { where: string }>([
  { where: 'where its account was taken out', call: { carrierAccount: 'third' } },
  { where: 'where no conversation may begin', atOnce: { total: 0 } },
])('keeps a call $where', async (parts) => {
  const { deliver, carrier, calls, entry } = await setup(parts);
  await deliver();
  expect({ dialled: carrier.dialled, entries: calls.line.entries }).toEqual({ dialled: [], entries: [entry] });
});

it('wakes a pump for a call that is put back after its run', async () => {
  const { deliver, carrier, clock, calls, entry, sentTo } = await setup({
    outcomes: [{ kind: 'retry', afterSeconds: 1, reason: '20429' }],
  });
  const { dial } = carrier;
  carrier.dial = async (given) => {
    clock.move(20_000);
    await pause(10);
    return dial(given);
  };
  await deliver();
  expect(calls.line.entries).toEqual([entry]);
  expect(sentTo('dial-calls').at(-1)).toMatchObject({ message: { wokenBy: 'pump' }, options: { delaySeconds: 0 } });
});
