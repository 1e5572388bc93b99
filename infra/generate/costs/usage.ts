import type { Alarm } from '#infra/cloud/alarms/alarm.ts';
import { alarms } from '#infra/cloud/alarms/alarms.ts';
import { canaryAlarm } from '#infra/cloud/alarms/canary-alarm.ts';
import { callReadUnits, callWriteUnits } from '#infra/cloud/call-units/life-cycle.ts';
import { CLAUSES, keptBytes, MINUTES, TURNS } from '#infra/cloud/call-units/typical-call.ts';
import { capacityOf } from '#infra/cloud/stage/capacity.ts';
import { carrierAccountsOf, stages, type StageConfig } from '#infra/cloud/stage/config.ts';
import type { ScheduleRow } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { secretNames } from '#shared/platform/secrets.ts';

/** The invocations that one call causes, and the seconds that each takes. */
export const invocations: ReadonlyArray<{ id: string; times: number; seconds: number }> = [
  { id: 'authorizer/bearer-token', times: 1, seconds: 0.03 },
  { id: 'calls/make-call', times: 1, seconds: 0.08 },
  { id: 'queue/dial-calls', times: 1, seconds: 0.4 },
  { id: 'carrier/twilio-call-status', times: 4, seconds: 0.04 },
  { id: 'carrier/twilio-call-answered', times: 1, seconds: 0.05 },
  { id: 'carrier/twilio-answering-machine', times: 1, seconds: 0.04 },
  { id: 'carrier/twilio-conversation-ended', times: 1, seconds: 0.05 },
  { id: 'socket/connect', times: 1, seconds: 0.03 },
  // The setup frame and the piece of the greeting; in each turn two speaker events of each side, and the pieces that were played.
  { id: 'socket/message', times: 2 + (4 + CLAUSES) * TURNS, seconds: 0.05 },
  // The prompt: the function runs until the model has answered.
  { id: 'socket/message', times: TURNS, seconds: 2.5 },
  { id: 'socket/disconnect', times: 1, seconds: 0.04 },
  { id: 'queue/continue-conversation', times: TURNS + 1, seconds: 0.04 },
  { id: 'queue/check-call', times: 3, seconds: 0.1 },
  { id: 'queue/finish-call', times: 1, seconds: 3 },
  { id: 'queue/deliver-webhook', times: 1, seconds: 0.4 },
];

const HOURS = 730;
const MONTH_MINUTES = HOURS * 60;
/** Lambda polls each queue with at least five connections; each poll waits 20 s for a message. */
const EMPTY_ANSWERS = 5 * 3;
/** Sending, receiving, deleting. */
const REQUESTS_PER_MESSAGE = 3;
const MESSAGES = TURNS + 1 + 3 + 3;
/** START, END and REPORT of Lambda, and one line of ours. */
const LOG_BYTES = 1000;
/** CloudWatch charges a metric for the hours in which it is written, once with and once without its dimension. */
const METRICS_IN_USE = 40;
const GB = 1024 ** 3;
/** The storage after a year in which no call is deleted. */
const KEPT_MONTHS = 12;

const memoryGb = (id: string) => (manifest.find((row) => row.id === id)?.memoryMb ?? 0) / 1024;
const perCall = invocations.reduce(
  (sum, { id, times, seconds }) => ({
    times: sum.times + times,
    gbSeconds: sum.gbSeconds + times * seconds * memoryGb(id),
  }),
  { times: 0, gbSeconds: 0 },
);
const scheduleRows = manifest.filter((row) => row.kind === 'schedule');
export const SCHEDULE_SECONDS = 0.1;
/** DynamoDB asks KMS for the key of the table once in five minutes for each role that uses it; AWS charges those requests. */
const KEY_REQUESTS_PER_ROLE = HOURS * 12;
const queues = manifest.filter((row) => row.kind === 'queue').length;

/** Executions of Lambda at once, for each new call a second. */
export const executionSecondsPerCall = invocations.reduce((sum, { times, seconds }) => sum + times * seconds, 0);
/** One request of the client and seven callbacks. */
export const apiRequestsPerCall = 8;
/**
 * Inbound: setup and the played greeting, and in each turn the prompt, four speaker events and what was played of each clause.
 * Outbound: the clauses. Of up to 32 KB each.
 */
export const socketFramesPerCall = 2 + 5 * TURNS + 2 * CLAUSES * TURNS;

/** `watch-queues.ts` reads each queue and its dead-letter queue. */
const WATCH_EVERY_MINUTES = 5;

const metricsOf = (some: ReadonlyArray<Pick<Alarm, 'metrics'>>) =>
  some.reduce((sum, { metrics }) => sum + metrics.length, 0);
const canaries = manifest.filter(({ canary }) => canary).map((row) => canaryAlarm(row, ''));

/** A month's usage in the units that AWS charges. */
export function monthlyUsage(calls: number, config: StageConfig = stages.production) {
  const { scheduleWorkers } = capacityOf(config);
  const workersOf = ({ workers = 1 }: ScheduleRow) => Math.min(workers, scheduleWorkers);
  const runs = scheduleRows.reduce((sum, row) => sum + (workersOf(row) * MONTH_MINUTES) / row.everyMinutes, 0);
  const scheduleGb = scheduleRows.reduce((sum, row) => sum + (workersOf(row) * memoryGb(row.id)) / row.everyMinutes, 0);
  // Of each of the eight shards of due work a cursor and three minutes, and of eight of running campaigns, however many workers share them.
  const looks = 48 * MONTH_MINUTES;
  const roles = scheduleRows.length + (calls === 0 ? 0 : invocations.length);
  const requests = calls * perCall.times + runs;
  const keptGb = (calls * KEPT_MONTHS * keptBytes) / GB;
  const logGb = (requests * LOG_BYTES) / GB;
  return {
    tableWriteUnits: calls * callWriteUnits + runs,
    tableReadUnits: calls * callReadUnits + looks,
    tableGb: keptGb,
    tableBackupGb: keptGb,
    functionRequests: requests,
    functionGbSeconds: calls * perCall.gbSeconds + MONTH_MINUTES * SCHEDULE_SECONDS * scheduleGb,
    httpRequests: calls * apiRequestsPerCall,
    socketMessages: calls * socketFramesPerCall,
    socketConnectionMinutes: calls * MINUTES,
    queueRequests:
      calls * MESSAGES * REQUESTS_PER_MESSAGE + MONTH_MINUTES * queues * (EMPTY_ANSWERS + 2 / WATCH_EVERY_MINUTES),
    // Each warm instance keeps a secret for five minutes.
    secretReads: Math.min(calls * 4, HOURS * 12 * 20),
    keyRequests: Math.min(calls * perCall.times + runs, roles * KEY_REQUESTS_PER_ROLE),
    secret: secretNames.length + carrierAccountsOf(config).length,
    logIngestion: logGb,
    logGb: logGb * 6,
    metric: calls === 0 ? 0 : METRICS_IN_USE,
    alarmMetric: (config.alarms ? metricsOf(alarms) : 0) + (config.canary ? metricsOf(canaries) : 0),
    dashboard: config.alarms ? 1 : 0,
  };
}

export type Usage = ReturnType<typeof monthlyUsage>;
