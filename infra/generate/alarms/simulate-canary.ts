import { canaryAlarm } from '#infra/cloud/alarms/canary-alarm.ts';
import { metricMath } from '#infra/generate/alarms/metric-math.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';
import { manifest } from '#shared/manifest/manifest.ts';

interface Deployment {
  requestsPerMinute: number;
  /** The shares of requests that the two versions fail. */
  oldFails: number;
  newFails: number;
  seed: number;
}

interface Minute {
  oldTried: number;
  oldFailed: number;
  tried: number;
  failed: number;
}

/** As CodeDeploy's `Canary10Percent5Minutes`. */
const WEIGHT = 0.1;
const CANARY_MINUTES = 5;
const WINDOW_MINUTES = 5;

/** Whether the alarm stops a deployment in one of its five minutes. The new version begins after five minutes of the old one alone. */
export function isRolledBack(deployment: Deployment, rings: (values: Record<string, number>) => boolean): boolean {
  const random = randomOf(deployment.seed);
  const minutes = Array.from({ length: WINDOW_MINUTES + CANARY_MINUTES }, (_, index) =>
    minuteOf(deployment, index < WINDOW_MINUTES ? 0 : WEIGHT, random),
  );
  return Array.from({ length: CANARY_MINUTES }, (_, index) => WINDOW_MINUTES + index + 1).some((end) =>
    rings(valuesOf(minutes.slice(end - WINDOW_MINUTES, end))),
  );
}

function minuteOf({ requestsPerMinute, oldFails, newFails }: Deployment, weight: number, random: Random): Minute {
  const requests = binomial(2 * requestsPerMinute, 0.5, random);
  const tried = binomial(requests, weight, random);
  const oldTried = requests - tried;
  return {
    tried,
    oldTried,
    failed: binomial(tried, newFails, random),
    oldFailed: binomial(oldTried, oldFails, random),
  };
}

type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Failures are crashes here: those that are caught are added to them. */
function valuesOf(minutes: readonly Minute[]): Record<string, number> {
  const sum = (name: keyof Minute) => minutes.reduce((total, minute) => total + minute[name], 0);
  const [tried, failed] = [sum('tried'), sum('failed')];
  return { m0: failed, m1: 0, m2: tried, m3: failed + sum('oldFailed'), m4: 0, m5: tried + sum('oldTried') };
}

/** The successes among `count`, each with this chance. Large numbers vary like a normal distribution. */
function binomial(count: number, chance: number, random: Random): number {
  if (chance === 0) return 0;
  const mean = count * chance;
  const deviation = Math.sqrt(mean * (1 - chance));
  if (deviation > 6) {
    const [radius, angle] = [Math.sqrt(-2 * Math.log(1 - random())), 2 * Math.PI * random()];
    return Math.round(mean + deviation * radius * Math.cos(angle));
  }
  if (chance > 0.5) return count - binomial(count, 1 - chance, random);
  let successes = -1;
  // From one success to the next.
  for (let at = -1; at < count; successes += 1) at += 1 + Math.floor(Math.log(1 - random()) / Math.log(1 - chance));
  return successes;
}

export const volumes = [10, 100, 1000, 10_000] as const;
const RUNS = 200;

/** Of a hundred deployments of a version that fails this part of its requests, those that are rolled back. */
export function rolledBack(shares: Pick<Deployment, 'oldFails' | 'newFails'>, requestsPerMinute: number): number {
  const row = manifest.find(({ canary }) => canary);
  if (!row) throw new Error('no function has a canary');
  const { expression = '', variables, threshold } = canaryAlarm(row, '2');
  const compare = metricMath(expression, variables);
  const rings = (values: Record<string, number>) => (compare(values) ?? 0) >= threshold;
  const seeds = Array.from({ length: RUNS }, (_, seed) => seed);
  const stopped = seeds.filter((seed) => isRolledBack({ ...shares, requestsPerMinute, seed }, rings));
  return (100 * stopped.length) / RUNS;
}

/** The shares of failing requests, in percent. */
export const cases: ReadonlyArray<{ oldFails: number; newFails: number }> = [
  { oldFails: 0, newFails: 0 },
  { oldFails: 0.1, newFails: 0.1 },
  { oldFails: 1, newFails: 1 },
  { oldFails: 20, newFails: 20 },
  { oldFails: 100, newFails: 100 },
  { oldFails: 1, newFails: 0 },
  { oldFails: 20, newFails: 5 },
  { oldFails: 100, newFails: 20 },
  { oldFails: 0, newFails: 2 },
  { oldFails: 0, newFails: 10 },
  { oldFails: 1, newFails: 10 },
  { oldFails: 5, newFails: 20 },
  { oldFails: 20, newFails: 100 },
  { oldFails: 0, newFails: 100 },
];

export const verdictOf = ({ oldFails, newFails }: (typeof cases)[number]) =>
  newFails > oldFails ? 'worse' : newFails < oldFails ? 'better' : 'alike';

/** The table of the decision. */
export function canaryTable(): string {
  const rows = cases.map((one) => {
    const shares = { oldFails: one.oldFails / 100, newFails: one.newFails / 100 };
    const figures = volumes.map((volume) => rolledBack(shares, volume).toString());
    return [`${one.oldFails} %`, `${one.newFails} %`, verdictOf(one), ...figures];
  });
  const heads = volumes.map((volume) => `${volume.toLocaleString('en-US')} requests a minute`);
  return markdownTable(['the old version fails', 'the new one', 'which is', ...heads], rows, [0, 1, 3, 4, 5, 6]);
}
