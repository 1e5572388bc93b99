import { parseCallReference } from '#shared/calls/call-token.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { findLanguage } from '#shared/catalog/languages.ts';
import { newConversationState, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { buildScript, goodbyeAfterSeconds } from '#shared/conversations/script.ts';
import { startSilenceTimer } from '#shared/conversations/silence.ts';

export interface OpenConversationInput {
  connectionId: string;
  carrierCallId: string;
  /** `user.call`, as the carrier was told when the call was answered. */
  call: string;
  token: string;
  at: number;
}

export interface OpenConversationDeps extends ConversationDeps {
  isTokenOfCall: (token: string, key: CallKey, carrierCallId: string) => Promise<boolean>;
}

const FALLBACK_LOCALE = 'en-US';

/**
 * The carrier has connected a call: if it brings the token of that call, the conversation is opened with what the call was
 * started with, and its timers are set. Any other connection is closed politely.
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
  // A voicemail may have been recognised before there was a conversation.
  if (!bound || bound.endedBy === 'assistant') return refuse(input, 'call_is_over', deps);
  await Promise.all([setGoodbye(input.connectionId, call.allowedSeconds, deps), startSilenceTimer(state, deps)]);
}

/** The conversation is evidence that the call was answered, should the carrier's own word be late. */
async function bindCall(call: Call, { connectionId, at }: OpenConversationInput, { calls, clock }: ConversationDeps) {
  const key = { userId: call.userId, callId: call.id };
  return (
    (await calls.change(key, { connectionId }, clock.now(), ['in-progress'])) ??
    (await calls.change(key, { connectionId, status: 'in-progress', answeredAt: at }, clock.now(), [
      'initiated',
      'ringing',
    ]))
  );
}

async function setGoodbye(connectionId: string, allowedSeconds: number, deps: OpenConversationDeps): Promise<void> {
  const seconds = goodbyeAfterSeconds(allowedSeconds, deps.timer.latenessSeconds);
  if (seconds === undefined) return;
  const message = { connectionId, generation: 0, timer: 'goodbye', silentSeconds: 0 } as const;
  await deps.timer.afterCallSeconds(seconds, 'continue-conversation', message);
}

async function refuse(
  { connectionId }: OpenConversationInput,
  reason: string,
  { metrics, logger, socket }: ConversationDeps,
): Promise<void> {
  metrics.count('ConversationRefused', { reason });
  logger.warn('conversation rejected', { connectionId, reason });
  await socket.send(connectionId, { type: 'end' });
}
