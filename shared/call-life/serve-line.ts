import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import { wakePumps } from '#shared/calls/dial-queue.ts';
import {
  callsOnLine,
  LINE_LOOK_SECONDS,
  MOST_SEEN,
  nameOfWaiter,
  nameOfWaitingCall,
  type NumberLines,
  type Waiter,
} from '#shared/calls/number-line.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Metrics } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import { cancelWaitingCall, isWaiting } from './end-call.ts';

export interface ServeLineDeps {
  calls: CallStore;
  numberLines: NumberLines;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  metrics: Metrics;
}

const LONGEST_LOOK_SECONDS = 60;
/** A call waits this long for its number, in call seconds: twice the longest call, and it is not expected any more. */
const LONGEST_WAIT_SECONDS = 3_600;
/** The first one has left the line, and its claim is on its way. */
const ADMITTED_MS = 10_000;

type Turn = NonNullable<QueueMessage<'check-call'>['waiter']>;

/**
 * Looks whether a number is free, and lets the first waiter go on. Each waiter has such a message until it has left the line: a
 * process that is killed, here or at the end of the call that is on the line, delays nothing.
 * @param call one to the number: the waiter, or for a lead the call that was on the line
 */
export async function serveLine(call: Call, turn: Turn, deps: ServeLineDeps): Promise<void> {
  const { userId, clientPhoneNumber: phoneNumber } = call;
  const { number, waiting } = await deps.numberLines.look(userId, phoneNumber);
  const position = waiting.findIndex((one) => nameOfWaiter(one) === turn.name);
  const own = waiting[position];
  // Behind those that were seen it may be there or not.
  const hasLeft = own ? own.since !== turn.since : waiting.length < MOST_SEEN;
  if (hasLeft) return wakeAgain(call, turn, deps);
  if (own?.entry && (await hasGivenUp(call, own, deps))) return;
  const seconds = own ? LINE_LOOK_SECONDS * (position + 1) : LONGEST_LOOK_SECONDS;
  await lookAgain(call, turn, Math.min(LONGEST_LOOK_SECONDS, seconds), deps);
  if (number.nextUntil > deps.clock.now()) return;
  if ((await callsOnLine(userId, number, deps.calls)).length > 0) return;
  const [first] = waiting;
  if (first) await admit(call, first, deps);
}

/** Another run may have put the call back, and crashed before it woke a pump. */
async function wakeAgain(call: Call, { name }: Turn, { queue }: ServeLineDeps): Promise<void> {
  if (name === nameOfWaitingCall(call.id) && isWaiting(call)) await wakePumps(queue, 'call');
}

/** A call whose user has ended it, or that has waited for too long. */
async function hasGivenUp(call: Call, own: Waiter, deps: ServeLineDeps): Promise<boolean> {
  const key = { userId: call.userId, callId: call.id };
  const waitedMs = deps.clock.now() - own.since;
  if (isWaiting(call) && waitedMs < deps.clock.callMs(LONGEST_WAIT_SECONDS)) return false;
  if (isWaiting(call) && (await cancelWaitingCall(key, 'number_busy', deps)))
    deps.metrics.count('CallCancelled', { reason: 'number_busy' });
  await deps.numberLines.leave(call.userId, call.clientPhoneNumber, own);
  return true;
}

async function lookAgain({ userId, id: callId }: Call, waiter: Turn, seconds: number, { timer }: ServeLineDeps) {
  await timer.afterCallSeconds(seconds, 'check-call', { userId, callId, waiter });
}

async function admit(call: Call, first: Waiter, { numberLines, queue, clock }: ServeLineDeps): Promise<void> {
  const { userId, clientPhoneNumber } = call;
  // A message that is sent twice finds a lead that is due, or called.
  if (first.lead) await queue.send('dial-campaign', { userId, ...first.lead }, { groupId: String(userId) });
  const isAdmitted = await numberLines.admit(userId, clientPhoneNumber, first, clock.now() + ADMITTED_MS);
  if (isAdmitted && first.entry) await wakePumps(queue, 'call');
}
