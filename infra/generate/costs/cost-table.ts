import { stages, type StageConfig } from '#infra/cloud/stage/config.ts';
import prices from '#infra/generate/costs/prices.json' with { type: 'json' };
import { monthlyUsage, type Usage } from '#infra/generate/costs/usage.ts';
import { markdownTable } from '#infra/text/markdown-table.ts';

const MILLION = 1_000_000;
export const volumes = [0, 1000, 100_000] as const;

export type Region = keyof typeof prices.regions;
export const regions = ['us-east-1', 'eu-central-1', 'ap-southeast-2'] as const satisfies Region[];
export const [DEFAULT_REGION] = regions;

function unitPrices(region: Region): Record<keyof Usage, number> {
  const { perMillion, perMonth, perGb } = prices.regions[region];
  return { ...perOne(perMillion), ...perMonth, ...perGb };
}

const services: Readonly<Record<string, ReadonlyArray<keyof Usage>>> = {
  'DynamoDB, requests': ['tableWriteUnits', 'tableReadUnits'],
  'DynamoDB, storage and backup of a year of calls': ['tableGb', 'tableBackupGb'],
  Lambda: ['functionRequests', 'functionGbSeconds'],
  'API Gateway': ['httpRequests', 'socketMessages', 'socketConnectionMinutes'],
  'SQS, half of it for the polling by Lambda': ['queueRequests'],
  'Secrets Manager, KMS': ['secret', 'secretReads', 'keyRequests'],
  'CloudWatch, logs': ['logIngestion', 'logGb'],
  'CloudWatch, metrics, alarms and dashboard': ['metric', 'alarmMetric', 'dashboard'],
};

/** What a month costs, in USD, by service. Of production, unless another stage is given. */
export function monthlyCosts(
  calls: number,
  config: StageConfig = stages.production,
  region: Region = DEFAULT_REGION,
): Record<string, number> {
  const usage = monthlyUsage(calls, config);
  const unitPrice = unitPrices(region);
  const cost = (item: keyof Usage) => usage[item] * unitPrice[item];
  return Object.fromEntries(
    Object.entries(services).map(([service, items]) => [service, items.reduce((sum, item) => sum + cost(item), 0)]),
  );
}

export function totalOf(costs: Record<string, number>): number {
  return Object.values(costs).reduce((sum, cost) => sum + cost, 0);
}

/** The table of the guide: a row for each service, a column for each volume. */
export function costTable(): string {
  const columns = volumes.map((calls) => monthlyCosts(calls));
  const rows = Object.keys(services).map((service) => [
    service,
    ...columns.map((costs) => dollars(costs[service] ?? 0)),
  ]);
  rows.push(['**all**', ...columns.map((costs) => `**${dollars(totalOf(costs))}**`)]);
  rows.push(['for each call', ...columns.map((costs, index) => eachCall(totalOf(costs), volumes[index] ?? 0))]);
  const head = ['USD a month', ...volumes.map((calls) => `${calls.toLocaleString('en-US')} calls`)];
  return markdownTable(head, rows, [1, 2, 3]);
}

/** A row for each stage that people deploy, and what production costs for each call; a column for each region. */
export function regionTable(): string {
  const perRegion = (cost: (region: Region) => string) => regions.map((region) => cost(region));
  const idle = (config: StageConfig) => perRegion((region) => dollars(totalOf(monthlyCosts(0, config, region))));
  const forEach = (calls: number) =>
    perRegion((region) => eachCall(totalOf(monthlyCosts(calls, stages.production, region)), calls));
  const rows = [
    ['`dev`, a month without calls', ...idle(stages.dev)],
    ['`production`, a month without calls', ...idle(stages.production)],
    ...volumes
      .filter((calls) => calls > 0)
      .map((calls) => [`\`production\`, each of ${calls.toLocaleString('en-US')} calls`, ...forEach(calls)]),
  ];
  return markdownTable(['USD', ...regions], rows, [1, 2, 3]);
}

const dollars = (cost: number) => cost.toFixed(2);
const eachCall = (total: number, calls: number) => (calls === 0 ? '–' : (total / calls).toFixed(4));

function perOne<Price extends Record<string, number>>(perMillion: Price): Price {
  const entries = Object.entries(perMillion).map(([name, price]) => [name, price / MILLION]);
  return Object.assign({ ...perMillion }, Object.fromEntries(entries));
}
