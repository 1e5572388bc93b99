import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { handler } from '#functions/queue/dial-calls.ts';
import { handler as endHandler } from '#functions/http/calls/end-call.ts';
import { endReasonOf } from '#shared/calls/call-end.ts';
import { type Call } from '#shared/calls/call.ts';
import type { DialOutcome } from '#shared/calls/carrier.ts';
import type { DialRate } from '#shared/calls/dial-queue.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createMemoryDialQueue } from '#test/support/memory/dial-queue.ts';
import { createMemoryDeadLetters, sqsEvent } from '#test/support/events.ts';
import { createCountingIds } from '#test/support/fakes.ts';
import { askerOf } from '#test/support/http-event.ts';
import { carrierCallId, storeCall } from '#test/support/stored-call.ts';

interface Parts {
  outcomes?: DialOutcome[];
  call?: Partial<Call>;
  rate?: Partial<DialRate>;
}

async function setup({ outcomes = [], call = {}, rate = {} }: Parts = {}) {
  const subject = await storeCall(call);
  subject.carrier.outcomes.push(...outcomes);
  const { clock } = subject;
  const furtherAccounts = { second: { callsPerSecond: 1 } };
  const dialQueue = createMemoryDialQueue({ callsPerSecond: 1, furtherAccounts, ...rate }, subject.calls.line);
  const wait = async (milliseconds: number) => {
    // What does not wait takes no time.
    await nextTurn();
    clock.move(milliseconds);
  };
  const worker = handler.with(
    { ...subject, dialQueue, ids: createCountingIds(clock), wait },
    createMemoryDeadLetters(),
  );
  const sentTo = (queue: string) => subject.queue.sent.filter((sent) => sent.queue === queue);
  const send = (...messages: object[]) => worker(sqsEvent(...messages));
  const deliver = () => send({ wokenBy: 'call' }, { wokenBy: 'call' });
  return { ...subject, dialQueue, sentTo, send, deliver };
}

const callKey = { userId: 7, priority: 'interactive' } as const;

it('dials the call, watched from then on, and keeps the id that the carrier gave it', async () => {
  const { deliver, key, carrier, calls, timer, now } = await setup();
  await expect(deliver()).resolves.toEqual({ batchItemFailures: [] });
  expect(carrier.dialled).toEqual([{ key, to: '+12025550100', from: '+12025550001', timeLimitSeconds: 600 }]);
  expect(timer.timers).toMatchObject([{ queue: 'check-call', message: { ...key, waitedSeconds: 30 } }]);
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId });
  expect(calls.line).toEqual({ entries: [], live: [], ofWidgets: [] });
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
  expect(counts).toContainEqual({ name: 'CarrierDialProblem', dimensions: { outcome: 'recipient' } });
  expect((await now())?.reason).toBe('number_refused');
});

it('puts a call back when the carrier has too many requests, and dials it after the pause', async () => {
  const { deliver, entry, calls, carrier, clock, dialQueue, sentTo } = await setup({
    outcomes: [{ kind: 'retry', afterSeconds: 30, reason: '20429' }],
  });
  const startedAt = clock.now();
  await deliver();
  expect(calls.line).toEqual({ entries: [entry], live: [], ofWidgets: [] });
  expect((await dialQueue.readPace('default')).nextAt).toBe(startedAt + 30_000);
  expect(sentTo('dial-calls')).not.toEqual([]);
  clock.move(30_000);
  await deliver();
  expect(carrier.dialled).toHaveLength(2);
  await expect(dialQueue.readPace('default')).resolves.toMatchObject({ refusals: 0 });
});

it('keeps the calls of an account that the carrier has closed, and tries one a minute until it is open', async () => {
  const closed: DialOutcome = { kind: 'closed', code: 10_001, reason: 'Account is not active' };
  const { deliver, carrier, clock, counts, lines, now, key } = await setup({
    outcomes: Array.from({ length: 8 }, () => closed),
  });
  const startedAt = clock.now();
  while (carrier.dialled.length < 9) await deliver();
  expect(await now()).toMatchObject({ status: 'initiated', carrierCallId: expect.stringMatching(/^CA/) });
  expect(clock.now() - startedAt).toBeGreaterThanOrEqual((15 + 30 + 6 * 60) * 1000);
  expect(counts.slice(0, 2)).toEqual([
    { name: 'CarrierDialProblem', dimensions: { outcome: 'closed' } },
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
    const call = buildCall({ id: key.callId + more });
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
  await expect(dialQueue.readPace('default')).resolves.toMatchObject({ refusals: 0 });
});

it('ends when its dials have ended, also one that was begun in the place of a call that is over', async () => {
  const { deliver, calls, carrier, clock, key, entry } = await setup();
  const next = buildCall({ id: key.callId + 1 });
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

it('passes over a call that it cannot read, dials the others, and tries again later', async () => {
  const { deliver, calls, carrier, counts, sentTo } = await setup();
  const broken = { ...callKey, carrierAccount: 'default', callId: 1, fairnessRound: -1 };
  calls.line.entries.push(broken);
  const { get } = calls;
  calls.get = (key) => (key.callId === 1 ? Promise.reject(new Error('cannot be parsed')) : get(key));
  await deliver();
  expect(carrier.dialled).toHaveLength(1);
  expect(calls.line.entries).toEqual([broken]);
  expect(counts).toEqual([{ name: 'DialFailed', dimensions: undefined }]);
  expect(sentTo('dial-calls').at(-1)).toMatchObject({ options: { delaySeconds: 30 } });
});

/** A pump runs, and has taken the slot that begins now: the next one is a slot away. */
async function besideAPump(parts: Parts) {
  const subject = await setup(parts);
  const { dialQueue, clock, entry, send } = subject;
  await dialQueue.openPump('a pump', clock.now(), clock.now() + 2000);
  for (let slot = 0; slot < 4; slot += 1)
    await dialQueue.take('default', [{ ...entry, callId: 1 }], await dialQueue.readPace('default'), clock.now());
  return { ...subject, arrive: () => send({ wokenBy: 'call', newcomer: entry }) };
}

it('dials a newcomer at once while a pump waits for the next slot, from the reserve of the pace', async () => {
  const { arrive, dialQueue, carrier, calls, clock, key, entry, now } = await besideAPump({
    rate: { callsPerSecond: 5 },
  });
  await expect(arrive()).resolves.toEqual({ batchItemFailures: [] });
  expect(carrier.dialled).toMatchObject([{ key }]);
  expect(await now()).toMatchObject({ carrierCallId });
  expect(calls.line.entries).toEqual([]);
  // The others wait a slot longer.
  const next = await dialQueue.take('default', [entry], await dialQueue.readPace('default'), clock.now());
  expect(next).toEqual({ count: 0, nextAt: clock.now() + 400 });
});

/** As above, but the pump has just left: the message starts one. Another user's call waits. */
async function betweenTwoPumps(parts: Parts) {
  const subject = await besideAPump(parts);
  const { dialQueue, calls, carrier, clock, key, entry } = subject;
  await dialQueue.closePump(0, 'a pump');
  calls.state.wallets.set(3, { balance: 1e9, available: 1e9 });
  const waiting = buildCall({ id: key.callId - 1, userId: 3 });
  const configuration = { assistant: buildAssistant(), variables: {} };
  await calls.createWithHold(waiting, configuration, { ...entry, userId: 3, callId: waiting.id });
  const dialled: Array<{ callId: number; at: number }> = [];
  const startedAt = clock.now();
  const { dial } = carrier;
  carrier.dial = async (given) => {
    dialled.push({ callId: given.key.callId, at: clock.now() - startedAt });
    return dial(given);
  };
  return { ...subject, waiting, dialled };
}

it('dials a newcomer at once also where its message starts a pump between two slots, before those that wait', async () => {
  const { arrive, dialled, key, waiting } = await betweenTwoPumps({ rate: { callsPerSecond: 5 } });
  await arrive();
  expect(dialled).toEqual([
    { callId: key.callId, at: 0 },
    { callId: waiting.id, at: 400 },
  ]);
});

it('dials the next call in the place of a newcomer that is over', async () => {
  const { arrive, dialled, calls, key, waiting } = await betweenTwoPumps({ rate: { callsPerSecond: 5 } });
  await calls.change(key, { status: 'failed' }, 1);
  await arrive();
  expect(dialled).toEqual([{ callId: waiting.id, at: 0 }]);
});

it.each<Parts & { where: string }>([
  { where: 'at one call a second', rate: { callsPerSecond: 1 } },
  { where: 'where its account was taken out', rate: { callsPerSecond: 5 }, call: { carrierAccount: 'third' } },
  { where: 'where no conversation may begin', rate: { callsPerSecond: 5, conversationsAtOnce: { total: 0 } } },
])('leaves a newcomer to the pump $where', async (parts) => {
  const { arrive, carrier, calls, entry } = await besideAPump(parts);
  await arrive();
  expect({ dialled: carrier.dialled, entries: calls.line.entries }).toEqual({ dialled: [], entries: [entry] });
});

it('puts a newcomer back that the carrier does not take, and wakes a pump for it', async () => {
  const { arrive, carrier, calls, entry, sentTo } = await besideAPump({
    rate: { callsPerSecond: 5 },
    outcomes: [{ kind: 'retry', afterSeconds: 1, reason: '20429' }],
  });
  await arrive();
  expect(carrier.dialled).toHaveLength(1);
  expect(calls.line.entries).toEqual([entry]);
  expect(sentTo('dial-calls')).toMatchObject([{ message: { wokenBy: 'pump' } }]);
});
