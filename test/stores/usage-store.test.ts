import { describe, expect, it } from 'vitest';
import type { LedgerEntry } from '#shared/accounts/account.ts';
import { noUsage, type DayUsage } from '#shared/accounts/day-usage.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createDynamoDbUsageStore, toUsageRecord } from '#shared/accounts/usage.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { createCalls } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall, buildLedgerEntry, buildSms, buildUser } from '#test/support/builders.ts';
import { createRandom } from '#test/support/fakes.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const DAY = 86_400_000;
const october30 = Date.UTC(2026, 9, 30, 23, 59, 59, 990);

async function setup() {
  const real = table.real();
  const wallets = createDynamoDbWalletStore(real);
  const [messages, calls] = [createDynamoDbSmsStore(real), createCalls(real)];
  const { id: _, ...account } = buildUser();
  const { id: userId } = await createDynamoDbUserStore(real).create(account);
  await wallets.book(buildLedgerEntry({ id: 1, userId, amount: 1e9 }));
  /** How long each call was, and how many segments each message had: what the ledger does not say. */
  const sizes = new Map<string, number>();
  const entryOf = (entry: Partial<LedgerEntry>) => buildLedgerEntry({ userId, ...entry });

  async function callOnce(id: number, at: number, durationSeconds: number, cost: number) {
    const call = buildCall({ id, userId, hold: 90_000, status: 'ended', durationSeconds });
    await calls.createWithHold(call, { assistant: buildAssistant(), variables: {} });
    const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
    const money = { carrierCost: 0, totalCost: cost, hold: 90_000 };
    sizes.set(String(id), durationSeconds);
    // Delivered twice: the second one draws another id for its entry.
    const settleAs = (entryId: number) => {
      const entry =
        cost === 0 ? null : entryOf({ id: entryId, amount: -cost, kind: 'call', reference: String(id), createdAt: at });
      return calls.settle({ key: { userId, callId: id }, status: 'completed', ...money, entry, body, at });
    };
    const outcomes = await Promise.all([settleAs(id), settleAs(id + 50_000)]);
    expect(outcomes.toSorted()).toEqual(['already_settled', 'settled']);
  }

  async function smsOnce(id: number, at: number, segments: number, refundedAt: number | undefined) {
    const sms = buildSms({ id, userId, segments, totalCost: 60 * segments, status: 'queued', claimedAt: 1 });
    sizes.set(String(id), segments);
    const charge = entryOf({ id, amount: -sms.totalCost, kind: 'sms', reference: String(id), createdAt: at });
    expect(await messages.createWithCharge(sms, charge)).toBe('created');
    if (refundedAt === undefined) return;
    const refundAs = (entryId: number) => {
      const credit = { id: entryId, amount: sms.totalCost, reference: String(id), createdAt: refundedAt };
      const entry = entryOf({ ...credit, kind: 'refund' });
      return messages.refund({ key: { userId, smsId: id }, entry, claimedAt: 1, failure: 'x', segments, at: 9 });
    };
    const outcomes = await Promise.all([refundAs(id + 60_000), refundAs(id + 70_000)]);
    expect(outcomes.toSorted()).toEqual(['not_open', 'refunded']);
  }

  /** The same from the entries of the ledger, one by one. */
  async function ofLedger(month: string): Promise<DayUsage[]> {
    const days = new Map<string, DayUsage>();
    for (const { kind, amount, reference, createdAt } of await wallets.ledger(userId)) {
      const date = new Date(createdAt).toISOString().slice(0, 10);
      if (!date.startsWith(month) || kind === 'top_up') continue;
      const day = days.get(date) ?? { date, ...noUsage };
      const sign = Math.sign(-amount);
      const size = sizes.get(reference) ?? Number.NaN;
      if (kind === 'call')
        Object.assign(day, { calls: day.calls + 1, seconds: day.seconds + size, callsCost: day.callsCost - amount });
      else {
        Object.assign(day, {
          sms: day.sms + sign,
          segments: day.segments + sign * size,
          smsCost: day.smsCost - amount,
        });
      }
      days.set(date, day);
    }
    return [...days.values()].toSorted((one, other) => (one.date < other.date ? -1 : 1));
  }

  return { userId, usage: createDynamoDbUsageStore(real), callOnce, smsOnce, ofLedger, real };
}

describe('usage', () => {
  it('is empty before the first charge, and has no day for a call that cost nothing', async () => {
    const { usage, userId, callOnce } = await setup();
    await callOnce(10, october30, 0, 0);
    await expect(usage.ofMonth(userId, '2026-10')).resolves.toEqual([]);
  });

  it('counts a refund on its own day, in another month too', async () => {
    const { usage, userId, smsOnce } = await setup();
    await smsOnce(10, Date.UTC(2026, 9, 31), 2, Date.UTC(2026, 10, 1));
    await expect(usage.ofMonth(userId, '2026-10')).resolves.toMatchObject([
      { date: '2026-10-31', sms: 1, segments: 2 },
    ]);
    const november = await usage.ofMonth(userId, '2026-11');
    expect(november).toMatchObject([{ date: '2026-11-01', sms: -1, segments: -2, smsCost: -120 }]);
  });

  it('counts what is recorded late under its day, when the next one has begun', async () => {
    const { usage, userId, callOnce } = await setup();
    await callOnce(10, october30 + DAY, 30, 700);
    await callOnce(11, october30, 40, 800);
    await expect(usage.ofMonth(userId, '2026-10')).resolves.toMatchObject([
      { date: '2026-10-30', calls: 1, seconds: 40, callsCost: 800 },
      { date: '2026-10-31', calls: 1, seconds: 30, callsCost: 700 },
    ]);
  });

  it('adds no item to a charge but on the first one of a day', async () => {
    const { callOnce, smsOnce, real } = await setup();
    await callOnce(10, october30, 30, 700);
    const faults = injectFaults(real.client);
    await smsOnce(11, october30 + 1, 1, undefined);
    faults.next();
    await smsOnce(12, october30 + 2, 1, undefined);
    expect(faults.requests()).toBe(1);
  });

  it.each([1, 2])('equals the ledger to the micro, with conflicts, lost answers and repeats: seed %i', async (seed) => {
    const { usage, userId, callOnce, smsOnce, ofLedger, real } = await setup();
    const random = createRandom(seed);
    const { below: upTo, chance } = random;
    conflictLikeAws(real.client, { heldMs: 2, injected: 0.1 });
    const faults = injectFaults(real.client);
    const works = Array.from({ length: 60 }, (_, index) => {
      const [id, at] = [100 + index, october30 + upTo(4 * DAY)];
      const refundedAt = chance(0.4) ? at + upTo(2 * DAY) : undefined;
      const [size, cost] = [1 + upTo(90), chance(0.2) ? 0 : 1 + upTo(90_000)];
      return index % 2 === 0 ? () => callOnce(id, at, size, cost) : () => smsOnce(id, at, size, refundedAt);
    });
    // Not by day: some of what is charged is late. Twelve at a time, so that the wallet grows.
    for (let from = 0; from < works.length; from += 12) {
      faults.next(...Array.from({ length: 80 }, () => (chance(0.05) ? ('lost answer' as const) : undefined)));
      await Promise.all(works.slice(from, from + 12).map((work) => work()));
    }
    faults.next();
    for (const month of ['2026-10', '2026-11']) {
      const expected = await ofLedger(month);
      expect(expected.length).toBeGreaterThan(0);
      await expect(usage.ofMonth(userId, month)).resolves.toEqual(expected);
    }
  });
});

it('the record of a month adds up its days, in units of the currency', () => {
  const day = { date: '2026-11-02', calls: 2, seconds: 70, callsCost: 1_500_000, sms: 1, segments: 2, smsCost: 20_000 };
  const record = toUsageRecord('2026-11', [
    day,
    { ...day, date: '2026-11-03', sms: -1, segments: -2, smsCost: -20_000 },
  ]);
  expect(record).toMatchObject({
    calls: { count: 4, seconds: 140, cost: 3 },
    sms: { count: 0, segments: 0, cost: 0 },
    days: [{ date: '2026-11-02', calls_cost: 1.5, sms_cost: 0.02 }, { date: '2026-11-03' }],
  });
});
