import { expect, it } from 'vitest';
import {
  simulateDialQueue,
  type Dialled,
  type DialQueueScenario,
  type Granted,
} from '#test/stores/dial-queue/simulate-dial-queue.ts';
import { conflictLikeAws, injectFaults } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
type Scenario = Omit<DialQueueScenario, 'client' | 'tableName'>;
const simulate = (scenario: Scenario) => simulateDialQueue({ ...table.real(), ...scenario });

const longestGap = (dialled: Dialled[]) =>
  Math.max(...dialled.slice(1).map(({ at }, index) => at - dialled[index]!.at));
const distinct = (dialled: Dialled[]) => new Set(dialled.map(({ callId }) => callId)).size;

/** The largest number of dials in any stretch of time beyond what the rate gives in it: those of one second may come at once. */
const largestBurst = (granted: Granted[], callsPerSecond: number) => {
  let ahead = 0;
  let last = 0;
  let most = 0;
  for (const { count, at } of granted) {
    ahead = Math.max(0, ahead - ((at - last) / 1000) * callsPerSecond) + count;
    last = at;
    most = Math.max(most, ahead);
  }
  return Math.round(most * 1000) / 1000;
};

it.each<Pick<Scenario, 'calls'> & { callsPerSecond: number; gap: number }>([
  { callsPerSecond: 1, calls: { 101: 15 }, gap: 1100 },
  { callsPerSecond: 5, calls: { 102: 40 }, gap: 1000 },
  { callsPerSecond: 20, calls: { 103: 80 }, gap: 1000 },
  { callsPerSecond: 100, calls: { 104: 180 }, gap: 1000 },
])(
  'dials every accepted call once, at $callsPerSecond a second, without a gap',
  async ({ callsPerSecond, calls, gap }) => {
    const { dialled, granted, total } = await simulate({ rate: { callsPerSecond }, calls });
    expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
    expect(longestGap(dialled)).toBeLessThan(gap);
    expect(dialled.at(-1)!.at).toBeLessThan((total / callsPerSecond) * 1000 * 1.05);
    expect(largestBurst(granted, callsPerSecond)).toBeLessThanOrEqual(callsPerSecond + 0.1 * callsPerSecond);
  },
);

it.each<Omit<Scenario, 'rate'> & { callsPerSecond: number; killed?: number }>([
  { callsPerSecond: 2, calls: { 201: 30, 202: 8 }, kills: 6, seed: 7 },
  // At this rate a dial is due at every poll.
  { callsPerSecond: 20, calls: { 211: 100, 212: 25 }, kills: 14, seed: 2 },
  { callsPerSecond: 100, calls: { 221: 150, 222: 50 }, kills: 20, seed: 3, killed: 1 },
])(
  'dials every call once while pumps are killed, and are replaced within two and a half seconds: %j',
  async (scenario) => {
    const { callsPerSecond, killed = 2, ...rest } = scenario;
    const { dialled, granted, total, statistics } = await simulate({ rate: { callsPerSecond }, ...rest });
    expect(statistics.kills).toBeGreaterThanOrEqual(killed);
    expect(distinct(dialled)).toBe(dialled.length);
    // A pump may die between the claim and the request: its watchdog looks up those calls, and nobody dials them.
    expect(dialled.length).toBeGreaterThanOrEqual(total - statistics.kills);
    expect(longestGap(dialled)).toBeLessThan(2500);
    expect(largestBurst(granted, callsPerSecond)).toBeLessThanOrEqual(callsPerSecond);
  },
);

it.each<Pick<Scenario, 'calls' | 'seed'> & { callsPerSecond: number }>([
  { callsPerSecond: 1, calls: { 231: 18, 232: 6 }, seed: 4 },
  { callsPerSecond: 5, calls: { 241: 50, 242: 12 }, seed: 5 },
  { callsPerSecond: 50, calls: { 251: 180, 252: 40 }, seed: 6 },
])(
  'dials every call once, no faster than the carrier takes them, while pumps outlive their leases: %j',
  async ({ callsPerSecond, ...rest }) => {
    const scenario = { rate: { callsPerSecond }, stalls: 20, storeMs: 20, ...rest };
    const { dialled, granted, total, statistics } = await simulate(scenario);
    expect(statistics.stalls).toBeGreaterThan(2);
    expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
    expect(largestBurst(granted, callsPerSecond)).toBeLessThanOrEqual(Math.max(callsPerSecond, 1.1));
  },
);

it('lets users take turns, however many calls each has', async () => {
  const { dialled } = await simulate({ rate: { callsPerSecond: 5 }, calls: { 301: 40, 302: 3, 303: 1 } });
  const order = dialled.map(({ userId }) => userId);
  // The calls of the first second are dialled side by side, in any order.
  expect(new Set(order.slice(0, 5))).toEqual(new Set([301, 302, 303]));
  expect(order.lastIndexOf(302)).toBeLessThan(8);
});

it.each([
  { callsPerSecond: 1, waiting: 20, every: 3210 },
  { callsPerSecond: 5, waiting: 25, every: 810 },
  { callsPerSecond: 20, waiting: 40, every: 310 },
  { callsPerSecond: 100, waiting: 70, every: 90 },
])(
  'lets each call of a quiet user wait for one slot at most beside $waiting calls of each of two others, at $callsPerSecond a second',
  async ({ callsPerSecond, waiting, every }) => {
    const [noisy, quiet] = [900 + callsPerSecond, 1050 + callsPerSecond];
    // When the first round is over: nobody has had a turn before.
    const begin = 30 + 1500 / callsPerSecond;
    const later = Array.from({ length: 10 }, (_, index) => ({ userId: quiet, at: begin + index * every }));
    const { dialled, total } = await simulate({
      rate: { callsPerSecond },
      calls: { [noisy]: waiting, [noisy + 1]: waiting },
      later,
    });
    expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
    const waits = dialled.filter(({ userId }) => userId === quiet).map(({ at }, index) => at - later[index]!.at);
    // At 100 a second five slots are taken at each poll.
    expect(Math.max(...waits)).toBeLessThanOrEqual(Math.max(50, 1000 / callsPerSecond));
    expect(dialled.at(-1)!.at).toBeLessThan((total / callsPerSecond) * 1000 * 1.05);
  },
);

it('puts a call back and slows down when the carrier has too many requests', async () => {
  let refused = 0;
  const { dialled, total, observers } = await simulate({
    rate: { callsPerSecond: 5 },
    calls: { 401: 20 },
    answer: (_key, now) => {
      if (now < 1000 || now > 4000) return undefined;
      refused += 1;
      return { kind: 'retry', afterSeconds: 2, reason: '20429' };
    },
  });
  expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
  expect(refused).toBeLessThan(15);
  expect(observers.counts.filter(({ name }) => name === 'CarrierDialProblem')).toHaveLength(refused);
});

const twoAccounts = { callsPerSecond: 5, furtherAccounts: { second: { callsPerSecond: 5 } } };

it('counts a wave of refusals as one', async () => {
  const { dialled } = await simulate({
    rate: { callsPerSecond: 20 },
    calls: { 551: 60 },
    answer: (_, at) =>
      at < 500 || (at > 3000 && at < 3100) ? { kind: 'retry', afterSeconds: 1, reason: '20429' } : undefined,
  });
  expect(distinct(dialled)).toBe(60);
  expect(longestGap(dialled)).toBeLessThan(5000);
});

it('keeps the rate of others beside calls that cannot be dialled', async () => {
  const { dialled, statistics } = await simulate({
    rate: { callsPerSecond: 1 },
    calls: { 561: 25, 562: 10 },
    failing: ({ userId }) => userId === 561,
    untilMs: 600_000,
  });
  const good = dialled.filter(({ userId }) => userId === 562);
  expect(good).toHaveLength(10);
  // They take turns with the first attempts of the others.
  expect(good.at(-1)!.at).toBeLessThan(25_000);
  // Each attempt wakes a pump, and a run lasts 20 s.
  expect(statistics.pumps).toBeLessThan(250);
});

it('dials twice as fast by two accounts, each at its own rate', async () => {
  const { dialled, total } = await simulate({
    rate: twoAccounts,
    calls: { 601: 30, 602: 30 },
    accounts: { 602: 'second' },
  });
  expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
  for (const [userId, account] of [
    [601, 'default'],
    [602, 'second'],
  ] as const) {
    const own = dialled.filter((one) => one.account === account);
    expect(new Set(own.map((one) => one.userId))).toEqual(new Set([userId]));
    expect(longestGap(own)).toBeLessThan(1000);
  }
  // One account alone takes 20 s.
  expect(dialled.at(-1)!.at).toBeLessThan((total / 10) * 1000 * 1.1);
});

it('pauses the calls of the account that has too many requests, and no others', async () => {
  const { dialled, total } = await simulate({
    rate: twoAccounts,
    calls: { 701: 20, 702: 20 },
    accounts: { 702: 'second' },
    answer: (_key, now, account) =>
      account === 'second' && now < 8000 ? { kind: 'retry', afterSeconds: 2, reason: '20429' } : undefined,
  });
  expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
  const lastOf = (account: string) => dialled.findLast((one) => one.account === account)!.at;
  expect(lastOf('default')).toBeLessThan((20 / 5) * 1000 * 1.1);
  expect(dialled.filter(({ account }) => account === 'second').every(({ at }) => at >= 8000)).toBe(true);
});

it('goes on with one account while every request to the carrier hangs by the other', async () => {
  const { dialled } = await simulate({
    rate: twoAccounts,
    calls: { 711: 60, 712: 20 },
    accounts: { 712: 'second' },
    carrierMs: (account) => (account === 'second' ? 10_000 : 400),
  });
  const own = dialled.filter(({ account }) => account === 'default');
  expect([own.length, distinct(dialled)]).toEqual([60, 80]);
  expect(own.at(-1)!.at).toBeLessThan((60 / 5) * 1000 * 1.05);
});

it('begins no more conversations by two accounts than are allowed in all', async () => {
  const { dialled } = await simulate({
    rate: twoAccounts,
    atOnce: { total: 3 },
    calls: { 801: 12, 802: 12 },
    accounts: { 802: 'second' },
    untilMs: 10_000,
  });
  expect(dialled).toHaveLength(3);
});

it('holds calls back while their user has as many conversations as allowed, and lets others pass', async () => {
  const { dialled } = await simulate({
    rate: { callsPerSecond: 5 },
    atOnce: { perUser: 3 },
    calls: { 501: 12, 502: 1 },
    untilMs: 10_000,
  });
  expect(dialled.filter(({ userId }) => userId === 501)).toHaveLength(3);
  expect(dialled.filter(({ userId }) => userId === 502)).toHaveLength(1);
});

// The last test of the file: the faults stay.
it.each<Pick<Scenario, 'calls' | 'seed'> & { callsPerSecond: number }>([
  { callsPerSecond: 5, calls: { 1501: 40, 1502: 10 }, seed: 8 },
  { callsPerSecond: 20, calls: { 1511: 80, 1512: 20 }, seed: 9 },
])(
  'dials every call once while writes conflict, answers are lost, and pumps are killed and outlive their leases: %j',
  async ({ callsPerSecond, ...rest }) => {
    const { seen } = conflictLikeAws(table.client(), { heldMs: 2, injected: 0.05 });
    const losses = Array.from({ length: 20_000 }, (_, index) =>
      index % 13 === 0 ? ('lost answer' as const) : undefined,
    );
    injectFaults(table.client()).next(...losses);
    const scenario = { rate: { callsPerSecond }, kills: 3, stalls: 6, storeMs: 10, ...rest };
    const { dialled, granted, total, statistics } = await simulate(scenario);
    expect(seen.conflicts).toBeGreaterThan(10);
    expect(statistics.kills + statistics.stalls).toBeGreaterThan(2);
    expect(distinct(dialled)).toBe(dialled.length);
    expect(dialled.length).toBeGreaterThanOrEqual(total - statistics.kills);
    expect(longestGap(dialled)).toBeLessThan(10_000);
    expect(largestBurst(granted, callsPerSecond)).toBeLessThanOrEqual(callsPerSecond);
  },
);
