import { MINUTES, TURNS } from '#infra/cloud/call-units/typical-call.ts';
import { apiRequestsFor, capacityOf } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { concurrencyFor } from '#infra/generate/limits/capacity-report.ts';
import {
  API_REQUESTS,
  dialQueueReads,
  LATE_ATTEMPTS,
  liveCallPartitions,
  NEW_CONNECTIONS,
  PARTITION_READ_UNITS,
  PARTITION_WRITE_UNITS,
} from '#infra/generate/limits/limits.ts';
import { createLoadMeter } from '#infra/generate/limits/load-meter.ts';
import { contendForParts } from '#infra/generate/limits/wallet-contention.ts';
import { MAX_PARTS } from '#shared/accounts/wallet-parts.ts';
import { DUE_WORK_SHARDS } from '#shared/platform/timer/dynamodb-due-work-store.ts';

export interface SimulationInput {
  callsPerSecond: number;
  /** The largest user's share of the calls. */
  largestUser: number;
  /** The carrier's pace. */
  dialsPerSecond: number;
  seconds: number;
  random: () => number;
}

interface Measure {
  what: string;
  /** In the busiest second after the first calls have ended. */
  most: number;
  limit: number;
}

interface SimulationResult {
  callsAtOnce: number;
  measures: Measure[];
  /** Of wallet transactions. */
  conflicts: { attempts: number; transactions: number; failures: number };
  /** Seconds from the acceptance to the dial, and from the end of a call to its settlement, at the 99th percentile. */
  dialWait: number;
  finishWait: number;
}

const CALL_SECONDS = MINUTES * 60;
const SPREAD = 0.5;
const EVALUATION_SECONDS = 3;
const SETTLING_SECONDS = 2;
const ANSWER_SECONDS = 2.5;
const FRAME_SECONDS = 0.05;

/**
 * The life of calls as events: they arrive at random, wait for the carrier's pace, ring, speak, end and are settled by a capped number
 * of workers; the wallet of the largest user conflicts as in AWS. Each event adds its units and executions to the second it is in.
 */
export function simulateCalls(input: SimulationInput): SimulationResult {
  const { callsPerSecond, dialsPerSecond, seconds, random } = input;
  const partitions = liveCallPartitions(callsPerSecond * CALL_SECONDS);
  const run: Run = { ...input, partitions, meter: createLoadMeter(seconds), ends: [], dialWaits: [], walletTimes: [] };
  let nextDial = 0;
  for (let at = exponential(1 / callsPerSecond, random); at < seconds; at += exponential(1 / callsPerSecond, random)) {
    // The pump serves the queue at the carrier's rate.
    const dialledAt = Math.max(at + 0.1, nextDial);
    nextDial = dialledAt + 1 / dialsPerSecond;
    run.dialWaits.push(dialledAt - at);
    live(run, at, dialledAt);
  }
  const { workersAtOnce, ...set } = settings(callsPerSecond);
  const finishWaits = finish(run.meter, run.ends, workersAtOnce);
  return {
    callsAtOnce: run.meter.most('live calls'),
    measures: measuresOf(run, set),
    conflicts: contendForParts(run.walletTimes, MAX_PARTS, random),
    dialWait: percentile(run.dialWaits, 0.99),
    finishWait: percentile(finishWaits, 0.99),
  };
}

interface Run extends SimulationInput {
  meter: Meter;
  /** Of live calls. */
  partitions: number;
  /** When calls are to be finished. */
  ends: number[];
  dialWaits: number[];
  /** The holds and settlements of the largest user. */
  walletTimes: number[];
}

const liveCallsIn = (partition: number) => `live calls, write units, ${partition}`;
const dueWorkIn = (shard: number) => `due work, write units, ${shard}`;

/** One call, from its acceptance to the message that finishes it. */
function live({ meter, ends, walletTimes, largestUser, partitions, random }: Run, at: number, dialledAt: number): void {
  const isLarge = random() < largestUser;
  const heads = isLarge ? 'calls of the largest user, write units' : 'calls of others, write units';
  const write = (when: number, units: number) => meter.count(heads, when, units);
  meter.run('executions, API', at, 0.11);
  meter.count('requests to API Gateway', at, 1);
  write(at, 2);
  meter.count('dial queue, write units', at, 2);
  meter.run('executions, workers', dialledAt, 0.4);
  meter.count('dial queue, write units', dialledAt, 2);
  const liveCalls = liveCallsIn(Math.floor(random() * partitions));
  meter.count(liveCalls, dialledAt, 2);
  write(dialledAt, 4);
  const answeredAt = dialledAt + 2 + exponential(8, random);
  for (const when of [dialledAt + 1, answeredAt, answeredAt + 0.1, answeredAt + 3]) {
    meter.run('executions, API', when, 0.045);
    meter.count('requests to API Gateway', when, 1);
    write(when, 1);
  }
  meter.count('new connections', answeredAt, 1);
  const talked = CALL_SECONDS * Math.exp(SPREAD * normal(random) - SPREAD ** 2 / 2);
  converse(meter, answeredAt, talked, random);
  const endedAt = answeredAt + talked;
  meter.hold('live calls', dialledAt, endedAt);
  meter.count('requests to API Gateway', endedAt, 3);
  meter.run('executions, API', endedAt, 0.1);
  write(endedAt, 2);
  write(endedAt + SETTLING_SECONDS + EVALUATION_SECONDS, 2);
  meter.count(liveCalls, endedAt, 1);
  // The receiver of the largest user is away: each second has the late attempts of calls that ended up to days ago.
  if (isLarge)
    for (let attempt = 0; attempt < 2 * LATE_ATTEMPTS; attempt += 1)
      meter.count(dueWorkIn(Math.floor(random() * DUE_WORK_SHARDS)), endedAt, 1);
  ends.push(endedAt + SETTLING_SECONDS);
  if (isLarge) walletTimes.push(at, endedAt + SETTLING_SECONDS + EVALUATION_SECONDS);
}

function measuresOf(
  { meter, callsPerSecond, partitions }: Run,
  { account, requests }: { account: number; requests: number },
): Measure[] {
  const share = (what: string, limit: number): Measure => ({ what, most: meter.most(what), limit });
  const executions = ['API', 'workers', 'conversations'].map((one) => meter.most(`executions, ${one}`));
  const ofBusiest = (nameOf: (shard: number) => string) =>
    Math.max(...Array.from({ length: Math.max(partitions, DUE_WORK_SHARDS) }, (_, one) => meter.most(nameOf(one))));
  return [
    share('calls of the largest user, write units', PARTITION_WRITE_UNITS),
    share('dial queue, write units', PARTITION_WRITE_UNITS),
    { what: 'dial queue, read units', most: dialQueueReads(callsPerSecond), limit: PARTITION_READ_UNITS },
    { what: 'live calls, write units of a partition', most: ofBusiest(liveCallsIn), limit: PARTITION_WRITE_UNITS },
    { what: 'due work, write units of a shard', most: ofBusiest(dueWorkIn), limit: PARTITION_WRITE_UNITS },
    share('executions, conversations', account * 0.4),
    { what: 'executions, all', most: executions.reduce((sum, one) => sum + one, 0), limit: account },
    share('requests to API Gateway', requests),
    share('new connections', NEW_CONNECTIONS),
  ];
}

/** What the report says to set for these calls. */
function settings(callsPerSecond: number) {
  const callsAtOnce = Math.ceil(callsPerSecond * CALL_SECONDS);
  const requests = Math.max(API_REQUESTS, apiRequestsFor(callsAtOnce));
  const account = concurrencyFor(callsAtOnce, requests);
  if (account === undefined) throw new Error(`no account holds ${callsAtOnce} calls`);
  const { workersAtOnce } = capacityOf({ ...stages.production, accountConcurrency: account });
  return { account, requests, workersAtOnce: workersAtOnce['finish-call'] };
}

type Meter = ReturnType<typeof createLoadMeter>;

/** Frames of both sides, and the prompts, during which a function runs until the model has answered. */
function converse(meter: Meter, answeredAt: number, talked: number, random: () => number): void {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const at = answeredAt + ((turn + random()) / TURNS) * talked;
    meter.run('executions, conversations', at, ANSWER_SECONDS);
    for (let event = 0; event < 4; event += 1) meter.run('executions, conversations', at + event, FRAME_SECONDS);
    // Five frames in, three clauses out.
    for (let frame = 0; frame < 8; frame += 1) meter.count('requests to API Gateway', at + frame / 2, 1);
  }
}

/** `finish-call` takes 3 s, by a capped number of workers, in the order of the ends. Returns how long each call waited. */
function finish(meter: Meter, ends: number[], workers: number): number[] {
  const free = new Float64Array(workers);
  return ends
    .toSorted((one, other) => one - other)
    .map((at, index) => {
      // Each takes as long as the others: the first to begin is the first to be free.
      const next = index % workers;
      const startsAt = Math.max(at, free[next] ?? 0);
      free[next] = startsAt + EVALUATION_SECONDS;
      meter.run('executions, workers', startsAt, EVALUATION_SECONDS);
      return startsAt - at;
    });
}

function exponential(mean: number, random: () => number): number {
  return -mean * Math.log(1 - random());
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? 0;
}
