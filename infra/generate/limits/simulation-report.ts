import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { capacityFacts, capacityShares } from '#infra/generate/limits/capacity-report.ts';
import { simulateCalls } from '#infra/generate/limits/simulate-calls.ts';
import { throttledShare } from '#infra/generate/limits/simulate-throttling.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';

const simulated = [
  { title: '10,000 calls in progress', callsPerSecond: 10_000 / 120 },
  { title: '10 million calls a day', callsPerSecond: 1e7 / 86_400 },
];
const SECONDS = 900;
/** The same random numbers each time: 32 bits of a linear congruential generator. */
function repeatable(): () => number {
  let state = 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** The page's part about the simulation. */
export function simulationReport(): string {
  const results = simulated.map(({ callsPerSecond }) =>
    simulateCalls({
      callsPerSecond,
      largestUser: 0.25,
      dialsPerSecond: 1.2 * callsPerSecond,
      seconds: SECONDS,
      random: repeatable(),
    }),
  );
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  const cell = (most: number, limit: number) =>
    `${whole(most)} of ${whole(limit)} (${Math.round((100 * most) / limit)} %)`;
  const rows = (results[0]?.measures ?? []).map(({ what }, index) => [
    what,
    ...results.map(({ measures }) => cell(measures[index]?.most ?? 0, measures[index]?.limit ?? 1)),
  ]);
  const more = [
    ['calls in progress, ringing ones included', ...results.map(({ callsAtOnce }) => whole(callsAtOnce))],
    [
      'attempts for each transaction on the largest wallet',
      ...results.map(({ conflicts }) => (conflicts.attempts / conflicts.transactions).toFixed(2)),
    ],
    [
      'p99 of the waits for the dial and for the settlement, in s',
      ...results.map((one) => `${one.dialWait.toFixed(1)}, ${one.finishWait.toFixed(1)}`),
    ],
  ];
  return markdownTable(['busiest second', ...simulated.map(({ title }) => title)], [...rows, ...more], [1, 2]);
}

/** Each with what is in the rows before it. */
const besides = [
  { what: 'calls alone', beside: {} },
  { what: 'and the schedules of a minute', beside: { schedules: true } },
  { what: 'and receivers of webhooks that hang', beside: { hangingReceivers: true } },
  { what: 'and requests that wait for an SMS', beside: { waitingSms: true } },
  { what: 'and calls that finish, in all their workers', beside: { finishingCalls: true } },
];
const FRAMES = 200_000;

/** The share of refused frames, at the calls that a stage lets talk at once in accounts of these sizes. */
export function throttlingRows(accounts: readonly number[]) {
  return besides.map(({ what }, row) => ({
    what,
    shares: accounts.map((accountConcurrency) => {
      const beside = Object.assign({}, ...besides.slice(0, row + 1).map((one) => one.beside));
      const calls = callsIn(accountConcurrency);
      return throttledShare({ accountConcurrency, calls, beside, frames: FRAMES, random: repeatable() });
    }),
  }));
}

const callsIn = (accountConcurrency: number): number =>
  capacityOf({ ...stages.production, accountConcurrency }).conversationsAtOnce;

function throttlingReport(): string {
  const accounts = [10, 100, 1000];
  const columns = accounts.map((account) => {
    const whole = (value: number) => value.toLocaleString('en-US');
    return `${whole(account)} executions, ${whole(callsIn(account))} calls`;
  });
  const rows = throttlingRows(accounts).map(({ what, shares }) => [
    what,
    ...shares.map((share) => `${(100 * share).toFixed(3)} %`),
  ]);
  return markdownTable(['refused frames', ...columns], rows, [1, 2, 3]);
}

/** The generated parts of docs/capacity.md. */
export function capacityParts(): Record<string, string> {
  const loads = [1e4, 1e6, 1e7];
  return {
    facts: capacityFacts(loads),
    shares: capacityShares(loads),
    simulation: simulationReport(),
    throttling: throttlingReport(),
  };
}
