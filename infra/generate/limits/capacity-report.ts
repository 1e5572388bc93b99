import { callReadUnits, callWriteUnits } from '#infra/cloud/call-units/life-cycle.ts';
import { MINUTES } from '#infra/cloud/call-units/typical-call.ts';
import { apiRequestsFor, capacityOf, CONVERSATION_SHARE, EXECUTIONS_PER_CALL } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { monthlyCosts, totalOf } from '#infra/generate/costs/cost-table.ts';
import { limits, USUAL_CONCURRENCY, type Limit, type Load } from '#infra/generate/limits/limits.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';

const DAY_SECONDS = 86_400;
const MONTH_DAYS = 365 / 12;

interface CapacityRow {
  limit: Limit;
  needed: number;
  /** `needed` of `most`. Above 1 the limit breaks. */
  share: number;
}

interface CapacityOptions {
  callsPerDay: number;
  /** The busiest hour's calls a second over those of the mean. */
  peak?: number;
  /** The share of the calls that the largest user makes. */
  largestUser?: number;
}

/** What a number of calls a day needs, the tightest limit first. */
export function capacityRows({ callsPerDay, peak = 1, largestUser = 0.25 }: CapacityOptions): CapacityRow[] {
  const load: Load = { callsPerSecond: (callsPerDay / DAY_SECONDS) * peak, largestUser };
  return limits
    .map((limit) => ({ limit, needed: limit.needed(load), share: limit.needed(load) / limit.most }))
    .toSorted((one, other) => other.share - one.share);
}

/** No limit is to be filled above this share. */
const MOST_SHARE = 0.6;

/**
 * The setting of `accountConcurrency` that lets this number of calls talk at once, in 60 % of what it reserves for conversations.
 * Undefined if no account is large enough.
 */
export function concurrencyFor(callsAtOnce: number, apiRequestsPerSecond: number): number | undefined {
  const settings = [10, 100, 500, 1000, 2000, 3000, 5000, 7500, 10_000, 15_000, 20_000];
  return settings.find(
    (accountConcurrency) =>
      capacityOf({ ...stages.production, accountConcurrency, apiRequestsPerSecond }).conversationsAtOnce >=
        callsAtOnce && callsAtOnce * EXECUTIONS_PER_CALL <= MOST_SHARE * CONVERSATION_SHARE * accountConcurrency,
  );
}

/** The report of one number of calls: its needs, its cost, and the limit that breaks first. */
export function capacityReport(options: CapacityOptions): string {
  const table = markdownTable(
    ['limit', 'needs', 'has', 'share', 'to do'],
    capacityRows(options).map(({ limit, needed, share }) => [
      limit.name,
      `${figure(needed)} ${limit.unit}`,
      whole(limit.most),
      percent(share),
      share > MOST_SHARE ? remedyOf(limit) : '',
    ]),
    [3],
  );
  const facts = factsOf(options).map(([name, value]) => `- ${name}: ${value}`);
  return `${facts.join('\n')}\n\n${table}`;
}

/** The needs and costs of several numbers of calls a day, one column for each. */
export function capacityFacts(callsPerDay: readonly number[]): string {
  const columns = callsPerDay.map((calls) => factsOf({ callsPerDay: calls }));
  const rows = (columns[0] ?? []).map(([name], row) => [name, ...columns.map((facts) => facts[row]?.[1] ?? '')]);
  return markdownTable(
    ['', ...callsPerDay.map((calls) => `${whole(calls)} calls a day`)],
    rows,
    callsPerDay.map((_, column) => column + 1),
  );
}

/** The share of each limit that several numbers of calls a day take, the tightest limit first. */
export function capacityShares(callsPerDay: readonly number[]): string {
  const loads = callsPerDay.map((calls) => capacityRows({ callsPerDay: calls }));
  const rows = (loads.at(-1) ?? []).map(({ limit, share }) => [
    limit.name,
    `${whole(limit.most)} ${limit.unit}`,
    ...loads.map((load) => percent(load.find((row) => row.limit.name === limit.name)?.share ?? 0)),
    share > MOST_SHARE ? remedyOf(limit) : '',
  ]);
  return markdownTable(
    ['limit', 'has', ...callsPerDay.map((calls) => `${whole(calls)} a day`), 'if the share is above 60 %'],
    rows,
    [1, ...callsPerDay.map((_, column) => column + 2)],
  );
}

function factsOf(options: CapacityOptions): Array<[string, string]> {
  const { callsPerDay, peak = 1 } = options;
  const callsPerSecond = (callsPerDay / DAY_SECONDS) * peak;
  const callsAtOnce = Math.ceil(callsPerSecond * MINUTES * 60);
  const apiRequestsPerSecond = apiRequestsFor(callsAtOnce);
  const monthly = totalOf(monthlyCosts(callsPerDay * MONTH_DAYS));
  const broken = breaksFirst(options);
  return [
    ['calls a second', figure(callsPerSecond)],
    ['calls in progress', whole(callsAtOnce)],
    ['write units a second', whole(callsPerSecond * callWriteUnits)],
    ['read units a second', whole(callsPerSecond * callReadUnits)],
    ['`accountConcurrency`', settingFor(callsAtOnce, apiRequestsPerSecond)],
    ['`apiRequestsPerSecond`', whole(apiRequestsPerSecond)],
    ['USD a month for AWS', whole(monthly)],
    ['USD a call for AWS', (monthly / (callsPerDay * MONTH_DAYS)).toFixed(4)],
    ['the limit that is reached first after all quotas are raised', broken.name],
    ['calls a day at which this limit is reached, in millions', String(broken.millions)],
  ];
}

const remedyOf = (limit: Limit) => limit.raise ?? 'spread the calls over users or stages';

/** The first limit that no quota raises, when the calls grow. */
function breaksFirst(options: CapacityOptions): { name: string; millions: number } {
  for (let callsPerDay = options.callsPerDay; ; callsPerDay *= 1.02) {
    const broken = capacityRows({ ...options, callsPerDay }).find(
      ({ limit, share }) => limit.raise === undefined && share > 1,
    );
    if (!broken) continue;
    return { name: broken.limit.name, millions: Math.round(callsPerDay / 100_000) / 10 };
  }
}

function settingFor(callsAtOnce: number, apiRequestsPerSecond: number): string {
  const setting = concurrencyFor(callsAtOnce, apiRequestsPerSecond);
  if (setting === undefined) return 'more than one account and region';
  return setting <= USUAL_CONCURRENCY ? whole(setting) : `${whole(setting)}, on request`;
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
const whole = (value: number) => Math.ceil(value).toLocaleString('en-US');
const figure = (value: number) => (value < 10 ? value.toFixed(1) : whole(value));
