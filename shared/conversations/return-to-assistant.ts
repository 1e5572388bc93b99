import type { CallStore } from '#shared/calls/call-store.ts';
import type { Call } from '#shared/calls/call.ts';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { instructConversation, type InstructConversationDeps } from '#shared/conversations/instruct-conversation.ts';
import type { Clock } from '#shared/platform/clock.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';

export interface ReturnDeps extends InstructConversationDeps {
  calls: Pick<CallStore, 'getConfiguration'>;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** The carrier connects a call again within 3 s. On the local stack calls run faster than real time, and the machine does not. */
const NEXT_CONNECTION_SECONDS = 30;

export async function watchNextConnection(
  { userId, id: callId }: Call,
  connection: number,
  { timer }: Pick<ReturnDeps, 'timer'>,
): Promise<void> {
  await timer.afterCallSeconds(NEXT_CONNECTION_SECONDS, 'check-call', { userId, callId, connection });
}

/** A customer whom no human has taken is never dropped: the carrier says the first words, and the assistant goes on. */
export async function returnToAssistant(call: Call, deps: ReturnDeps): Promise<string> {
  const { userId, id: callId, carrierCallId, connections = 0 } = call;
  const configuration = await deps.calls.getConfiguration({ userId, callId });
  if (carrierCallId === null || !configuration) return deps.instructions.hangUp();
  await watchNextConnection(call, connections + 1, deps);
  const firstWords = phrasesFor(configuration.assistant.languageId).apology;
  const instruction = { carrierCallId, connectionNumber: connections, isGreeted: true, firstWords };
  return (await instructConversation(call, configuration, instruction, deps)) ?? deps.instructions.hangUp();
}
