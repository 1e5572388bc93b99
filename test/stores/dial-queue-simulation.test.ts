import { expect, it } from 'vitest';
import {
  simulateDialQueue,
  type Dialled,
  type DialQueueScenario,
} from '#test/support/dial-queue/simulate-dial-queue.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
type Scenario = Omit<DialQueueScenario, 'client' | 'tableName'>;
const simulate = (scenario: Scenario) => simulateDialQueue({ ...table.real(), ...scenario });

const longestGap = (dialled: Dialled[]) =>
  Math.max(...dialled.slice(1).map(({ at }, index) => at - dialled[index]!.at));
const distinct = (dialled: Dialled[]) => new Set(dialled.map(({ callId }) => callId)).size;

it('dials every accepted call once, at the pace of the carrier, without a gap', async () => {
  const { dialled, total } = await simulate({ rate: { callsPerSecond: 5 }, calls: { 101: 100 } });
  expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
  expect(longestGap(dialled)).toBeLessThan(1000);
  expect(dialled.at(-1)!.at).toBeLessThan((total / 5) * 1000 * 1.05);
});

it.each<Omit<Scenario, 'rate'> & { callsPerSecond: number }>([
  { callsPerSecond: 2, calls: { 201: 50, 202: 10 }, kills: 8, seed: 7 },
  // At this pace a dial is due at every look.
  { callsPerSecond: 20, calls: { 211: 160, 212: 40 }, kills: 20, seed: 2 },
])('dials every call once while pumps are killed, and is replaced within five seconds: %j', async (scenario) => {
  const { callsPerSecond, ...rest } = scenario;
  const { dialled, total, statistics } = await simulate({ rate: { callsPerSecond }, ...rest });
  expect(statistics.kills).toBeGreaterThan(1);
  expect(distinct(dialled)).toBe(dialled.length);
  // A pump may die between the claim and the request: its watchdog looks up those calls, and nobody dials them.
  expect(dialled.length).toBeGreaterThanOrEqual(total - statistics.kills);
  expect(longestGap(dialled)).toBeLessThan(5000);
});

it('lets users take turns, however many calls each has', async () => {
  const { dialled } = await simulate({ rate: { callsPerSecond: 5 }, calls: { 301: 40, 302: 3, 303: 1 } });
  const order = dialled.map(({ userId }) => userId);
  // The calls of the first second are dialled side by side, in any order.
  expect(new Set(order.slice(0, 5))).toEqual(new Set([301, 302, 303]));
  expect(order.lastIndexOf(302)).toBeLessThan(8);
});

it.each([
  // A message is 40 ms on its way.
  { callsPerSecond: 5, waiting: 100, every: 1210, atMost: 40 },
  { callsPerSecond: 20, waiting: 400, every: 1210, atMost: 40 },
  // One call a second leaves no reserve.
  { callsPerSecond: 1, waiting: 40, every: 3210, atMost: 1000 },
])(
  'dials each call of a quiet user within $atMost ms beside $waiting waiting calls of another, at $callsPerSecond a second',
  async ({ callsPerSecond, waiting, every, atMost }) => {
    const [noisy, quiet] = [900 + callsPerSecond, 950 + callsPerSecond];
    const later = Array.from({ length: 10 }, (_, index) => ({ userId: quiet, at: 1030 + index * every }));
    const { dialled, total } = await simulate({ rate: { callsPerSecond }, calls: { [noisy]: waiting }, later });
    expect([dialled.length, distinct(dialled)]).toEqual([total, total]);
    const waits = dialled.filter(({ userId }) => userId === quiet).map(({ at }, index) => at - later[index]!.at);
    expect(Math.max(...waits)).toBeLessThanOrEqual(atMost);
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

it('dials twice as fast by two accounts, each at its own pace', async () => {
  const { dialled, total } = await simulate({
    rate: twoAccounts,
    calls: { 601: 50, 602: 50 },
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

it('begins no more conversations by two accounts than are allowed in all', async () => {
  const { dialled } = await simulate({
    rate: { ...twoAccounts, conversationsAtOnce: { total: 3 } },
    calls: { 801: 12, 802: 12 },
    accounts: { 802: 'second' },
    untilMs: 10_000,
  });
  expect(dialled).toHaveLength(3);
});

it('holds calls back while their user has as many conversations as allowed, and lets others pass', async () => {
  const { dialled } = await simulate({
    rate: { callsPerSecond: 5, conversationsAtOnce: { perUser: 3 } },
    calls: { 501: 12, 502: 1 },
    untilMs: 10_000,
  });
  expect(dialled.filter(({ userId }) => userId === 501)).toHaveLength(3);
  expect(dialled.filter(({ userId }) => userId === 502)).toHaveLength(1);
});
