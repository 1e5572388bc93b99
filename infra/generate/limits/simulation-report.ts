import { capacityFacts, capacityShares } from '#infra/generate/limits/capacity-report.ts';
import { simulateCalls } from '#infra/generate/limits/simulate-calls.ts';
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

/** The generated parts of docs/capacity.md. */
export function capacityParts(): Record<string, string> {
  const loads = [1e4, 1e6, 1e7];
  return { facts: capacityFacts(loads), shares: capacityShares(loads), simulation: simulationReport() };
}
