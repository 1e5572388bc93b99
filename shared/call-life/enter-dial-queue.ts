import type { Call } from '#shared/calls/call.ts';
import type { DialQueue, DialQueueEntry, DialState } from '#shared/calls/dial-queue.ts';
import { accountsOf, dialIntervalMs, rateOf, waitSeconds, type DialWait } from '#shared/calls/dial-rate.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { Logger } from '#shared/platform/observability/telemetry.ts';

export interface EnterDialQueueDeps {
  dialQueue: DialQueue;
  waitingCallsPerUser: number;
  clock: Clock;
  logger: Logger;
}

/** @throws AppError too_many_waiting if the user has as many waiting calls as allowed */
export async function enterDialQueue(
  { userId, id, carrierAccount }: Call,
  state: DialState,
  deps: EnterDialQueueDeps,
): Promise<DialQueueEntry> {
  const { dialQueue, clock, waitingCallsPerUser: longest } = deps;
  const priority = 'interactive';
  const fairnessRound = await dialQueue.drawRound({ userId, carrierAccount, priority, longest }, state, clock.now());
  if (fairnessRound !== 'full') return { userId, callId: id, carrierAccount, priority, fairnessRound };
  const retryAfterSeconds = Math.max(1, Math.ceil(dialIntervalMs(rateOf(dialQueue.rate, carrierAccount)) / 1000));
  throw new AppError('too_many_waiting', { retryAfterSeconds });
}

/** A hint for the client: without it, the call is accepted all the same. Undefined also if the call is dialled at once. */
export async function estimateWait(
  entry: DialQueueEntry,
  state: DialState,
  { dialQueue, clock, logger }: EnterDialQueueDeps,
): Promise<DialWait | undefined> {
  const ahead = await dialQueue.countAhead(entry, state).catch((error: unknown) => {
    logger.warn('the calls ahead cannot be counted', { userId: entry.userId, callId: entry.callId, error });
  });
  if (ahead === undefined) return undefined;
  const rate = rateOf(dialQueue.rate, entry.carrierAccount);
  const estimatedSeconds = waitSeconds(ahead, state.nextAt - clock.now(), rate);
  return estimatedSeconds === 0 ? undefined : { queuePosition: ahead + 1, estimatedSeconds };
}

/** Of all accounts, as the number that calls is not known yet. */
export async function dialStates({ dialQueue }: EnterDialQueueDeps): Promise<ReadonlyMap<string, DialState>> {
  const accounts = accountsOf(dialQueue.rate);
  const states = await Promise.all(accounts.map(async (name) => [name, await dialQueue.readState(name)] as const));
  return new Map(states);
}
