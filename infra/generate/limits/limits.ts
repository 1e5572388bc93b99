import { callHeadWriteUnits, callReadUnits, callWriteUnits } from '#infra/cloud/call-units/life-cycle.ts';
import { MINUTES } from '#infra/cloud/call-units/typical-call.ts';
import { apiRequestsPerCall, executionSecondsPerCall, socketFramesPerCall } from '#infra/generate/costs/usage.ts';
import { liveCallShards } from '#shared/calls/live-calls.ts';
import { scheduleRows } from '#shared/manifest/manifest.ts';
import { DUE_WORK_SHARDS } from '#shared/platform/timer/dynamodb-due-work-store.ts';

/** Whose limit it is: of one partition of the table, of one user, of the AWS account, or of the carrier's account. */
type LimitScope = 'partition' | 'user' | 'account' | 'carrier';

export interface Limit {
  name: string;
  scope: LimitScope;
  /** Per second, or at the same time. */
  most: number;
  unit: string;
  /** What `load` calls for, in the unit of `most`. */
  needed: (load: Load) => number;
  /** How an operator raises it; undefined if AWS does not. */
  raise: string | undefined;
  source: string;
}

export interface Load {
  /** New calls a second in the busiest hours. */
  callsPerSecond: number;
  /** The share of the calls that the largest user makes. */
  largestUser: number;
}

const partitions = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html';
const tables = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html';
const gateway = 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html';
const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html';

/** Of one partition of DynamoDB, a second. */
export const PARTITION_WRITE_UNITS = 1000;
export const PARTITION_READ_UNITS = 3000;
/** API Gateway, of the account and region, a second. */
export const API_REQUESTS = 10_000;
export const NEW_CONNECTIONS = 500;
/** Lambda, of an account that has been used for a while. A new one has 10. */
export const USUAL_CONCURRENCY = 1000;
/** A transaction on one item takes 25 ms; with 16 parts of a wallet, half of the time free. */
const WALLET_TRANSACTIONS = (16 / 0.025) * 0.5;
/** Put and taken in transactions of their own. */
const QUEUE_ENTRY_UNITS = 4;
const QUEUE_ENTRY_BYTES = 150;
const LIVE_CALL_UNITS = 3;
/** `make_call` counts the first 200 entries of 150 bytes. */
const ENTRIES_AHEAD_UNITS = 8;
/** A pump polls when a dial is due, twenty times a second at most. It reads 20 entries of each priority, and as many as it dials: 0.4 s each. */
const POLLS = 20;
const PRIORITIES = 2;
const ENTRIES_PER_POLL = 20;
const DIAL_SECONDS = 0.4;
/** Of a webhook whose receiver is away for days: the attempts from half an hour on, each stored and deleted. */
export const LATE_ATTEMPTS = 8;
/** A worker sends and deletes about this many a second: 25 of each shard at once, in 512 MB. */
const RELEASES_PER_WORKER = 300;
const CALL_SECONDS = MINUTES * 60;
const HOLDS_AND_SETTLEMENTS = 2;
/** The carrier takes one a second of a new account. */
const CARRIER_CALLS = 1;

/** The partitions of live calls, by their number at once. */
export const liveCallPartitions = (callsAtOnce: number): number =>
  liveCallShards({ total: Math.ceil(callsAtOnce) }).partitions;

/** The read units of a dial queue that is long: its pump polls it, and new calls count what is ahead of them. */
export const dialQueueReads = (callsPerSecond: number): number => {
  const entries = ENTRIES_PER_POLL + callsPerSecond * DIAL_SECONDS;
  const unitsPerPoll = PRIORITIES * Math.ceil((entries * QUEUE_ENTRY_BYTES) / 4096);
  return Math.min(POLLS, callsPerSecond) * unitsPerPoll + callsPerSecond * ENTRIES_AHEAD_UNITS;
};

const callsAtOnce = ({ callsPerSecond }: Load) => callsPerSecond * CALL_SECONDS;
const dueWorkers = scheduleRows.find(({ id }) => id === 'schedule/release-due-work')?.workers ?? 1;
const ofLargestUser = ({ callsPerSecond, largestUser }: Load) => callsPerSecond * largestUser;

/** Every limit that calls run into, with the calls of `npm run costs`. `npm run capacity` and the alarms read it. */
export const limits: readonly Limit[] = [
  {
    name: 'new calls of a Twilio account',
    scope: 'carrier',
    most: CARRIER_CALLS,
    unit: 'calls/s',
    needed: ({ callsPerSecond }) => callsPerSecond,
    raise: 'Twilio support; `dialing.carrierCallsPerSecond` in config.ts; more carrier accounts',
    source: 'https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource',
  },
  {
    name: 'concurrent executions of Lambda',
    scope: 'account',
    most: USUAL_CONCURRENCY,
    unit: 'executions',
    needed: ({ callsPerSecond }) => callsPerSecond * executionSecondsPerCall,
    raise: 'Service Quotas, lambda, L-B99A9384; then `accountConcurrency` in config.ts',
    source: lambda,
  },
  {
    name: 'requests to API Gateway: HTTP, frames and posts to connections',
    scope: 'account',
    most: API_REQUESTS,
    unit: 'requests/s',
    needed: ({ callsPerSecond }) => callsPerSecond * (apiRequestsPerCall + socketFramesPerCall),
    raise: 'Service Quotas, apigateway, L-8A5B8E43; then `apiRequestsPerSecond` in config.ts',
    source: gateway,
  },
  {
    name: 'new WebSocket connections',
    scope: 'account',
    most: NEW_CONNECTIONS,
    unit: 'connections/s',
    needed: ({ callsPerSecond }) => callsPerSecond,
    raise: 'Service Quotas, apigateway, L-9ED1E49A',
    source: gateway,
  },
  {
    name: 'write units of the table',
    scope: 'account',
    most: 40_000,
    unit: 'units/s',
    needed: ({ callsPerSecond }) => callsPerSecond * callWriteUnits,
    raise: 'Service Quotas, dynamodb, L-AB614373; `warmThroughput` before the first busy day: a new table takes 4,000',
    source: tables,
  },
  {
    name: 'read units of the table',
    scope: 'account',
    most: 40_000,
    unit: 'units/s',
    needed: ({ callsPerSecond }) => callsPerSecond * callReadUnits,
    raise: 'Service Quotas, dynamodb, L-CF0CBE56; `warmThroughput`: a new table takes 12,000',
    source: tables,
  },
  {
    name: 'calls of one user (`USER#<n>#CALL`): write units',
    scope: 'user',
    most: PARTITION_WRITE_UNITS,
    unit: 'units/s',
    needed: (load) => ofLargestUser(load) * callHeadWriteUnits,
    raise: undefined,
    source: partitions,
  },
  {
    name: 'wallet of one user, in 16 parts: transactions',
    scope: 'user',
    most: WALLET_TRANSACTIONS,
    unit: 'transactions/s',
    needed: (load) => ofLargestUser(load) * HOLDS_AND_SETTLEMENTS,
    raise: undefined,
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html',
  },
  {
    name: 'dial queue (`DIAL_QUEUE`): write units',
    scope: 'partition',
    most: PARTITION_WRITE_UNITS,
    unit: 'units/s',
    needed: ({ callsPerSecond }) => callsPerSecond * QUEUE_ENTRY_UNITS,
    raise: undefined,
    source: partitions,
  },
  {
    name: 'dial queue (`DIAL_QUEUE`): read units while calls wait',
    scope: 'partition',
    most: PARTITION_READ_UNITS,
    unit: 'units/s',
    needed: ({ callsPerSecond }) => dialQueueReads(callsPerSecond),
    raise: undefined,
    source: partitions,
  },
  {
    name: 'live calls (`LIVE_CALLS#<n>`): write units of one partition',
    scope: 'partition',
    most: PARTITION_WRITE_UNITS,
    unit: 'units/s',
    needed: (load) => (load.callsPerSecond * LIVE_CALL_UNITS) / liveCallPartitions(callsAtOnce(load)),
    raise: undefined,
    source: partitions,
  },
  {
    name: 'due work (`DUE#<n>#<minute>`): write units of one shard, while the receiver of the largest user does not answer',
    scope: 'partition',
    most: PARTITION_WRITE_UNITS,
    unit: 'units/s',
    needed: (load) => (ofLargestUser(load) * LATE_ATTEMPTS * 2) / DUE_WORK_SHARDS,
    raise: undefined,
    source: partitions,
  },
  {
    name: 'due work: released by all workers, while the receiver of the largest user does not answer',
    scope: 'account',
    most: RELEASES_PER_WORKER * dueWorkers,
    unit: 'items/s',
    needed: (load) => ofLargestUser(load) * LATE_ATTEMPTS,
    raise: '`workers` and `memoryMb` of `schedule/release-due-work` in the manifest',
    source: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-targets.html',
  },
];
