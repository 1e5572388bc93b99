import { MINUTES } from '#infra/cloud/call-units/typical-call.ts';
import { capacityOf, type Capacity } from '#infra/cloud/stage/capacity.ts';
import { stages } from '#infra/cloud/stage/config.ts';
import { invocations, SCHEDULE_SECONDS } from '#infra/generate/costs/usage.ts';
import { scheduleRows } from '#shared/manifest/manifest.ts';

/** What runs beside the conversations. Each is as much as the settings of the stage let it be, all the time. */
export interface Beside {
  /** The schedules of a minute, at its beginning. */
  schedules?: boolean;
  /** Receivers of webhooks do not answer. */
  hangingReceivers?: boolean;
  /** Requests wait for the outcome of their SMS. */
  waitingSms?: boolean;
  /** Calls are finished: their evaluation asks a model. */
  finishingCalls?: boolean;
}

interface ThrottlingInput {
  accountConcurrency: number;
  calls: number;
  beside: Beside;
  frames: number;
  random: () => number;
  capacity?: Pick<
    Capacity,
    'reservedConcurrency' | 'workersAtOnce' | 'scheduleWorkers' | 'smsWaitingAtOnce' | 'oneWaitsForReceivers'
  >;
}

interface Execution {
  at: number;
  seconds: number;
  isFrame: boolean;
}

const CALL_SECONDS = MINUTES * 60;
/** Of one call, by the figures of `npm run costs`: the socket's prompts run until the model has answered, its other frames are short. */
const ofSocket = invocations.filter(({ id }) => id.startsWith('socket/'));
const others = invocations.filter(({ id }) => !id.startsWith('socket/'));
const prompt = ofSocket.reduce((longest, one) => (one.seconds > longest.seconds ? one : longest));
const short = ofSocket.filter((one) => one !== prompt);
const framesOfCall = ofSocket.reduce((sum, { times: count }) => sum + count, 0);
/** The short frames of a turn come in this time, while the customer speaks and the answer is played. */
const TURN_SECONDS = 10;
/** The owner of the dial queue: calls wait for a carrier that takes one a second. */
const PUMP = 1;
/** An endpoint that was quick is found to hang by a worker, which waits for it, once an hour: it is slow from then on. */
const FOUND_HANGING = { everySeconds: 3600, seconds: 15 };

/** The share of the carrier's frames that Lambda refuses: each is lost speech. */
export function throttledShare(input: ThrottlingInput): number {
  const capacity = input.capacity ?? capacityOf({ ...stages.production, accountConcurrency: input.accountConcurrency });
  const { reservedConcurrency } = capacity;
  const reserved = reservedConcurrency['socket/message'];
  const others = Object.values(reservedConcurrency).reduce((sum, one) => sum + one, 0);
  const room = reserved ?? input.accountConcurrency - others - heldBy(input.beside, capacity);
  const seconds = (input.frames * CALL_SECONDS) / (input.calls * framesOfCall);
  const executions = [
    ...framesOf(input, seconds),
    // What is reserved for conversations, nothing else takes.
    ...(reserved === undefined ? [...besideFrames(input, seconds), ...schedulesOf(input, capacity, seconds)] : []),
  ].toSorted((one, other) => one.at - other.at);
  return refusedShare(executions, room);
}

/** Executions that are never free. */
function heldBy(beside: Beside, capacity: NonNullable<ThrottlingInput['capacity']>): number {
  const { workersAtOnce, smsWaitingAtOnce = 0, oneWaitsForReceivers } = capacity;
  const hanging = oneWaitsForReceivers ? 1 : workersAtOnce['deliver-slow-webhook'] + workersAtOnce['deliver-webhook'];
  return (
    PUMP +
    (beside.hangingReceivers ? hanging : 0) +
    (beside.waitingSms ? smsWaitingAtOnce : 0) +
    (beside.finishingCalls ? workersAtOnce['finish-call'] : 0)
  );
}

function framesOf({ calls, random }: ThrottlingInput, seconds: number): Execution[] {
  return times(seconds, (calls * prompt.times) / CALL_SECONDS, random).flatMap((at) => [
    { at, seconds: prompt.seconds, isFrame: true },
    ...short.flatMap((one) =>
      Array.from({ length: atRandom(one.times / prompt.times, random) }, () => ({
        at: at + random() * TURN_SECONDS,
        seconds: one.seconds,
        isFrame: true,
      })),
    ),
  ]);
}

/** A whole number, whose mean is this one. */
const atRandom = (mean: number, random: () => number) => Math.floor(mean + random());

function besideFrames({ calls, beside, random }: ThrottlingInput, seconds: number): Execution[] {
  const found = beside.hangingReceivers ? times(seconds, 1 / FOUND_HANGING.everySeconds, random) : [];
  return [
    ...others
      .filter(({ id }) => id !== 'queue/finish-call' || !beside.finishingCalls)
      .flatMap((one) =>
        times(seconds, (calls * one.times) / CALL_SECONDS, random).map((at) => ({
          at,
          seconds: one.seconds,
          isFrame: false,
        })),
      ),
    ...found.map((at) => ({ at, seconds: FOUND_HANGING.seconds, isFrame: false })),
  ];
}

function schedulesOf(
  { beside }: ThrottlingInput,
  { scheduleWorkers }: Pick<Capacity, 'scheduleWorkers'>,
  seconds: number,
) {
  if (!beside.schedules) return [];
  return scheduleRows.flatMap(({ everyMinutes, workers = 1 }) =>
    Array.from({ length: Math.floor(seconds / (60 * everyMinutes)) }, (_, run) => run * 60 * everyMinutes).flatMap(
      (at) =>
        Array.from({ length: Math.min(workers, scheduleWorkers) }, () => ({
          at,
          seconds: SCHEDULE_SECONDS,
          isFrame: false,
        })),
    ),
  );
}

/** Times at random, `rate` of them a second. */
function times(seconds: number, rate: number, random: () => number): number[] {
  const found: number[] = [];
  for (let at = -Math.log(1 - random()) / rate; at < seconds; at -= Math.log(1 - random()) / rate) found.push(at);
  return found;
}

/** Lambda refuses what arrives while all executions run. */
function refusedShare(executions: readonly Execution[], room: number): number {
  // Of one duration, the first to begin is the first to end.
  const lines = new Map<number, { ends: number[]; done: number }>();
  let running = 0;
  let all = 0;
  let refused = 0;
  for (const { at, seconds, isFrame } of executions) {
    for (const line of lines.values()) {
      for (; (line.ends[line.done] ?? Infinity) <= at; line.done += 1) running -= 1;
    }
    if (isFrame) all += 1;
    if (running < room) {
      const line = lines.get(seconds) ?? { ends: [], done: 0 };
      lines.set(seconds, line);
      line.ends.push(at + seconds);
      running += 1;
    } else if (isFrame) refused += 1;
  }
  return refused / all;
}
