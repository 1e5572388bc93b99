import type { Assistant } from '#shared/assistants/assistant.ts';
import { parseCallReference } from '#shared/calls/call-token.ts';
import type { Call, CallConfiguration, CallKey } from '#shared/calls/call.ts';
import { languageOf } from '#shared/catalog/languages.ts';
import { findVoice } from '#shared/catalog/use-voices.ts';
import type { VoiceStore } from '#shared/catalog/voices.ts';
import { newConversationState, type ConversationScript } from '#shared/conversations/conversation.ts';
import { buildScript, goodbyeAfterSeconds } from '#shared/conversations/script.ts';
import type { RealtimeDeps, RealtimeCalls } from '#shared/realtime/realtime-calls.ts';
import { startRealtimeSilenceTimer } from '#shared/realtime/realtime-events.ts';

export interface ReceiveRealtimeCallInput {
  realtimeCallId: string;
  /** What the call says of itself, in headers that anybody could have written. */
  call: string;
  token: string;
}

export interface ReceiveRealtimeCallDeps extends RealtimeDeps {
  realtime: RealtimeCalls;
  voices: VoiceStore;
  isBridgeToken: (token: string, key: CallKey, carrierCallId: string) => Promise<boolean>;
  /** Where the model ends this call. */
  toolsOf: (key: CallKey, realtimeCallId: string) => Promise<{ url: string; token: string }>;
}

/** Call seconds in which the carrier has found out who picked up, or given up. */
const VERDICT_SECONDS = 7;

type Refusal = 'token' | 'unknown_call' | 'call_is_over' | 'another_call' | 'model';

/**
 * The carrier has bridged a call to the speech model, and the model asks whether to take it. It does if the call brings the
 * token of a call of ours that is live and waits for it; then the greeting and the timers are set. Safe to run again: one
 * call is offered once, and news that comes twice finds it taken.
 */
export async function receiveRealtimeCall(
  input: ReceiveRealtimeCallInput,
  deps: ReceiveRealtimeCallDeps,
): Promise<'accepted' | 'rejected'> {
  const found = await findOffered(input, deps);
  if (typeof found === 'string') return refuse(input, found, deps);
  const { call, configuration, carrierCallId } = found;
  const { realtimeCallId } = input;
  const key = { userId: call.userId, callId: call.id };
  const bound = await bind(call, carrierCallId, input, deps);
  if (!bound || bound.endedBy !== null) return refuse(input, 'call_is_over', deps);

  const { assistant } = configuration;
  const language = languageOf(assistant.languageId);
  const now = bound.answeredAt ?? bound.createdAt;
  const script = buildScript({ call: bound, configuration, locale: language.locale, now });
  // The log holds what was heard, the greeting too, so that the script of the log has none.
  const logged = { ...script, greeting: null };
  const state = newConversationState(carrierCallId, key, logged, deps.clock.now());
  await deps.conversations.open(state, logged);
  const [voice, tools] = await Promise.all([findVoice(assistant, deps.voices), deps.toolsOf(key, realtimeCallId)]);
  const waits = waitsForVerdict(bound, assistant);
  // A customer's «Hello?» is no turn to answer before the greeting.
  const isMuted = waits || script.greeting !== null;
  const outcome = await deps.realtime.accept(realtimeCallId, { assistant, voice, language, script, tools, isMuted });
  // An earlier run has taken the call, and may have died before it began.
  const isTaken = outcome === 'accepted' || call.realtimeCallId === realtimeCallId;
  if (!isTaken) return refuse(input, 'model', deps);

  await scheduleSessions(bound, { realtimeCallId, script, openedAt: state.openedAt, isMuted, waits }, deps);
  return 'accepted';
}

/** What happens in a call that the model has taken: the greeting now, the rest when its time comes. */
async function scheduleSessions(
  { userId, id: callId, allowedSeconds }: Call,
  held: { realtimeCallId: string; script: ConversationScript; openedAt: number; isMuted: boolean; waits: boolean },
  deps: ReceiveRealtimeCallDeps,
): Promise<void> {
  const { realtimeCallId, script, openedAt, isMuted, waits } = held;
  const key = { userId, callId };
  const visit = { ...key, realtimeCallId, silentSeconds: 0 } as const;
  const goodbyeAfter = goodbyeAfterSeconds(allowedSeconds, deps.timer.latenessSeconds);
  const work = [startRealtimeSilenceTimer({ key, realtimeCallId, since: openedAt, script }, deps)];
  // The verdict lets it speak, or the message; this does, should either be lost.
  if (isMuted) work.push(deps.timer.afterCallSeconds(VERDICT_SECONDS, 'steer-realtime', { ...visit, act: 'greet' }));
  if (isMuted && !waits) {
    work.push(deps.queue.send('steer-realtime', { ...visit, act: 'greet' }, { groupId: String(userId) }));
  }
  if (goodbyeAfter !== undefined) {
    work.push(deps.timer.afterCallSeconds(goodbyeAfter, 'steer-realtime', { ...visit, act: 'goodbye' }));
  }
  await Promise.all(work);
}

/** Where a mailbox must not hear a word, the model is silent until it is known that there is none. */
function waitsForVerdict({ type, answeredBy }: Call, { endCallOnVoicemail }: Assistant): boolean {
  return type === 'outbound' && endCallOnVoicemail && answeredBy !== 'human';
}

interface Offered {
  call: Call;
  configuration: CallConfiguration;
  carrierCallId: string;
}

async function findOffered(
  { realtimeCallId, call: name, token }: ReceiveRealtimeCallInput,
  { calls, isBridgeToken }: ReceiveRealtimeCallDeps,
): Promise<Offered | Refusal> {
  const key = parseCallReference(name);
  if (!key) return 'token';
  const [call, configuration] = await Promise.all([calls.get(key), calls.getConfiguration(key)]);
  const carrierCallId = call?.carrierCallId ?? null;
  if (!call || !configuration || carrierCallId === null || call.mode !== 'multimodal') return 'unknown_call';
  if (!(await isBridgeToken(token, key, carrierCallId))) return 'token';
  if (call.realtimeCallId !== undefined && call.realtimeCallId !== realtimeCallId) return 'another_call';
  return { call, configuration, carrierCallId };
}

/** The bridge is evidence that the call was answered, should the carrier's own word be late. */
async function bind(
  { userId, id: callId }: Call,
  connectionId: string,
  { realtimeCallId }: ReceiveRealtimeCallInput,
  { calls, clock }: ReceiveRealtimeCallDeps,
) {
  const key = { userId, callId };
  const now = clock.now();
  const change = { connectionId, realtimeCallId };
  return (
    (await calls.change(key, change, now, ['in-progress'])) ??
    (await calls.change(key, { ...change, status: 'in-progress', answeredAt: now }, now, ['initiated', 'ringing']))
  );
}

async function refuse(
  { realtimeCallId }: ReceiveRealtimeCallInput,
  reason: Refusal,
  { realtime, metrics, logger }: ReceiveRealtimeCallDeps,
): Promise<'rejected'> {
  metrics.count('ConversationRefused', { reason });
  logger.warn('speech model call rejected', { realtimeCallId, reason });
  await realtime.reject(realtimeCallId);
  return 'rejected';
}
