import { openStatuses } from '#shared/calls/call-status.ts';
import { isSettled, type Call, type CallKey } from '#shared/calls/call.ts';
import { applyCarrierProgress, expectLastCallback, findCarrierCall } from '#shared/calls/track-call.ts';
import type { ConversationEvent } from '#shared/conversations/conversation-items.ts';
import type { Conversation } from '#shared/conversations/conversation.ts';
import { outsideOf } from '#shared/conversations/outside-of-call.ts';
import type { ConversationScript } from '#shared/conversations/script.ts';
import { isToldIn, wordsToAnswer } from '#shared/conversations/tool-memory.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { silenceStartedAt, type RealtimeDeps } from '#shared/realtime/realtime-calls.ts';
import { endRealtimeCall } from '#shared/realtime/steered-call.ts';
import { isOutside, type OutsideTool, type OutsideTools } from '#shared/tools/outside-tool.ts';
import { runTool } from '#shared/tools/run-tool.ts';
import type { ToolUse, ToolUseStore } from '#shared/tools/tool-use.ts';
import { offeredTools, type RunnableTool, type Tool, type ToolArguments } from '#shared/tools/tool.ts';
import { NOT_RUN, useTools } from '#shared/tools/use-tools.ts';

export interface CallToolDeps extends RealtimeDeps {
  tools: readonly Tool[];
  isToolsToken: (token: string, key: CallKey, realtimeCallId: string) => Promise<boolean>;
  outsideTools: OutsideTools;
  toolUses: ToolUseStore;
  pause: (milliseconds: number) => Promise<void>;
}

/** Returns undefined if the token is not valid for the call. */
export async function callTools(
  key: CallKey,
  token: string,
  deps: CallToolDeps,
): Promise<Array<RunnableTool | OutsideTool> | undefined> {
  const { calls, conversations, tools, isToolsToken } = deps;
  const call = await calls.get(key);
  if (call?.realtimeCallId === undefined || !(await isToolsToken(token, key, call.realtimeCallId))) return undefined;
  const assistantTools = (await calls.getConfiguration(key))?.assistant.tools ?? [];
  const conversation = call.carrierCallId === null ? undefined : await conversations.read(call.carrierCallId);
  const outside = conversation ? (await outsideOf(conversation, deps)).tools : [];
  const own = offeredTools(tools, { mode: 'multimodal', assistantTools, isCampaign: call.leadId !== undefined });
  return [...own, ...outside];
}

/** The model waits for the answer of its server, whose function has 28 s. */
const LONGEST_RUN_MS = 8_000;
const LONGEST_OUTSIDE_MS = 22_000;

export async function useCallTool(
  key: CallKey,
  { tool, args }: { tool: RunnableTool | OutsideTool; args: ToolArguments },
  deps: CallToolDeps,
): Promise<string> {
  const call = await deps.calls.get(key);
  if (call?.realtimeCallId === undefined || call.carrierCallId === null) return 'The call is over.';
  const { realtimeCallId, carrierCallId: connectionId } = call;
  if (isOutside(tool)) return useOutside(key, { tool, args }, { realtimeCallId, connectionId }, deps);
  deps.logger.info('tool called', { ...key, tool: tool.name });
  if (!tool.endsCall) {
    const result = await runTool({ tool, args, call: key, limitMs: LONGEST_RUN_MS }, deps);
    await followWait(key, { realtimeCallId, connectionId }, deps);
    return result;
  }
  await tool.run(args, key);
  await endRealtimeCall({ key, realtimeCallId, connectionId, tool: tool.name }, deps);
  return 'The line closes now. Say nothing until you are asked for your last words.';
}

/** All in the time of this function: what a worker found out later could not be told. */
async function useOutside(
  key: CallKey,
  wanted: { tool: OutsideTool; args: ToolArguments },
  { realtimeCallId, connectionId }: { realtimeCallId: string; connectionId: string },
  deps: CallToolDeps,
): Promise<string> {
  const conversation = await deps.conversations.read(connectionId);
  if (!conversation) return 'The call is over.';
  const { variables } = await outsideOf(conversation, deps);
  const round = {
    words: wordsToAnswer(conversation),
    wanted: [wanted],
    variables,
    until: deps.clock.now() + LONGEST_OUTSIDE_MS,
    hasWorker: false,
    isTold: (use: ToolUse) => isToldIn(conversation, use),
    mayRun: async () => true,
  };
  const used = await useTools(round, deps);
  const message = { ...key, realtimeCallId, act: 'go_on', silentSeconds: 0 } as const;
  await deps.queue.send('steer-realtime', message, { groupId: String(key.userId) });
  return used.kind === 'used' ? used.told.join(' ') : NOT_RUN;
}

/** A tool may have promised the customer time. */
async function followWait(
  key: CallKey,
  { realtimeCallId, connectionId }: { realtimeCallId: string; connectionId: string },
  { conversations, queue, clock }: CallToolDeps,
): Promise<void> {
  const { waitsUntil = null } = (await conversations.getState(connectionId)) ?? {};
  if (waitsUntil === null || waitsUntil <= clock.now()) return;
  const message = { ...key, realtimeCallId, act: 'be_patient', silentSeconds: 0 } as const;
  await queue.send('steer-realtime', message, { groupId: String(key.userId) });
}

export interface Utterance {
  carrierCallId: string;
  speaker: 'customer' | 'assistant';
  text: string;
  /** The end of the utterance, epoch milliseconds. */
  at: number;
  sequence: number;
}

/** Utterances come twice, late, in any order. @throws AppError call_not_found; forbidden with another carrier id */
export async function recordUtterance(key: CallKey, utterance: Utterance, deps: RealtimeDeps): Promise<void> {
  const { carrierCallId, at } = utterance;
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (isSettled(call)) {
    deps.metrics.count('TranscriptTooLate');
    deps.logger.warn('utterance received after settlement', { ...key });
    return;
  }
  await deps.conversations.appendEvent(carrierCallId, toEvent(utterance));
  const { realtimeCallId } = call;
  if (realtimeCallId === undefined || call.status !== 'in-progress') return;
  const conversation = await deps.conversations.read(carrierCallId);
  if (!conversation || conversation.state.endingAt !== null) return;
  if (utterance.speaker === 'customer') await decideWhoAnswered(call, realtimeCallId, conversation, deps);
  const { state, script, events } = conversation;
  const msPerCallSecond = deps.clock.callMs(1);
  const intervalMs = deps.clock.callMs(script.reengagementInterval);
  if (silenceStartedAt(state.openedAt, events, { intervalMs, msPerCallSecond }) !== at) return;
  await startRealtimeSilenceTimer({ key, realtimeCallId, since: at, script }, deps);
}

/** Those of a person who is talked to need no decision. */
const DECIDING_UTTERANCES = 2;

async function decideWhoAnswered(
  { userId, id: callId, leavesMessage }: Call,
  realtimeCallId: string,
  { state, events }: Conversation,
  { queue }: RealtimeDeps,
): Promise<void> {
  const heard = events.filter(({ kind }) => kind === 'customer_said');
  const isMachine = state.verdict === 'machine';
  if (!isMachine && !(leavesMessage === true && heard.length <= DECIDING_UTTERANCES)) return;
  const since = isMachine ? {} : { silentSince: Math.max(...heard.map(({ at }) => at)) };
  const message = { userId, callId, realtimeCallId, act: 'answered', silentSeconds: 0, ...since } as const;
  await queue.send('steer-realtime', message, { groupId: String(userId) });
}

function toEvent({ speaker, text, at, sequence }: Utterance): ConversationEvent {
  return speaker === 'customer'
    ? { kind: 'customer_said', at, text, sequence }
    : { kind: 'assistant_said', at, generation: 0, text, sequence };
}

export interface RealtimeSilence {
  key: CallKey;
  realtimeCallId: string;
  /** Epoch milliseconds. The timer of an older silence has no effect. */
  since: number;
  script: Pick<ConversationScript, 'reengagementInterval' | 'maxSilenceDuration'>;
  /** Call seconds. */
  silentSeconds?: number | undefined;
}

export async function startRealtimeSilenceTimer(
  {
    key,
    realtimeCallId,
    since,
    script: { reengagementInterval, maxSilenceDuration },
    silentSeconds = Math.min(reengagementInterval, maxSilenceDuration),
  }: RealtimeSilence,
  { timer }: Pick<RealtimeDeps, 'timer'>,
): Promise<void> {
  const message = { ...key, realtimeCallId, act: 'silence', silentSeconds, silentSince: since } as const;
  await timer.afterCallSeconds(silentSeconds, 'steer-realtime', message);
}

export interface BridgeEnd {
  carrierCallId: string;
  wasOpen: boolean;
  customerHungUp: boolean;
  code: string;
}

export type RecordBridgeEndDeps = RealtimeDeps;

/** Call seconds by which the carrier's time limit of the bridge may differ from that of the call. */
const TIME_LIMIT_MARGIN_SECONDS = 5;

function isTimeUp({ answeredAt, createdAt, allowedSeconds }: Call, clock: Clock): boolean {
  return clock.now() - (answeredAt ?? createdAt) >= clock.callMs(allowedSeconds - TIME_LIMIT_MARGIN_SECONDS);
}

/** A bridge that never opened costs nothing. @throws AppError call_not_found; forbidden with another carrier id */
export async function recordBridgeEnd(key: CallKey, end: BridgeEnd, deps: RecordBridgeEndDeps): Promise<void> {
  const { carrierCallId, wasOpen, customerHungUp, code } = end;
  const call = await findCarrierCall(key, carrierCallId, deps);
  if (customerHungUp) {
    await deps.calls.recordEndedBy(key, 'customer');
  } else if (call.endedBy === null && !(wasOpen && isTimeUp(call, deps.clock))) {
    deps.metrics.count('ConversationFailed', { code: `bridge-${code}` });
    deps.logger.error(wasOpen ? 'speech model has left a call' : 'speech model unreachable', { ...key, code });
    // As in a pipeline call whose models all failed: its lead is tried again.
    await deps.calls.change(key, { reason: 'model_failed' }, deps.clock.now(), openStatuses);
    if (!wasOpen) await applyCarrierProgress({ key, status: 'failed', durationSeconds: 0 }, deps);
  }
  await expectLastCallback(key, deps);
}
