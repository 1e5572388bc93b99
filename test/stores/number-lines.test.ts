import { describe, expect, it } from 'vitest';
import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { DialQueue, DialQueueEntry } from '#shared/calls/dial-queue.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbDialQueue } from '#shared/calls/dynamodb-dial-queue.ts';
import { createDynamoDbNumberLines } from '#shared/calls/dynamodb-number-lines.ts';
import { MOST_SEEN, type NumberLines } from '#shared/calls/number-line.ts';
import { createUsersInTurn } from '#shared/calls/users-in-turn.ts';
import { claimCall } from '#shared/dialling/claim-call.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { storeWallet } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { createMemoryDialQueue } from '#test/support/memory/dial-queue.ts';
import { createMemoryNumberLines } from '#test/support/memory/number-lines.ts';
import { createMemoryTimer } from '#test/support/memory/platform.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const rate = { callsPerSecond: 5 };
const ADA = '+12025550100';
const GRACE = '+12025550101';

interface Subject {
  calls: CallStore;
  queue: DialQueue;
  lines: NumberLines;
  fund: (userId: number) => Promise<void>;
}

function inMemory(): Subject {
  const calls = createMemoryCallStore();
  return {
    calls,
    queue: createMemoryDialQueue(rate, calls.line),
    lines: createMemoryNumberLines(calls.line),
    fund: async (userId) => void calls.state.wallets.set(userId, { balance: 1e9, available: 1e9 }),
  };
}

function onTable(real = table.real()): Subject {
  return {
    calls: createDynamoDbCallStore(real),
    queue: createDynamoDbDialQueue(real, rate, createUsersInTurn(real)),
    lines: createDynamoDbNumberLines(real),
    fund: (userId) => storeWallet(real, userId, { balance: 1e9, available: 1e9 }),
  };
}

let lastCallId = 5_000_000;

async function world(subject: Subject) {
  const { calls, lines, queue } = subject;
  const userId = newUserId();
  const account = `user-${userId}`;
  await subject.fund(userId);
  const clock = createFixedClock();
  const entryOf = ({ id, userId: owner, campaignId }: Call): DialQueueEntry => ({
    userId: owner,
    callId: id,
    carrierAccount: account,
    priority: campaignId === null ? 'interactive' : 'campaign',
    fairnessRound: 0,
  });
  const deps = {
    calls,
    numberLines: lines,
    attemptLimit: { most: 3, dayOf: () => '2026-06-30' },
    timer: createMemoryTimer(clock),
    clock,
  };
  return {
    ...subject,
    userId,
    account,
    clock,
    entryOf,
    waiting: async () => (await queue.peek(account, 100, () => false)).entries.map(({ callId }) => callId),
    async accept(changes: Partial<Call> = {}) {
      const call = buildCall({ id: (lastCallId += 1), userId, clientPhoneNumber: ADA, hold: 1, ...changes });
      const configuration = { assistant: buildAssistant({ userId }), variables: {} };
      expect(await calls.createWithHold(call, configuration, entryOf(call))).toBe('created');
      return call;
    },
    /** What a pump does. */
    async claim(call: Call) {
      const number = await lines.read(call.userId, call.clientPhoneNumber);
      return claimCall({ entry: entryOf(call), call, callSlot: undefined }, number, deps);
    },
    end: (call: Call) => calls.change(keyOf(call), { status: 'failed' }, 1),
  };
}

const keyOf = ({ userId, id }: Call): CallKey => ({ userId, callId: id });
const campaign = { campaignId: 4001 };

describe.each([
  { adapter: 'memory', create: inMemory },
  { adapter: 'dynamodb', create: () => onTable() },
])('the line of a number on $adapter', ({ create }) => {
  it('lets one call of a number be dialled until it is over, however that is', async () => {
    const { accept, claim, calls } = await world(create());
    const [one, two, three] = [await accept(), await accept(), await accept()];
    await expect(claim(one)).resolves.toBe('claimed');
    await expect(claim(two)).resolves.toBe('number_busy');
    await calls.change(keyOf(one), { status: 'in-progress', answeredAt: 1 }, 1);
    await expect(claim(two)).resolves.toBe('number_busy');
    await calls.change(keyOf(one), { status: 'ended' }, 1);
    await expect(claim(two)).resolves.toBe('claimed');
    await expect(claim(three)).resolves.toBe('number_busy');
    await calls.failLost(keyOf(two), 2);
    await expect(claim(three)).resolves.toBe('claimed');
  });

  it('keeps numbers and users apart', async () => {
    const subject = create();
    const [mine, theirs] = [await world(subject), await world(subject)];
    const calls = [await mine.accept(), await mine.accept({ clientPhoneNumber: GRACE })];
    for (const call of calls) await expect(mine.claim(call)).resolves.toBe('claimed');
    await expect(theirs.claim(await theirs.accept())).resolves.toBe('claimed');
  });

  it('lets one of those that try at the same moment be dialled', async () => {
    const { accept, claim } = await world(create());
    const all = [await accept(), await accept(campaign), await accept(), await accept(campaign)];
    const outcomes = await Promise.all(all.map((call) => claim(call)));
    expect(outcomes.toSorted()).toEqual(['claimed', 'number_busy', 'number_busy', 'number_busy']);
  });

  it('dials a call that may run in parallel, and lets others wait for it', async () => {
    const { accept, claim, end } = await world(create());
    const first = await accept();
    const parallel = [1, 2, 3].map(() => accept({ allowsParallel: true }));
    const next = await accept();
    await claim(first);
    for (const call of await Promise.all(parallel)) await expect(claim(call)).resolves.toBe('claimed');
    await end(first);
    await expect(claim(next)).resolves.toBe('number_busy');
    for (const call of await Promise.all(parallel)) await end(call);
    await expect(claim(next)).resolves.toBe('claimed');
  });

  it('frees the number of a call that goes back to the queue, and lets it wait for the one that was faster', async () => {
    const { accept, claim, calls, entryOf, end } = await world(create());
    const [one, two] = [await accept(), await accept()];
    await claim(one);
    await calls.putBack(entryOf(one));
    await expect(claim(two)).resolves.toBe('claimed');
    await expect(claim(one)).resolves.toBe('number_busy');
    await end(two);
    await expect(claim(one)).resolves.toBe('claimed');
  });

  it('counts what campaigns dial in a day, each call once, and nothing else', async () => {
    const { accept, claim, end, calls, entryOf, lines, userId } = await world(create());
    const requested = await accept();
    await claim(requested).then(() => end(requested));
    const attempts = [await accept(campaign), await accept({ campaignId: 4002 }), await accept(campaign)];
    for (const call of attempts) {
      await expect(claim(call)).resolves.toBe('claimed');
      await calls.putBack(entryOf(call));
      await expect(claim(call)).resolves.toBe('claimed');
      await end(call);
    }
    const [capped, request] = [await accept(campaign), await accept()];
    await expect(claim(capped)).resolves.toBe('daily_limit');
    await expect(claim({ ...capped, attemptsPerDay: 4 })).resolves.toBe('claimed');
    await end(capped);
    await expect(claim(request)).resolves.toBe('claimed');
    expect([...(await lines.read(userId, ADA)).attempts]).toHaveLength(4);
  });

  it('takes back what was no attempt, once', async () => {
    const { accept, claim, end, lines, userId } = await world(create());
    const [one, two] = [await accept(campaign), await accept(campaign)];
    await lines.uncount(one);
    expect((await lines.read(userId, ADA)).version).toBe(0);
    for (const call of [one, two]) await claim(call).then(() => end(call));
    await lines.uncount(one);
    await lines.uncount(one);
    const { attempts, version } = await lines.read(userId, ADA);
    expect({ attempts: [...attempts], version }).toEqual({ attempts: [two.id], version: 3 });
    await lines.uncount(two);
    expect((await lines.read(userId, ADA)).attempts.size).toBe(0);
  });

  it('moves a call from the queue to the line and back, once', async () => {
    const { accept, lines, queue, userId, entryOf, waiting, clock } = await world(create());
    const call = await accept();
    const waiter = { since: clock.now(), entry: entryOf(call) };
    await lines.enter(userId, ADA, waiter);
    await lines.enter(userId, ADA, waiter);
    expect(await waiting()).toEqual([]);
    expect(await lines.look(userId, ADA)).toMatchObject({ number: { version: 0, calls: [] }, waiting: [waiter] });
    const admitted = [await lines.admit(userId, ADA, waiter, 9), await lines.admit(userId, ADA, waiter, 9)];
    expect({ admitted, waiting: await waiting() }).toEqual({ admitted: [true, false], waiting: [call.id] });
    expect(await lines.look(userId, ADA)).toMatchObject({ number: { version: 0, nextUntil: 9 }, waiting: [] });
    // One that does not wait any more does not enter.
    await queue.remove(waiter.entry);
    await lines.enter(userId, ADA, waiter);
    expect((await lines.look(userId, ADA)).waiting).toEqual([]);
  });

  it('lets calls before leads, in their order, and shows the first of many', async () => {
    const { accept, lines, userId, entryOf } = await world(create());
    const lead = (leadId: number) => ({ since: 1, lead: { campaignId: 4001, leadId } });
    for (const leadId of [8, 7, 8]) await lines.enter(userId, ADA, lead(leadId));
    const calls = [await accept(), await accept()];
    for (const call of calls.toReversed()) await lines.enter(userId, ADA, { since: 2, entry: entryOf(call) });
    const { waiting } = await lines.look(userId, ADA);
    expect(waiting.map((one) => one.entry?.callId ?? one.lead?.leadId)).toEqual([calls[0]!.id, calls[1]!.id, 7, 8]);
    await lines.leave(userId, ADA, lead(7));
    await lines.leave(userId, ADA, lead(7));
    for (let leadId = 10; leadId < 60; leadId += 1) await lines.enter(userId, ADA, lead(leadId));
    expect((await lines.look(userId, ADA)).waiting).toHaveLength(MOST_SEEN);
  });
});

describe('on a table as in AWS', () => {
  it('lets one call of many be dialled while writes conflict, round after round', async () => {
    const { accept, claim, calls, end } = await world(onTable());
    const aws = conflictLikeAws(table.client(), { heldMs: 5, injected: 0.2 });
    const all = [];
    for (let index = 0; index < 6; index += 1) all.push(await accept({ campaignId: index % 2 ? null : 4001 }));
    const dialled: number[] = [];
    for (let left = all; left.length > 0;) {
      const outcomes = await Promise.all(left.map((call) => claim(call)));
      const claimed = left.filter((_, index) => outcomes[index] === 'claimed');
      expect(claimed.length).toBeLessThanOrEqual(1);
      for (const call of claimed) await end(call);
      dialled.push(...claimed.map(({ id }) => id));
      left = left.filter(({ id }) => !dialled.includes(id));
    }
    aws.stop();
    expect(new Set(dialled).size).toBe(6);
    const found = await Promise.all(all.map((call) => calls.get(keyOf(call))));
    expect(found.every((call) => call?.claimedAt !== null)).toBe(true);
  });

  it('survives a lost answer to a claim', async () => {
    const { accept, claim, lines, userId } = await world(onTable());
    const call = await accept(campaign);
    const faults = injectFaults(table.client());
    // Its number is read first.
    faults.next(undefined, 'lost answer');
    await expect(claim(call)).resolves.toBe('claimed');
    faults.next();
    const { version, calls, attempts } = await lines.read(userId, ADA);
    expect({ version, calls, attempts: [...attempts] }).toEqual({ version: 1, calls: [call.id], attempts: [call.id] });
    await expect(claim(await accept())).resolves.toBe('number_busy');
  });

  it('survives lost answers on the way into the line and back', async () => {
    const { accept, lines, userId, entryOf, waiting } = await world(onTable());
    const waiter = { since: 1, entry: entryOf(await accept()) };
    const faults = injectFaults(table.client());
    faults.next('lost answer');
    await lines.enter(userId, ADA, waiter);
    expect([await waiting(), (await lines.look(userId, ADA)).waiting]).toEqual([[], [waiter]]);
    faults.next('lost answer');
    await expect(lines.admit(userId, ADA, waiter, 9)).resolves.toBe(true);
    expect([await waiting(), (await lines.look(userId, ADA)).waiting]).toEqual([[waiter.entry.callId], []]);
    faults.next();
  });

  it('survives a lost answer to an attempt that is taken back', async () => {
    const { accept, claim, lines, userId } = await world(onTable());
    const call = await accept(campaign);
    await claim(call);
    const faults = injectFaults(table.client());
    faults.next('lost answer');
    await lines.uncount(call);
    faults.next();
    expect((await lines.read(userId, ADA)).attempts.size).toBe(0);
  });

  it('costs two write units a call', async () => {
    const meter = createMeter(table.client());
    const { accept, calls, lines, userId, entryOf } = await world(
      onTable({ client: meter.client, tableName: table.tableName }),
    );
    const [plain, counted] = [await accept(campaign), await accept(campaign)];
    const number = await lines.read(userId, ADA);
    const units = async (write: () => Promise<unknown>) => {
      meter.read();
      await write();
      return meter.read().writeUnits;
    };
    const claim = { phoneNumber: ADA, version: number.version, calls: [counted.id] };
    const attempts = { day: '2026-06-30', calls: new Set([plain.id, counted.id, 1_000_000_000_000_001]) };
    const before = await units(() => calls.claimDialling(entryOf(plain), { at: 1 }));
    const after = await units(() => calls.claimDialling(entryOf(counted), { at: 1, number: { ...claim, attempts } }));
    expect(after - before).toBe(2);
  });
});
