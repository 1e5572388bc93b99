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

/** The page of one number of calls: what it takes, what it costs, and what breaks first. */
export function capacityReport(options: CapacityOptions): string {
  const { callsPerDay, peak = 1 } = options;
  const rows = capacityRows(options);
  const callsPerSecond = (callsPerDay / DAY_SECONDS) * peak;
  const callsAtOnce = Math.ceil(callsPerSecond * MINUTES * 60);
  const apiRequestsPerSecond = apiRequestsFor(callsAtOnce);
  const monthly = totalOf(monthlyCosts(callsPerDay * MONTH_DAYS));
  const facts = [
    `${whole(callsPerDay)} calls a day: ${figure(callsPerSecond)} a second, ${whole(callsAtOnce)} at once.`,
    `Units: ${whole(callsPerSecond * callWriteUnits)} written and ${whole(callsPerSecond * callReadUnits)} read a second.`,
    `\`accountConcurrency\`: ${settingFor(callsAtOnce, apiRequestsPerSecond)}; \`apiRequestsPerSecond\`: ${whole(apiRequestsPerSecond)}.`,
    `AWS: ${whole(monthly)} USD a month, ${(monthly / (callsPerDay * MONTH_DAYS)).toFixed(4)} a call.`,
    breaksFirst(options),
  ];
  const table = markdownTable(
    ['limit', 'needs', 'has', 'share', 'to do'],
    rows.map(({ limit, needed, share }) => [
      limit.name,
      `${figure(needed)} ${limit.unit}`,
      whole(limit.most),
      `${Math.round(share * 100)} %`,
      share > MOST_SHARE ? (limit.raise ?? 'spread the calls over users or stages') : '',
    ]),
    [3],
  );
  return `${facts.map((fact) => `- ${fact}`).join('\n')}\n\n${table}`;
}

/** The first limit that no quota raises, when the calls grow. */
function breaksFirst(options: CapacityOptions): string {
  for (let callsPerDay = options.callsPerDay; ; callsPerDay *= 1.02) {
    const broken = capacityRows({ ...options, callsPerDay }).find(
      ({ limit, share }) => limit.raise === undefined && share > 1,
    );
    if (!broken) continue;
    const at = Math.round(callsPerDay / 100_000) / 10;
    return `What breaks first when all quotas are raised: ${broken.limit.name}, at ${at} million calls a day.`;
  }
}

function settingFor(callsAtOnce: number, apiRequestsPerSecond: number): string {
  const setting = concurrencyFor(callsAtOnce, apiRequestsPerSecond);
  if (setting === undefined) return 'more than one account and region';
  return setting <= USUAL_CONCURRENCY ? whole(setting) : `${whole(setting)}, by request`;
}

const whole = (value: number) => Math.ceil(value).toLocaleString('en-US');
const figure = (value: number) => (value < 10 ? value.toFixed(1) : whole(value));
