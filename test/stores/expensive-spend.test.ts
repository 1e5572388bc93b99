import { afterAll, expect, it } from 'vitest';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { NO_CALLS } from '#shared/accounts/spend-account.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import { emptyCallBody, type Call } from '#shared/calls/call.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { ratesFor } from '#shared/catalog/rate-card.ts';
import { destinationRules } from '#shared/destinations/destination-rules.ts';
import {
  createDynamoDbExpensiveAccounts,
  marksOf,
  openDestination,
  rememberCountry,
  spendable,
} from '#shared/destinations/destinations.ts';
import type { Table } from '#shared/platform/table/table.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import type { Sms } from '#shared/sms/sms.ts';
import { createMeter } from '#test/bench/meter.ts';
import { buildAssistant, buildCall, buildLedgerEntry, buildSms, buildUser } from '#test/support/builders.ts';
import { createObservers } from '#test/support/fakes.ts';
import { createMemoryRateStore } from '#test/support/memory/platform.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 5, 30, 12);
const HOUR_MS = 3_600_000;
const SOMALIA = '+252612345678';
const CAP = 5_000_000;
let lastId = 900_000;

async function setup(on: Table = table.real()) {
  const users = createDynamoDbUserStore(table.real());
  const wallets = createDynamoDbWalletStore(table.real());
  const { id: _, ...account } = buildUser({ createdAt: 0 });
  const { id: userId } = await users.create(account);
  await wallets.book(buildLedgerEntry({ id: 1, userId, amount: 1_000_000_000 }));
  let now = NOW;
  const deps = {
    rules: destinationRules(),
    users: createDynamoDbUserStore(on),
    expensive: createDynamoDbExpensiveAccounts(on),
    rates: createMemoryRateStore(),
    clock: { now: () => now },
    ...createObservers(),
  };
  return {
    userId,
    users,
    wallets,
    deps,
    calls: createDynamoDbCallStore(on),
    messages: createDynamoDbSmsStore(on),
    at: (time: number) => (now = time),
  };
}
type Subject = Awaited<ReturnType<typeof setup>>;

/** What `makeCall` does. */
async function call({ userId, deps, calls }: Subject, { e164 = SOMALIA, seconds = 60 } = {}) {
  const destination = await openDestination({ userId, e164, use: 'called' }, deps);
  const hold = Math.min(spendable(destination, Number.POSITIVE_INFINITY), holdFor(seconds, ratesFor(e164)));
  const id = (lastId += 1);
  const createdAt = deps.clock.now();
  const stored = buildCall({
    id,
    userId,
    clientPhoneNumber: e164,
    hold,
    createdAt,
    updatedAt: createdAt,
    ...marksOf(destination),
  });
  if (hold <= 0) return { stored, outcome: 'no room' as const };
  const configuration = { assistant: buildAssistant({ userId }), variables: {} };
  const spend = destination.limit && { spend: destination.limit };
  return { stored, outcome: await calls.createWithHold(stored, configuration, undefined, spend) };
}

async function settle({ calls, deps }: Subject, { userId, id: callId, hold }: Call, totalCost: number) {
  const key = { userId, callId };
  const at = deps.clock.now();
  await calls.change(key, { status: 'ended' }, at);
  return calls.settle({
    key,
    status: 'completed',
    carrierCost: 0,
    totalCost,
    hold,
    entry: null,
    at,
    body: emptyCallBody({}),
  });
}

/** What `acceptSms` does. */
async function text({ userId, deps, messages }: Subject, segments = 1) {
  const destination = await openDestination({ userId, e164: SOMALIA, use: 'texted' }, deps);
  const totalCost = segments * destination.price;
  const sms = buildSms({
    id: (lastId += 1),
    userId,
    to: SOMALIA,
    segments,
    totalCost,
    isExpensive: true,
    createdAt: deps.clock.now(),
  });
  if (spendable(destination, totalCost) < totalCost) return { sms, outcome: 'no room' as const };
  return { sms, outcome: await messages.createWithCharge(sms, charge(sms), destination.limit) };
}

const charge = (sms: Sms) =>
  buildLedgerEntry({ id: sms.id, userId: sms.userId, amount: -sms.totalCost, kind: 'sms', createdAt: sms.createdAt });

async function refund({ messages, deps }: Subject, sms: Sms) {
  const key = { userId: sms.userId, smsId: sms.id };
  await messages.claimSending(key, 'run', 5);
  const entry = buildLedgerEntry({
    id: (lastId += 1),
    userId: sms.userId,
    amount: sms.totalCost,
    kind: 'refund',
    createdAt: deps.clock.now(),
  });
  const { segments, createdAt: spentAt } = sms;
  return messages.refund({ key, claimedAt: 5, failure: 'gone', segments, spentAt, entry, at: deps.clock.now() });
}

it('counts the hold of a call until it is settled, then its cost, and an SMS until it is refunded', async () => {
  const subject = await setup();
  const read = () => subject.deps.expensive.read(subject.userId);
  const { stored, outcome } = await call(subject);
  expect(outcome).toBe('created');
  expect(await read()).toMatchObject({ held: stored.hold, taken: stored.hold, calls: new Set([stored.id]) });
  for (const expected of ['settled', 'already_settled']) expect(await settle(subject, stored, 300_000)).toBe(expected);
  const { sms } = await text(subject, 2);
  expect(await read()).toMatchObject({ held: 0, taken: 900_000, calls: new Set() });
  for (const expected of ['refunded', 'not_open']) expect(await refund(subject, sms)).toBe(expected);
  const { spent, ...others } = await read();
  expect(others).toEqual({ held: 0, taken: 300_000, calls: new Set() });
  expect(Object.values(spent)).toEqual([300_000, 300_000]);
});

it('of calls and SMS at once, takes as many as the limit of a day pays for', async () => {
  const subject = await setup();
  const tried = await Promise.all(
    Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? call(subject, { seconds: 120 }) : text(subject))),
  );
  const outcomes = tried.map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => !['created', 'full', 'overspent'].includes(outcome))).toEqual([]);
  const { taken } = await subject.deps.expensive.read(subject.userId);
  expect(taken).toBeLessThanOrEqual(CAP);
  expect(taken).toBeGreaterThan(CAP - 900_000);
});

it('has the whole limit again a day later', async () => {
  const subject = await setup();
  const spendAll = async () => {
    let spent = 0;
    for (
      let one = await call(subject, { seconds: 300 });
      one.outcome === 'created';
      one = await call(subject, { seconds: 300 })
    ) {
      await settle(subject, one.stored, one.stored.hold);
      spent += one.stored.hold;
    }
    return spent;
  };
  expect(await spendAll()).toBe(CAP);
  subject.at(NOW + 24 * HOUR_MS - 1);
  expect(await spendAll()).toBe(0);
  subject.at(NOW + 25 * HOUR_MS);
  expect(await spendAll()).toBe(CAP);
});

it('costs an ordinary call one read unit, of the user, and an expensive one 4 written units and one read unit more', async () => {
  const { client, read } = createMeter(table.client());
  const subject = await setup({ client, tableName: table.tableName });
  const unitsOf = async (e164: string) => {
    read();
    const { stored } = await call(subject, { e164 });
    await settle(subject, stored, 40_000);
    const { writeUnits, findUnits } = read();
    return { writeUnits, findUnits };
  };
  await unitsOf('+12025550100');
  const [ordinary, expensive] = [await unitsOf('+12025550100'), await unitsOf(SOMALIA)];
  expect(expensive.writeUnits - ordinary.writeUnits).toBe(4);
  expect(expensive.findUnits - ordinary.findUnits).toBe(1);
  read();
  const destination = await openDestination(
    { userId: subject.userId, e164: '+12025550100', use: 'called' },
    subject.deps,
  );
  expect(read()).toMatchObject({ requests: 1, writeUnits: 0, findUnits: 1 });
  await rememberCountry(subject.userId, destination, subject.deps);
  expect(read()).toMatchObject({ requests: 1, writeUnits: 1 });
  const known = await openDestination({ userId: subject.userId, e164: '+12025550101', use: 'called' }, subject.deps);
  await rememberCountry(subject.userId, known, subject.deps);
  expect(read()).toMatchObject({ requests: 1, writeUnits: 0, findUnits: 1 });
});

it('keeps the countries of a user through changes of others, and lets operators set the limits', async () => {
  const { users, userId } = await setup();
  await Promise.all(['US', 'GB', 'SO', 'US'].map((country) => users.addCountry(userId, country)));
  await users.setDestinations(userId, { allowedCountries: ['US'], expensivePerDay: 7 });
  expect(await users.get(userId)).toMatchObject({
    reachedCountries: new Set(['US', 'GB', 'SO']),
    allowedCountries: ['US'],
    expensivePerDay: 7,
  });
  await users.addCountry(userId + 1_000_000, 'US');
  expect(await users.get(userId + 1_000_000)).toBeUndefined();
});

it('under conflicts and lost answers spends at most the limit in any day, and leaves nothing held', async () => {
  const subject = await setup();
  conflictLikeAws(table.client(), { heldMs: 3, injected: 0.1 });
  const faults = injectFaults(table.client());
  const costs: Array<{ at: number; cost: number }> = [];
  for (let round = 0; round < 14; round += 1) {
    const at = NOW + round * 2 * HOUR_MS;
    subject.at(at);
    faults.next(
      ...Array.from({ length: 3000 }, (_, index) => (index % 9 === 0 ? ('lost answer' as const) : undefined)),
    );
    const kinds = Array.from({ length: 10 }, (_, index) => index);
    const done = await Promise.all(
      kinds.map(async (index) => {
        const isSms = index % 3 === 0;
        const one = await (isSms ? text(subject) : call(subject, { seconds: 30 + index * 9 })).catch(() => undefined);
        if (one?.outcome !== 'created') return 0;
        if ('stored' in one) {
          const cost = index % 4 === 0 ? 0 : one.stored.hold;
          await settle(subject, one.stored, cost);
          return cost;
        }
        if (index % 2 === 0) return one.sms.totalCost;
        const outcome = await refund(subject, one.sms);
        return outcome === 'refunded' ? 0 : one.sms.totalCost;
      }),
    );
    costs.push(...done.map((cost) => ({ at, cost })));
  }
  faults.next();
  const spentFrom = (from: number) =>
    costs.filter(({ at }) => at >= from && at < from + 24 * HOUR_MS).reduce((sum, { cost }) => sum + cost, 0);
  const most = Math.max(...costs.map(({ at }) => spentFrom(at)));
  expect(most).toBeLessThanOrEqual(CAP);
  expect(most).toBeGreaterThan(CAP * 0.8);
  const account = await subject.deps.expensive.read(subject.userId);
  expect({ ...account, spent: {}, taken: 0 }).toEqual(NO_CALLS);
});

afterAll(() => table.client().destroy());
