import type { CallConfiguration } from '#shared/calls/call-items.ts';
import type { ConversationCalls } from '#shared/calls/call-store.ts';
import { parseCallReference } from '#shared/calls/call-token.ts';
import type { Call, CallKey } from '#shared/calls/call.ts';
import { languageOf } from '#shared/catalog/languages.ts';
import { currentModel, type ModelCatalogue } from '#shared/catalog/models.ts';
import { findVoice, type VoiceStore } from '#shared/catalog/voices.ts';
import { countRefusal, newConversationState } from '#shared/conversations/conversation.ts';
import { outsideOf } from '#shared/conversations/outside-of-call.ts';
import { buildScript, goodbyeAfterSeconds, type ConversationScript } from '#shared/conversations/script.ts';
import type { RealtimeCalls, RealtimeDeps } from '#shared/realtime/realtime-calls.ts';
import { startRealtimeSilenceTimer } from '#shared/realtime/realtime-events.ts';
import type { OutsideTool, OutsideTools } from '#shared/tools/outside-tool.ts';
import type { ToolUseStore } from '#shared/tools/tool-use.ts';
import { offeredTools, type OfferableTool, type OfferedTool } from '#shared/tools/tool.ts';

export interface ReceiveRealtimeCallInput {
  realtimeCallId: string;
  /** `<user id>.<call id>`, from a SIP header that any caller can set. */
  call: string;
  token: string;
}

export interface ReceiveRealtimeCallDeps extends Omit<RealtimeDeps, 'calls'> {
  calls: ConversationCalls;
  realtime: RealtimeCalls;
  voices: VoiceStore;
  modelList: ModelCatalogue['list'];
  tools: readonly OfferableTool[];
  outsideTools: OutsideTools;
  toolUses: ToolUseStore;
  isBridgeToken: (token: string, key: CallKey, carrierCallId: string) => Promise<boolean>;
  toolsOf: (key: CallKey, realtimeCallId: string) => Promise<{ url: string; token: string }>;
}

type Refusal = 'token' | 'unknown_call' | 'call_is_over' | 'another_call' | 'model';

/** Rejects calls that are not live or have no valid token. A repeated webhook finds the call already accepted. */
export async function receiveRealtimeCall(
  input: ReceiveRealtimeCallInput,
  deps: ReceiveRealtimeCallDeps,
): Promise<'accepted' | 'rejected'> {
  const found = await findOffered(input, deps);
  if (typeof found === 'string') return refuse(input, found, deps);
  const { call, configuration, carrierCallId } = found;
  const { realtimeCallId } = input;
  const key = { userId: call.userId, callId: call.id };
  const bound = await deps.calls.connectSpeechModel(
    key,
    { connectionId: carrierCallId, realtimeCallId },
    deps.clock.now(),
  );
  if (!bound || bound.endedBy !== null) return refuse(input, await whyUnbound(key, realtimeCallId, deps), deps);

  const { assistant } = configuration;
  const model = currentModel(assistant.multimodalModelId ?? 0, await deps.modelList(), deps.clock.now());
  if (model?.mode !== 'multimodal') return refuse(input, 'model', deps);
  const language = languageOf(assistant.languageId);
  const now = bound.answeredAt ?? bound.createdAt;
  const source = { call: bound, configuration, locale: language.locale, now };
  const script = buildScript(source);
  // The transcription includes the greeting, so the stored script must not.
  const stored = { ...script, greeting: null };
  await deps.conversations.open(
    newConversationState(carrierCallId, key, stored, {
      openedAt: deps.clock.now(),
      verdict: bound.type === 'outbound' ? bound.answeredBy : undefined,
    }),
    stored,
    source,
  );
  // An earlier run may have opened it: its timers name the time that is stored.
  const openedAt = (await deps.conversations.getState(carrierCallId))?.openedAt ?? deps.clock.now();
  const [voice, server] = await Promise.all([findVoice(assistant, deps.voices), deps.toolsOf(key, realtimeCallId)]);
  const conversation = await deps.conversations.read(carrierCallId);
  const outside = conversation ? (await outsideOf(conversation, deps)).tools.map(withPreamble) : [];
  const tools = { ...server, offered: [...offeredTools(deps.tools, { mode: 'multimodal', ...script }), ...outside] };
  const isMuted = script.greeting !== null || bound.leavesMessage === true;
  const setup = { model: model.providerModel, assistant, voice, language, script, tools, isMuted };
  const schedule = () => scheduleSessions(bound, { realtimeCallId, script, openedAt, isMuted }, deps);
  const outcome = await deps.realtime.accept(realtimeCallId, setup).catch(async (error: unknown) => {
    // If the answer was lost, the call has begun, and the webhook comes again much later. Otherwise they do nothing.
    await schedule();
    throw error;
  });
  // An earlier run may have accepted the call and crashed before it scheduled the sessions.
  const isAccepted = outcome === 'accepted' || call.realtimeCallId === realtimeCallId;
  if (!isAccepted) return refuse(input, outcome === 'over' ? 'call_is_over' : 'model', deps);

  await schedule();
  return 'accepted';
}

/** Over SIP nothing else can be heard while a tool runs. */
function withPreamble(tool: OutsideTool): OfferedTool {
  const { name, waitMessage } = tool;
  if (waitMessage === '') return tool;
  const words = waitMessage === null ? 'in a few words that you need a moment' : `«${waitMessage}»`;
  return { ...tool, instructions: `Before you call the tool ${name}, say ${words}.` };
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

/** The service answers a call before it issues a token, so a call that is not in progress is over. */
async function whyUnbound(key: CallKey, realtimeCallId: string, { calls }: ReceiveRealtimeCallDeps): Promise<Refusal> {
  const held = (await calls.get(key))?.realtimeCallId ?? realtimeCallId;
  return held === realtimeCallId ? 'call_is_over' : 'another_call';
}

/** Call seconds after which a greeting is said by another run, if the first one died. It takes a second or two to generate. */
const GREETING_SECONDS = 5;

async function scheduleSessions(
  { userId, id: callId, allowedSeconds }: Call,
  accepted: { realtimeCallId: string; script: ConversationScript; openedAt: number; isMuted: boolean },
  deps: ReceiveRealtimeCallDeps,
): Promise<void> {
  const { realtimeCallId, script, openedAt, isMuted } = accepted;
  const key = { userId, callId };
  const message = { ...key, realtimeCallId, silentSeconds: 0 } as const;
  const goodbyeAfter = goodbyeAfterSeconds(allowedSeconds, deps.timer.latenessSeconds);
  const silentSeconds = script.greeting === null ? script.initialSilence : undefined;
  const work = [startRealtimeSilenceTimer({ key, realtimeCallId, since: openedAt, script, silentSeconds }, deps)];
  if (isMuted) {
    work.push(deps.timer.afterCallSeconds(GREETING_SECONDS, 'steer-realtime', { ...message, act: 'greet_again' }));
    work.push(deps.queue.send('steer-realtime', { ...message, act: 'greet' }, { groupId: String(userId) }));
  }
  if (goodbyeAfter !== undefined) {
    work.push(deps.timer.afterCallSeconds(goodbyeAfter, 'steer-realtime', { ...message, act: 'goodbye' }));
  }
  await Promise.all(work);
}

async function refuse(
  { realtimeCallId }: ReceiveRealtimeCallInput,
  reason: Refusal,
  { realtime, metrics, logger }: ReceiveRealtimeCallDeps,
): Promise<'rejected'> {
  countRefusal(reason, metrics);
  logger.warn('speech model call rejected', { realtimeCallId, reason });
  await realtime.reject(realtimeCallId);
  return 'rejected';
}
