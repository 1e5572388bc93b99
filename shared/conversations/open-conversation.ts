import { parseCallReference } from '#shared/calls/call-token.ts';
import type { Call } from '#shared/calls/call.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { newConversationState, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { buildScript, goodbyeAfterSeconds } from '#shared/conversations/script.ts';
import { startSilenceTimer } from '#shared/conversations/silence.ts';

export interface OpenConversationInput {
  connectionId: string;
  carrierCallId: string;
  /** `<user id>.<call id>`, from the call instructions. */
  call: string;
  /** Proves that the call instructions came from the service. */
  token: string;
  /** When the `setup` frame arrived, epoch milliseconds. */
  at: number;
}

type OpenConversationDeps = Pick<
  ConversationDeps,
  'conversations' | 'socket' | 'calls' | 'timer' | 'clock' | 'logger' | 'metrics' | 'isTokenOfCall'
>;

const FALLBACK_LOCALE = 'en-US';

/**
 * Opens the conversation of a call that the carrier has connected, and sets its timers. If the token is not valid for the call, or
 * the call is over, ends the session instead.
 */
export async function openConversation(input: OpenConversationInput, deps: OpenConversationDeps): Promise<void> {
  const key = parseCallReference(input.call);
  if (!key || !(await deps.isTokenOfCall(input.token, key, input.carrierCallId))) return refuse(input, 'token', deps);
  const [call, configuration] = await Promise.all([deps.calls.get(key), deps.calls.getConfiguration(key)]);
  if (!call || !configuration) return refuse(input, 'unknown_call', deps);

  const locale = findLanguage(configuration.assistant.languageId)?.locale ?? FALLBACK_LOCALE;
  const script = buildScript({ call, configuration, locale, now: call.answeredAt ?? call.createdAt });
  const state = newConversationState(input.connectionId, key, script, input.at);
  await deps.conversations.open(state, script);
  const bound = await bindCall(call, input, deps);
  // An answering machine may have been detected before the conversation was open.
  if (!bound || bound.endedBy === 'assistant') return refuse(input, 'call_is_over', deps);
  await Promise.all([setGoodbye(input.connectionId, call.allowedSeconds, deps), startSilenceTimer(state, deps)]);
}

/** Stores the connection in the call. It proves that the call was answered, also when the carrier's status callback is late. */
async function bindCall(
  call: Call,
  { connectionId, at }: OpenConversationInput,
  { calls, clock }: OpenConversationDeps,
) {
  const key = { userId: call.userId, callId: call.id };
  return (
    (await calls.change(key, { connectionId }, clock.now(), ['in-progress'])) ??
    (await calls.change(key, { connectionId, status: 'in-progress', answeredAt: at }, clock.now(), [
      'initiated',
      'ringing',
    ]))
  );
}

/** Sets the timer that ends the call shortly before its maximum duration. */
async function setGoodbye(connectionId: string, allowedSeconds: number, deps: OpenConversationDeps): Promise<void> {
  const seconds = goodbyeAfterSeconds(allowedSeconds, deps.timer.latenessSeconds);
  if (seconds === undefined) return;
  const message = { connectionId, generation: 0, timer: 'goodbye', silentSeconds: 0 } as const;
  await deps.timer.afterCallSeconds(seconds, 'continue-conversation', message);
}

async function refuse(
  { connectionId }: OpenConversationInput,
  reason: string,
  { metrics, logger, socket }: OpenConversationDeps,
): Promise<void> {
  metrics.count('ConversationRefused', { reason });
  logger.warn('conversation rejected', { connectionId, reason });
  await socket.send(connectionId, { type: 'end' });
}
