import { afterAll, describe, expect, it } from 'vitest';
import { NO_CALLS, roomOf } from '#shared/accounts/spend-account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { holdFor } from '#shared/calls/call-cost.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { emptyCallBody, type Call } from '#shared/calls/call.ts';
import { createDynamoDbCallStore } from '#shared/calls/dynamodb-call-store.ts';
import { createDynamoDbWidgetAccounts, type WidgetAccountStore } from '#shared/calls/widget-accounts.ts';
import { webRates } from '#shared/catalog/rate-card.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { widgetLimits } from '#shared/web-calls/widget-limits.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();

interface Subject {
  calls: CallStore;
  accounts: WidgetAccountStore;
  userId: number;
}

async function onTable(): Promise<Subject> {
  const userId = newUserId();
  await put(table.real(), { ...keys.wallet(userId), userId, balance: 1e9, available: 1e9 });
  return { calls: createDynamoDbCallStore(table.real()), accounts: createDynamoDbWidgetAccounts(table.real()), userId };
}

async function inMemory(): Promise<Subject> {
  const calls = createMemoryCallStore();
  const userId = newUserId();
  calls.state.wallets.set(userId, { balance: 1e9, available: 1e9 });
  return { calls, accounts: calls.widgetAccounts, userId };
}

const NOW = Date.UTC(2026, 5, 30, 12);
let lastId = 50_000;

interface Start {
  visitor: string;
  at?: number;
  /** Seconds that the money must pay for, or fewer. */
  seconds?: number;
  widget?: Partial<Assistant['widgetSettings']>;
}

/** What `startWebCall` does with the accounts. */
async function start({ calls, accounts, userId }: Subject, { visitor, at = NOW, seconds = 300, widget }: Start) {
  const assistant = buildAssistant({ userId });
  const settings = { widgetSettings: { ...assistant.widgetSettings, ...widget } };
  const limits = widgetLimits(settings, await accounts.read(userId, 501, visitor), at);
  const hold = Math.min(limits.room, holdFor(seconds, webRates()));
  const call = buildCall({ id: (lastId += 1), userId, type: 'web', visitor, hold, createdAt: at, updatedAt: at });
  if (hold <= 0) return { call, outcome: 'no room' as const };
  const outcome = await calls.createWithHold(call, { assistant, variables: {} }, undefined, { accounts: limits });
  return { call, outcome };
}

async function settle({ calls }: Subject, { userId, id: callId, hold }: Call, totalCost: number, at = NOW) {
  const key = { userId, callId };
  await calls.change(key, { status: 'ended' }, at);
  const result = { status: 'completed', carrierCost: 0, totalCost, hold, entry: null, at } as const;
  return calls.settle({ key, ...result, body: emptyCallBody({}) });
}

describe.each([
  { adapter: 'memory', create: inMemory },
  { adapter: 'dynamodb', create: onTable },
])('the calls and the money of a widget, on $adapter', ({ create }) => {
  it('count a call and its hold until it is settled, and its cost from then on', async () => {
    const subject = await create();
    const { call, outcome } = await start(subject, { visitor: 'ada' });
    expect(outcome).toBe('created');
    const read = () => subject.accounts.read(subject.userId, 501, 'ada');
    const held = { calls: new Set([call.id]), held: 320_000, taken: 320_000, spent: {} };
    expect(await read()).toEqual({ widget: held, visitor: held });
    await subject.calls.endConversation(call);
    expect(await read()).toEqual({ widget: held, visitor: held });
    for (const expected of ['settled', 'already_settled']) {
      expect(await settle(subject, call, 50_000)).toBe(expected);
      const { widget, visitor } = await read();
      expect(widget).toMatchObject({ calls: new Set(), held: 0, taken: 50_000 });
      expect(Object.values(widget.spent)).toEqual([50_000, 50_000]);
      expect(visitor).toEqual(widget);
    }
    expect(await subject.calls.get({ userId: subject.userId, callId: call.id })).not.toHaveProperty('visitor');
  });

  it('refuse a third call of a visitor and a sixth of the widget, and take the next one when one is settled', async () => {
    const subject = await create();
    const widget = { max_spend_per_hour: 10 };
    const outcomeOf = async (visitor: string) => start(subject, { visitor, seconds: 60, widget });
    const first = await outcomeOf('ada');
    const outcomes = [];
    for (const visitor of ['ada', 'ada', 'bob', 'eve', 'eve', 'dan']) outcomes.push((await outcomeOf(visitor)).outcome);
    expect(outcomes).toEqual(['created', 'full', 'created', 'created', 'created', 'full']);
    await settle(subject, first.call, 0);
    expect((await outcomeOf('ada')).outcome).toBe('created');
  });

  it('refuse a call by what others took since the account was read', async () => {
    const subject = await create();
    const { calls, accounts, userId } = subject;
    const assistant = buildAssistant({ userId });
    const stale = widgetLimits(assistant, await accounts.read(userId, 501, 'eve'), NOW);
    for (const visitor of ['ada', 'bob']) await start(subject, { visitor });
    const late = (hold: number) => {
      const call = buildCall({ id: (lastId += 1), userId, type: 'web', visitor: 'eve', hold, createdAt: NOW });
      return calls.createWithHold(call, { assistant, variables: {} }, undefined, { accounts: stale });
    };
    // 1 USD less 2 × 0.32.
    expect([await late(360_001), await late(360_000)]).toEqual(['full', 'created']);
  });

  it.each([
    { what: 'an hour', windowMs: 3_600_000, slackMs: 300_000, cap: 1_000_000 },
    { what: 'a day', windowMs: 86_400_000, slackMs: 3_600_000, cap: 1_000_000 },
  ])('count a cost for $what, and at most a period longer', async ({ windowMs, slackMs, cap }) => {
    const subject = await create();
    const caps = windowMs === 3_600_000 ? { perHour: cap, perDay: 1e9 } : { perHour: 1e9, perDay: cap };
    const spentAt = NOW + 123_456;
    const { call } = await start(subject, { visitor: 'ada' });
    await settle(subject, call, 300_000, spentAt);
    const { widget } = await subject.accounts.read(subject.userId, 501, 'ada');
    const roomAfter = (ms: number) => roomOf(widget, caps, spentAt + ms);
    expect([roomAfter(0), roomAfter(windowMs), roomAfter(windowMs + slackMs)]).toEqual([700_000, 700_000, cap]);
  });
});

it('forgets the periods that count no more, and a visitor after a day', async () => {
  const subject = await onTable();
  const day = 86_400_000;
  for (const at of [NOW, NOW + day, NOW + 2 * day, NOW + 3 * day]) {
    const { call } = await start(subject, { visitor: 'ada', at });
    await settle(subject, call, 50_000, at + 60_000);
  }
  const { widget, visitor } = await subject.accounts.read(subject.userId, 501, 'ada');
  // Those of the last call and, because a day counts for up to 25 hours, the hour of the one before.
  expect(Object.keys(widget.spent).length).toBeLessThanOrEqual(3);
  expect(visitor).toEqual(widget);
});

it('costs an owner’s call no unit, and a widget call 8 written units and 2 read ones', async () => {
  const { client, read } = createMeter(table.client());
  const subject = await onTable();
  const metered = { client, tableName: table.tableName };
  const calls = createDynamoDbCallStore(metered);
  const accounts = createDynamoDbWidgetAccounts(metered);
  const unitsOf = async (visitor: string | undefined) => {
    const { userId } = subject;
    const assistant = buildAssistant({ userId });
    read();
    const limits =
      visitor === undefined ? undefined : widgetLimits(assistant, await accounts.read(userId, 501, visitor), NOW);
    const call = buildCall({
      id: (lastId += 1),
      userId,
      type: 'web',
      hold: 64_000,
      createdAt: NOW,
      ...(visitor && { visitor }),
    });
    await calls.createWithHold(call, { assistant, variables: {} }, undefined, { accounts: limits });
    await calls.endConversation(call);
    await settle({ ...subject, calls }, call, 40_000);
    const { writeUnits, findUnits } = read();
    return { writeUnits, findUnits };
  };
  await unitsOf(undefined);
  const own = await unitsOf(undefined);
  const ofWidget = await unitsOf('ada');
  expect({
    writes: ofWidget.writeUnits - own.writeUnits,
    reads: ofWidget.findUnits - own.findUnits,
  }).toEqual({ writes: 8, reads: 2 });
});

describe('under conflicts and lost answers', () => {
  it.each([
    { what: 'one visitor', visitors: 1, cap: 500_000 },
    { what: 'forty visitors', visitors: 40, cap: 1_000_000 },
  ])(
    'the calls of $what hold and cost at most $cap micros in any hour, and leave nothing held',
    async ({ visitors, cap }) => {
      const subject = await onTable();
      const { userId } = subject;
      conflictLikeAws(table.client(), { heldMs: 3, injected: 0.1 });
      const faults = injectFaults(table.client());
      const widget = { calls_at_once: 100 };
      const costs: Array<{ at: number; cost: number }> = [];
      // Hours of 12 rounds; in each round, everybody at once. Half of the calls end in the same round, some for nothing.
      for (let round = 0; round < 16; round += 1) {
        const at = NOW + round * 300_000;
        faults.next(
          ...Array.from({ length: 3000 }, (_, index) => (index % 9 === 0 ? ('lost answer' as const) : undefined)),
        );
        const tried = await Promise.all(
          Array.from({ length: 12 }, (_, index) =>
            start(subject, {
              visitor: `v${(round * 12 + index) % visitors}`,
              at,
              seconds: 40 + index * 9,
              widget,
            }).catch(() => undefined),
          ),
        );
        const begun = tried.filter((one) => one?.outcome === 'created');
        await Promise.all(
          begun.map(async (one, index) => {
            const { call } = one!;
            const cost = index % 5 === 0 ? 0 : call.hold;
            const outcome = await settle(subject, call, cost, at + 60_000);
            if (outcome === 'settled' || outcome === 'already_settled') costs.push({ at: at + 60_000, cost });
          }),
        );
      }
      faults.next();
      const mostOfHour = Math.max(
        ...costs.map(({ at }) =>
          costs.filter((one) => one.at >= at && one.at < at + 3_600_000).reduce((sum, { cost }) => sum + cost, 0),
        ),
      );
      expect(mostOfHour).toBeLessThanOrEqual(cap);
      expect(mostOfHour).toBeGreaterThan(cap * 0.8);
      const { widget: account } = await subject.accounts.read(userId, 501, 'v0');
      expect({ ...account, spent: {}, taken: 0 }).toEqual(NO_CALLS);
      expect(account.taken).toBe(costs.reduce((sum, { cost }) => sum + cost, 0));
    },
  );
});

afterAll(() => table.client().destroy());
