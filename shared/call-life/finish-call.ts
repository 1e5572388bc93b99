import { toDecimal } from '#shared/accounts/account.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { describeReason } from '#shared/calls/call-end.ts';
import type { CallConfiguration } from '#shared/calls/call-items.ts';
import { writeLatency } from '#shared/calls/call-latency.ts';
import { hasEnded } from '#shared/calls/call-status.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import { isSettled, type Call, type CallKey } from '#shared/calls/call.ts';
import type { CallList } from '#shared/calls/listing/call-list.ts';
import { concludeAttempt, type ConcludeAttemptDeps } from '#shared/campaigns/attempts.ts';
import { utterancesOf } from '#shared/conversations/answerer.ts';
import {
  earlierConnections,
  findLostConversation,
  type Conversation,
  type ConversationStore,
} from '#shared/conversations/conversation.ts';
import {
  hasModelFailed,
  LONGEST_TURN_MS,
  openTurnSince,
  toTurns,
  type CallTime,
  shortenTurns,
} from '#shared/conversations/transcript.ts';
import { doNotCallTool, isOptOut, recordOptOut, type DoNotCallToolDeps } from '#shared/do-not-call/do-not-call-tool.ts';
import { parseOptOut } from '#shared/do-not-call/opt-out.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import type { ToolUseStore } from '#shared/tools/tool-use.ts';
import { queueCallWebhooks, type QueueCallWebhooksDeps } from '#shared/webhooks/announce-call.ts';
import { webhookTargets } from '#shared/webhooks/webhook.ts';
import { answererFor, onRecord } from './call-answerer.ts';
import { readToolCalls } from './called-tools.ts';
import { evaluateCall, type EvaluateCallDeps } from './evaluate-call.ts';
import { callLatency, findCallModel, turnLatencies, withWaits } from './measure-latency.ts';
import { settleTransfers, type SettleTransfersDeps } from './settle-transfers.ts';
import { ledgerEntry, resultOf } from './settlement.ts';

export interface FinishCallDeps
  extends EvaluateCallDeps, QueueCallWebhooksDeps, ConcludeAttemptDeps, SettleTransfersDeps {
  calls: CallStore;
  callList: CallList;
  conversations: ConversationStore;
  doNotCall: ConcludeAttemptDeps['doNotCall'] & DoNotCallToolDeps['doNotCall'];
  ids: IdSource;
  toolUses: Pick<ToolUseStore, 'list'>;
}

/** The transcript of a multimodal call is complete some seconds after the line is down. */
const TRANSCRIPT_SECONDS = 5;
/** The carrier reports a recording seconds after the call. If no callback came by then, the worker asks for it. */
const RECORDING_CALLBACK_SECONDS = 300;
/** The low bits of an id are random, so about every 16th call closes segments. */
const CLOSE_SEGMENTS_EVERY = 16;
/** Calls become a summary, which may fill a level, which may fill the next one. */
const CLOSE_SEGMENTS_STEPS = 3;

/** Idempotent: settles once, sends every event once. @throws RetryLater while the transcript may be incomplete */
export async function finishCall(key: CallKey, deps: FinishCallDeps): Promise<void> {
  const [call, configuration] = await Promise.all([deps.calls.get(key), deps.calls.getConfiguration(key)]);
  if (!call || !hasEnded(call.status)) {
    deps.logger.warn('call to finish not found', { ...key, status: call?.status });
    return;
  }
  await deps.calls.endConversation(call);
  if (!configuration) throw new Error(`call ${key.callId} has no configuration`);
  waitForTranscript(call, deps.clock.now());
  const isRepeat = isSettled(call);
  const settled = await concludeLead(isRepeat ? call : await settleCall(call, configuration, deps), deps);
  if (settled) await queueCallWebhooks(settled, configuration.assistant, deps, { isRepeat });
  if (settled) await expectRecording(settled, deps);
  await closeSegmentsOccasionally(key, deps);
}

/** @throws RetryLater while the transcript may be incomplete */
function waitForTranscript(call: Call, now: number): void {
  if (call.mode !== 'multimodal' || call.status !== 'ended' || call.endedAt === null) return;
  const missing = TRANSCRIPT_SECONDS - (now - call.endedAt) / 1000;
  if (missing > 0) throw new RetryLater('transcript may be incomplete', Math.ceil(missing));
}

const LOOK_AGAIN_SECONDS = 1;

/** Whether a model would have answered decides about the lead. @throws RetryLater while the turn runs */
async function readConversation(call: Call, { conversations, clock }: FinishCallDeps) {
  const { connectionId, mode, endedBy } = call;
  // A customer may hang up before the newest connection is open: then the one that was lost holds the conversation.
  const connections = connectionId === null ? [] : earlierConnections(call, '');
  const conversation = await findLostConversation(connections, { conversations });
  if (!conversation || mode === 'multimodal' || endedBy === 'assistant') return conversation;
  const since = openTurnSince(conversation) ?? 0;
  if (clock.now() - since < LONGEST_TURN_MS) throw new RetryLater('the last turn still runs', LOOK_AGAIN_SECONDS);
  return conversation;
}

/** No model has heard the sentence in which the customer hung up. Whether it asked for no more calls, which is done. */
async function refusedAtLast(call: Call, conversation: Conversation | undefined, deps: FinishCallDeps) {
  const text = conversation?.state.begun?.text ?? '';
  if (!isOptOut(text) && parseOptOut(text) !== 'stop') return false;
  await recordOptOut({ userId: call.userId, callId: call.id }, { ...deps, calls: deps.calls });
  return true;
}

/** What was said, and what came of it. `known`: the call after the evaluation. */
async function readCall(call: Call, assistant: Assistant, deps: FinishCallDeps) {
  const conversation = await readConversation(call, deps);
  const toolCalls = await readToolCalls(call, assistant, deps);
  const transfers = await settleTransfers(call, deps);
  const turns = conversation ? toTurns(conversation, timeOf(call, deps)) : [];
  const said = conversation ? utterancesOf(conversation) : [];
  const { events = [] } = conversation ?? {};
  const model = (await findCallModel(events, assistant, deps)) ?? null;
  const latencies = turnLatencies(events, assistant, deps.clock.callMs(1));
  const subject = { call: { ...call, ...onRecord(answererFor(call, said)) }, assistant, turns };
  const evaluation = call.status === 'ended' ? await evaluateCall(subject, deps) : {};
  // The evaluation takes seconds, in which evidence of who hung up may have arrived.
  const key = { userId: call.userId, callId: call.id };
  const known = call.status === 'ended' ? ((await deps.calls.get(key)) ?? call) : call;
  const answerer = answererFor(known, said);
  return { conversation, turns, toolCalls, transfers, model, latencies, evaluation, answerer, known };
}

async function settleCall(
  call: Call,
  { assistant, variables, visitorVariables, goal }: CallConfiguration,
  deps: FinishCallDeps,
): Promise<Call | undefined> {
  const key = { userId: call.userId, callId: call.id };
  const heard = await readCall(call, assistant, deps);
  const { conversation, turns, toolCalls, transfers, model, latencies, evaluation, answerer, known } = heard;
  if (isSettled(known)) return known;
  const latest = { ...known, ...onRecord(answerer) };
  const told = {
    hasModelFailed: conversation !== undefined && hasModelFailed(conversation),
    hasOptedOut:
      turns.some(({ tools = [] }) => tools.includes(doNotCallTool.name)) ||
      (await refusedAtLast(call, conversation, deps)),
    wasScreened: answerer === 'screening',
    evaluation,
    goal,
    transfers,
  };
  const result = resultOf(latest, assistant, told);
  const reason = result.reason && describeReason(result.reason, latest);
  const { status, totalCost } = result;
  const at = deps.clock.now();
  const hasWebhook = webhookTargets({ ...latest, status }, assistant).length > 0;
  const settlement = {
    key,
    hold: latest.hold,
    answeredBy: latest.answeredBy,
    ...result,
    entry: totalCost === 0 ? null : ledgerEntry(key, totalCost, at, deps.ids),
    body: {
      variables,
      ...(visitorVariables && { visitorVariables }),
      turns: shortenTurns(withWaits(turns, latencies)),
      ...(toolCalls.length > 0 && { toolCalls }),
      ...(transfers.length > 0 && { transfers }),
      evaluation,
      ...(reason && { reason }),
      model,
      webhookResponse: null,
      hasWebhook,
    },
    latency: writeLatency(callLatency(latencies)),
    at,
  };
  const outcome = await deps.calls.settle(settlement, known);
  reportFinish(latest, { outcome, status, latencies, answeredBy: model?.name }, deps);
  return outcome === 'settled' ? { ...latest, ...result, hold: 0 } : deps.calls.get(key);
}

interface Finish {
  outcome: Awaited<ReturnType<CallStore['settle']>>;
  status: Call['status'];
  latencies: ReturnType<typeof turnLatencies>;
  answeredBy: string | undefined;
}

function reportFinish(
  call: Call,
  { outcome, status, latencies, answeredBy }: Finish,
  { metrics, logger }: FinishCallDeps,
) {
  if (outcome === 'settled') {
    metrics.count('CallFinished', { status });
    metrics.count('MoneyReleased', {}, toDecimal(call.hold));
    for (const { mouthToEar } of latencies) metrics.duration('MouthToEar', mouthToEar);
  }
  const { userId, id: callId, assistantId } = call;
  const mouthToEarMs = callLatency(latencies)?.mouth_to_ear.p50;
  logger.info('call finished', { userId, callId, assistantId, outcome, mouthToEarMs, answeredBy });
}

/** Call seconds from the end of the line: 0.5 to 1.8 as recorded. */
const LAST_CALLBACK_SECONDS = 1;

/** No `endedAt` where the last words were played to their end, or the carrier transcribes what was heard. */
function timeOf({ mode, endedAt, endedBy }: Call, { clock }: FinishCallDeps): CallTime {
  const msPerCallSecond = clock.callMs(1);
  if (mode === 'multimodal' || endedAt === null || endedBy === 'assistant') return { msPerCallSecond };
  return { msPerCallSecond, endedAt: endedAt - LAST_CALLBACK_SECONDS * msPerCallSecond };
}

/** The webhook contains the lead status, so update the lead first. */
async function concludeLead(call: Call | undefined, deps: FinishCallDeps): Promise<Call | undefined> {
  if (call?.leadId === undefined || call.leadStatus !== undefined) return call;
  const key = { userId: call.userId, callId: call.id };
  const body = await deps.calls.getBody(key);
  const leadStatus = await concludeAttempt(call, body?.evaluation ?? {}, deps);
  if (leadStatus === undefined) return call;
  return deps.calls.change(key, { leadStatus }, deps.clock.now());
}

async function expectRecording(call: Call, { queue }: FinishCallDeps): Promise<void> {
  const { userId, id: callId, recordingSecret, recording } = call;
  if (recordingSecret === undefined || recording?.storedAt !== undefined) return;
  const options = { groupId: String(userId), delaySeconds: RECORDING_CALLBACK_SECONDS };
  await queue.send('fetch-recording', { userId, callId }, options);
}

/** Lists read calls outside of segments one by one. */
async function closeSegmentsOccasionally(
  { userId, callId }: CallKey,
  { callList, clock, logger }: FinishCallDeps,
): Promise<void> {
  if (callId % CLOSE_SEGMENTS_EVERY !== 0) return;
  try {
    await callList.closeSegments(userId, clock.now(), CLOSE_SEGMENTS_STEPS, false);
  } catch (error) {
    // The schedule closes the segments later.
    logger.warn('closing call segments failed', { userId, error });
  }
}
