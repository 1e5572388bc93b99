import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import type { Carrier } from '#shared/calls/carrier.ts';
import type { ConversationStore } from '#shared/conversations/conversation.ts';
import type { CarrierOf } from '#shared/numbers/carrier-account.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface CheckConversationDeps {
  calls: CallStore;
  carrier: CarrierOf<Carrier>;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  conversations: Pick<ConversationStore, 'getState'>;
}

/* The first frame or the SIP bridge was lost, or a run was killed. The call would be silent up to its time limit. */

/** Call seconds. A conversation opens within two seconds of the answer. */
const OPENING_SECONDS = 15;
const UNOPENED_LOOK_SECONDS = 90;
/** A run may have been killed between connection and conversation. */
export async function hasConversation(
  { connectionId }: Call,
  { conversations }: Pick<CheckConversationDeps, 'conversations'>,
): Promise<boolean> {
  return connectionId !== null && (await conversations.getState(connectionId)) !== undefined;
}

/** Returns the seconds until the watchdog looks again; undefined if it need not. */
export async function checkConversation(
  call: Call,
  waitedSeconds: number,
  deps: CheckConversationDeps,
): Promise<number | undefined> {
  const { status, answeredAt } = call;
  const isAnswered = status === 'in-progress' && answeredAt !== null;
  const isOpening = isAnswered && deps.clock.now() - answeredAt <= deps.clock.callMs(OPENING_SECONDS);
  if (await hasConversation(call, deps)) return undefined;
  if (isAnswered && !isOpening) await endUnopened(call, deps);
  if (waitedSeconds < UNOPENED_LOOK_SECONDS) return UNOPENED_LOOK_SECONDS - waitedSeconds;
  return isOpening ? OPENING_SECONDS : undefined;
}

export async function checkNextConnection(call: Call, connection: number, deps: CheckConversationDeps): Promise<void> {
  const { status, connections = 0 } = call;
  // A later connection has its own look.
  if (status !== 'in-progress' || connections > connection) return;
  if (connections === connection && (await hasConversation(call, deps))) return;
  await endUnopened(call, deps);
}

async function endUnopened(
  { userId, id: callId, carrierAccount, carrierCallId }: Call,
  { calls, carrier, logger, metrics }: CheckConversationDeps,
): Promise<void> {
  if (carrierCallId === null) return;
  const key: CallKey = { userId, callId };
  metrics.count('ConversationFailed', { code: 'not_opened' });
  logger.error('call without conversation', { ...key });
  await calls.recordEndedBy(key, 'assistant', 'not_opened');
  await carrier(carrierAccount).hangUp(carrierCallId);
}
