import { placeCall, type PlaceCallDeps } from '#shared/app/place-call.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { DialLine, DialPlace } from '#shared/ports/dial-line.ts';
import type { Timer } from '#shared/ports/timer.ts';

export interface TakeDialTurnDeps extends PlaceCallDeps {
  dialLine: DialLine;
  timer: Timer;
}

/** A timer is late by a second or so. Turns that were held up for longer would come all at once, and are taken anew. */
const TURN_LATE_MS = 2500;

/** A turn that meets so many calls which need none any more is given back to chance. */
const PLACES_A_TURN = 10;

/**
 * Dials a call when the carrier can take it: at once if nobody is ahead, else at the next free turn. A turn is not this
 * call's own: it serves whoever is first in the line when it comes, so that one user's many calls do not hold up another's one.
 * @throws RetryLater as `placeCall` does
 */
export async function takeDialTurn(message: QueueMessage<'place-call'>, deps: TakeDialTurnDeps): Promise<void> {
  const { userId, callId, lane, turnAt } = message;
  const now = deps.clock.now();
  if (turnAt !== undefined && now - turnAt < TURN_LATE_MS) return serveLine(message, deps);
  const turn = await deps.dialLine.takeTurn(now);
  if (turnAt === undefined) {
    if (turn <= now) {
      await placeCall(message, deps);
      return;
    }
    await deps.dialLine.enter({ userId, callId }, lane ?? 'interactive', now);
  } else if (turn <= now) {
    return serveLine(message, deps);
  }
  await deps.timer.at(turn, 'place-call', { ...message, turnAt: turn });
}

async function serveLine(message: QueueMessage<'place-call'>, deps: TakeDialTurnDeps): Promise<void> {
  for (const place of await deps.dialLine.first(PLACES_A_TURN)) {
    const isServed = await serve(place, deps);
    await deps.dialLine.leave(place, isServed);
    if (isServed) return;
  }
  // Nobody is left in the line; a crash may have lost this one's place.
  await placeCall(message, deps);
}

/** Whether the turn is used up. A call that must wait again gets a message of its own: this one may be another's. */
async function serve({ userId, callId, lane }: DialPlace, deps: TakeDialTurnDeps): Promise<boolean> {
  const message = { userId, callId, ...(lane === 'campaign' && { lane }) };
  try {
    return await placeCall(message, deps);
  } catch (error) {
    if (!(error instanceof RetryLater)) throw error;
    const delaySeconds = Math.min(900, Math.ceil(error.delaySeconds));
    await deps.queue.send('place-call', message, { groupId: String(userId), delaySeconds });
    return true;
  }
}
