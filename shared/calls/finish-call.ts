import type { LedgerEntry } from '#shared/accounts/account.ts';
import { toDecimal } from '#shared/accounts/money.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { callCost, capCost, type CallCost } from '#shared/calls/call-cost.ts';
import type { CallStore } from '#shared/calls/call-store.ts';
import {
  isFinal,
  decideFinalStatus,
  type Call,
  type CallConfiguration,
  type CallKey,
  type TranscriptTurn,
} from '#shared/calls/call.ts';
import { evaluateCall, type EvaluateCallDeps } from '#shared/calls/evaluate-call.ts';
import type { CallList } from '#shared/calls/call-list.ts';
import { concludeAttempt, type ConcludeAttemptDeps } from '#shared/campaigns/conclude-attempt.ts';
import { ratesOfCall } from '#shared/catalog/rate-card.ts';
import type { ConversationStore } from '#shared/conversations/conversation-store.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { IdSource } from '#shared/platform/ids.ts';
import { createRecordingSecret } from '#shared/recordings/recording.ts';
import { queueCallWebhooks, type QueueCallWebhooksDeps } from '#shared/webhooks/announce-call.ts';

export interface FinishCallDeps extends EvaluateCallDeps, QueueCallWebhooksDeps, ConcludeAttemptDeps {
  calls: CallStore;
  callList: CallList;
  conversations: ConversationStore;
  ids: IdSource;
}

/**
 * Tells the rest of a call's story once its line is down: transcript, evaluation, final status, cost, webhooks.
 * Safe to run again after a crash at any point: the call is settled once, and every event is announced.
 */
export async function finishCall(key: CallKey, deps: FinishCallDeps): Promise<void> {
  const call = await deps.calls.get(key);
  if (!call || !isOver(call)) {
    deps.logger.warn('call to finish not found', { ...key, status: call?.status });
    return;
  }
  const configuration = await deps.calls.getConfiguration(key);
  if (!configuration) throw new Error(`call ${key.callId} has no configuration`);
  waitForTranscript(call, deps.clock.now());
  if (!isSettled(call)) await settleCall(call, configuration, deps);
  const settled = await concludeLead(key, deps);
  if (settled) await queueCallWebhooks(settled, configuration.assistant, deps);
  if (settled) await expectRecording(settled, deps);
  await closeSegmentsOccasionally(key, deps);
}

/** The webhook tells what became of the lead, so the lead is told first. Gives the call as it is from now on. */
async function concludeLead(key: CallKey, deps: FinishCallDeps): Promise<Call | undefined> {
  const call = await deps.calls.get(key);
  if (call?.leadId === undefined || call.leadStatus !== undefined) return call;
  const body = await deps.calls.getBody(key);
  const leadStatus = await concludeAttempt(call, body?.evaluation ?? {}, deps);
  if (leadStatus === undefined) return call;
  return deps.calls.change(key, { leadStatus }, deps.clock.now());
}

/** The carrier hands the last words of a multimodal call in when its line has been down for some seconds. */
const TRANSCRIPT_SECONDS = 5;

/** @throws RetryLater while the transcript may not be complete */
function waitForTranscript(call: Call, now: number): void {
  if (call.mode !== 'multimodal' || call.status !== 'ended' || call.endedAt === null) return;
  const missing = TRANSCRIPT_SECONDS - (now - call.endedAt) / 1000;
  if (missing > 0) throw new RetryLater('transcript may be incomplete', Math.ceil(missing));
}

/** The carrier tells of a recording seconds after the call; news that do not come are asked for. */
const RECORDING_CALLBACK_SECONDS = 300;

async function expectRecording(call: Call, { queue }: FinishCallDeps): Promise<void> {
  const { userId, id: callId, recordingSecret, recording } = call;
  if (recordingSecret === undefined || recording?.storedAt !== undefined) return;
  const options = { groupId: String(userId), delaySeconds: RECORDING_CALLBACK_SECONDS };
  await queue.send('fetch-recording', { userId, callId }, options);
}

/** The low bits of an id are random, so every 16th call or so looks whether there is something to seal. */
const CLOSE_SEGMENTS_EVERY = 16;
const CLOSE_SEGMENTS_STEPS = 2;

/** Keeps the part of the user's calls small that lists have to read one by one. */
async function closeSegmentsOccasionally(
  { userId, callId }: CallKey,
  { callList, clock, logger }: FinishCallDeps,
): Promise<void> {
  if (callId % CLOSE_SEGMENTS_EVERY !== 0) return;
  try {
    await callList.closeSegments(userId, clock.now(), CLOSE_SEGMENTS_STEPS);
  } catch (error) {
    // The call is finished all the same, and the schedule makes up for it.
    logger.warn('closing call segments failed', { userId, reason: error instanceof Error ? error.name : 'unknown' });
  }
}

const isOver = (call: Call) => call.status === 'ended' || isFinal(call.status);
const isSettled = (call: Call) => isFinal(call.status) && call.hold === 0;

async function settleCall(call: Call, { assistant, variables }: CallConfiguration, deps: FinishCallDeps) {
  const key = { userId: call.userId, callId: call.id };
  const turns = await readTurns(call, deps.conversations);
  const evaluation = call.status === 'ended' ? await evaluateCall({ call, assistant, turns }, deps) : {};
  // An evaluation takes seconds, in which the news of who hung up may have come.
  const latest = (await deps.calls.get(key)) ?? call;
  if (isSettled(latest)) return;
  const { carrierCost, totalCost } = costOf(latest);
  const at = deps.clock.now();
  const status = latest.status === 'ended' ? decideFinalStatus(latest) : latest.status;
  const outcome = await deps.calls.settle({
    key,
    status,
    carrierCost,
    totalCost,
    hold: latest.hold,
    entry: totalCost === 0 ? null : ledgerEntry(key, totalCost, at, deps.ids),
    body: { variables, turns, evaluation, webhookResponse: null },
    ...(wasRecorded(latest, assistant) && { recordingSecret: createRecordingSecret() }),
    at,
  });
  if (outcome === 'settled') {
    deps.metrics.count('CallFinished', { status });
    deps.metrics.count('MoneyReleased', {}, toDecimal(latest.hold));
  }
  deps.logger.info('call finished', { ...key, outcome });
}

async function readTurns({ connectionId }: Call, conversations: ConversationStore): Promise<TranscriptTurn[]> {
  const conversation = connectionId === null ? undefined : await conversations.read(connectionId);
  return conversation ? toTurns(conversation) : [];
}

/** A recording starts when the call is answered. What came of it may be known only later. */
function wasRecorded({ answeredAt, recordingAbsentAt }: Call, { record }: Assistant): boolean {
  return record && answeredAt !== null && recordingAbsentAt === undefined;
}

/** Only a call that ended in the regular way costs anything; busy, unanswered and failed ones are free. */
function costOf(call: Call): CallCost {
  const wasAnswered = call.status === 'ended' && (call.answeredAt !== null || call.durationSeconds > 0);
  const { durationSeconds } = call;
  return capCost(callCost({ durationSeconds, wasAnswered, rates: ratesOfCall(call) }), call.hold);
}

function ledgerEntry({ userId, callId }: CallKey, cost: number, createdAt: number, ids: IdSource): LedgerEntry {
  return { id: ids.recordId(), userId, amount: -cost, kind: 'call', reference: String(callId), createdAt };
}
