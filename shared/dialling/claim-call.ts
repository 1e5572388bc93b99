import type { CallStore, DialClaimOutcome } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import type { DialQueueEntry } from '#shared/calls/dial-queue.ts';
import type { LiveCallSlot } from '#shared/calls/live-calls.ts';
import {
  attemptsOn,
  callsOnLine,
  LINE_LOOK_SECONDS,
  nameOfWaiter,
  type AttemptLimit,
  type CalledNumber,
  type NumberClaim,
  type NumberLines,
} from '#shared/calls/number-line.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface ClaimCallDeps {
  calls: Pick<CallStore, 'get' | 'claimDialling'>;
  numberLines: Pick<NumberLines, 'read' | 'enter'>;
  attemptLimit: AttemptLimit;
  timer: Timer;
  clock: Clock;
}

/** Why a call is not dialled now. */
export type NotNow = 'number_busy' | 'daily_limit';
type Claimed = Exclude<DialClaimOutcome, 'number_changed'> | NotNow;

/** Each round that fails was another claim of the same number. */
const MOST_ROUNDS = 4;
/** Calls that run in parallel because their user wants it. Further ones are not remembered. */
const MOST_CALLS = 20;

/** Claims a call for dialling, unless another call to its number is on the line, or its campaign may not call the number again today. */
export async function claimCall(
  { entry, call, callSlot }: { entry: DialQueueEntry; call: Call; callSlot: LiveCallSlot | undefined },
  known: CalledNumber,
  deps: ClaimCallDeps,
): Promise<Claimed> {
  let number = known;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const turn = await decideTurn(call, number, deps);
    if (typeof turn === 'string') return turn;
    const outcome = await deps.calls.claimDialling(entry, { at: deps.clock.now(), callSlot, number: turn });
    if (outcome !== 'number_changed') return outcome;
    number = await deps.numberLines.read(call.userId, call.clientPhoneNumber);
  }
  if (call.allowsParallel !== true) return 'number_busy';
  const outcome = await deps.calls.claimDialling(entry, { at: deps.clock.now(), callSlot });
  return outcome === 'number_changed' ? 'taken' : outcome;
}

async function decideTurn(call: Call, number: CalledNumber, deps: ClaimCallDeps): Promise<NumberClaim | NotNow> {
  const { id, userId, clientPhoneNumber: phoneNumber } = call;
  const live = (await callsOnLine(userId, number, deps.calls)).filter((callId) => callId !== id);
  if (live.length > 0 && call.allowsParallel !== true) return 'number_busy';
  const claim = { phoneNumber, version: number.version, calls: [...live, id].slice(-MOST_CALLS) };
  if (call.campaignId === null) return claim;
  const { most, dayOf } = deps.attemptLimit;
  const day = dayOf(phoneNumber, deps.clock.now());
  const attempts = new Set(attemptsOn(number, day)).add(id);
  if (attempts.size > (call.attemptsPerDay ?? most)) return 'daily_limit';
  return { ...claim, attempts: { day, calls: attempts } };
}

/** The call leaves the dial queue. Its message comes first: it looks after the line from then on, whatever is killed. */
export async function waitInLine(entry: DialQueueEntry, call: Call, deps: ClaimCallDeps): Promise<void> {
  const waiter = { since: deps.clock.now(), entry };
  const { userId, callId } = entry;
  const message = { userId, callId, waiter: { name: nameOfWaiter(waiter), since: waiter.since } };
  await deps.timer.afterCallSeconds(LINE_LOOK_SECONDS, 'check-call', message);
  await deps.numberLines.enter(userId, call.clientPhoneNumber, waiter);
}
