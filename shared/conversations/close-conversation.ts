import type { SpeechBackup } from '#shared/calls/call-items.ts';
import { hasEnded } from '#shared/calls/call-status.ts';
import { type Call, type CallKey } from '#shared/calls/call.ts';
import { expectLastCallback, findCarrierCall } from '#shared/calls/track-call.ts';
import { transferIdOf } from '#shared/calls/transfer.ts';
import { earlierConnections, findLostConversation, type ConversationDeps } from '#shared/conversations/conversation.ts';
import { watchNextConnection } from '#shared/conversations/return-to-assistant.ts';
import { transferCall, type TransferCallDeps } from '#shared/conversations/transfer-call.ts';
import { instructConversation } from './instruct-conversation.ts';

export interface ConversationEnd {
  carrierCallId: string;
  /** `ended`: by the service. `failed`: the session failed. */
  outcome: 'ended' | 'hung_up' | 'failed';
  /** The service has asked for another session, because the first frame of this one was lost. */
  isLost: boolean;
  /** Where the call goes on. */
  handOver?: string;
  errorCode: string | null;
  /** The session failed because of its speech providers. */
  speechBackup?: SpeechBackup | undefined;
  sessionId: string;
  isCallUp: boolean;
}

export type RecordConversationEndDeps = TransferCallDeps & Pick<ConversationDeps, 'conversations'>;

export type RecordDisconnectDeps = Pick<ConversationDeps, 'conversations' | 'calls' | 'timer'>;

/** The customer hears about two seconds of silence each time. A third loss is no accident. */
const MOST_RECONNECTIONS = 2;

/** Returns the carrier's next instructions. @throws AppError call_not_found; forbidden with another carrier id */
export async function recordConversationEnd(
  key: CallKey,
  end: ConversationEnd,
  deps: RecordConversationEndDeps,
): Promise<string> {
  const call = await findCarrierCall(key, end.carrierCallId, deps);
  const transferId = end.isCallUp ? transferIdOf(end.handOver ?? '') : undefined;
  if (transferId !== undefined) return transferCall(key, transferId, deps);
  const instructions = await reconnectCall(call, end, deps);
  if (instructions !== undefined) {
    deps.metrics.count('ConversationReconnected');
    deps.logger.warn('conversation is connected again', { ...key, code: end.errorCode });
    return instructions;
  }
  if (end.outcome === 'failed' || isConnectionLost(end)) {
    deps.metrics.count('ConversationFailed', { code: end.errorCode ?? 'none' });
    deps.logger.error('conversation failed', { ...key, code: end.errorCode });
    // As of a silent call that the watchdog ends: its lead is tried again.
    if (end.isCallUp && !(await wasOpened(call, deps))) await deps.calls.recordEndedBy(key, 'assistant', 'not_opened');
    else await keepError(key, end, deps);
  } else if (call.endedBy === null) {
    await deps.calls.recordEndedBy(key, end.outcome === 'ended' ? 'assistant' : 'customer');
  }
  await expectLastCallback(key, deps);
  return deps.instructions.hangUp();
}

async function keepError(key: CallKey, { errorCode }: ConversationEnd, { calls, clock }: RecordConversationEndDeps) {
  const code = errorCode ?? 'none';
  const carrierReason = { code, text: `Error ${code}.` };
  await calls.change(key, { carrierReason }, clock.now(), ['in-progress', 'ended']);
}

async function wasOpened(call: Call, deps: RecordConversationEndDeps): Promise<boolean> {
  return (await findLostConversation(earlierConnections(call, ''), deps)) !== undefined;
}

function isConnectionLost({ outcome, isCallUp, isLost }: ConversationEnd): boolean {
  return isCallUp && (outcome === 'failed' || (outcome === 'ended' && isLost));
}

/** Undefined if nothing is to be connected again. The carrier may ask twice: it gets the same until they are used. */
async function reconnectCall(
  call: Call,
  end: ConversationEnd,
  deps: RecordConversationEndDeps,
): Promise<string | undefined> {
  if (!isConnectionLost(end) || call.status !== 'in-progress' || call.endedBy !== null) return undefined;
  const connectable = end.speechBackup === undefined ? call : await changeProviders(call, end, deps);
  if (!connectable) return undefined;
  const connectionNumber = await nextConnection(connectable, end, deps);
  const most = MOST_RECONNECTIONS + (call.transfers?.length ?? 0);
  if (connectionNumber === undefined || connectionNumber > most) return undefined;
  const [lost, configuration] = await Promise.all([
    findLostConversation(earlierConnections(call, ''), deps),
    deps.calls.getConfiguration({ userId: call.userId, callId: call.id }),
  ]);
  if (!configuration || (lost && lost.state.endingAt !== null)) return undefined;
  await watchNextConnection(call, connectionNumber + 1, deps);
  // A conversation that was never opened begins anew, with its greeting.
  const instruction = { carrierCallId: end.carrierCallId, connectionNumber, isGreeted: lost !== undefined };
  return instructConversation(connectable, configuration, instruction, deps);
}

/** Once in a call, for a session of which the carrier may tell twice. Undefined: the other providers have failed, too. */
async function changeProviders(
  call: Call,
  { sessionId, speechBackup, errorCode }: ConversationEnd,
  { calls, clock, logger, metrics }: RecordConversationEndDeps,
): Promise<Call | undefined> {
  const key = { userId: call.userId, callId: call.id };
  if (call.speechFailed) return call.speechFailed.sessionId === sessionId ? call : undefined;
  // Without the name of the session, the next failure could not be told from this one.
  if (speechBackup === undefined || sessionId === '') return undefined;
  // Also where the call goes on: the settings of all calls may be wrong.
  metrics.count('ConversationFailed', { code: errorCode ?? 'none' });
  logger.error('speech provider failed', { ...key, code: errorCode, backup: speechBackup });
  const speechFailed = { sessionId, backup: speechBackup };
  return calls.change(key, { speechFailed }, clock.now(), ['in-progress']);
}

/** The token of a session that never connected is not used. */
async function nextConnection(call: Call, end: ConversationEnd, deps: RecordConversationEndDeps) {
  return call.connections ?? (end.speechBackup ? 0 : claimLostConnection(call, end, deps));
}

/** Counts a session whose first frame was lost, so that the call is not connected again for ever. */
async function claimLostConnection(call: Call, end: ConversationEnd, { calls, clock }: RecordConversationEndDeps) {
  if (end.outcome === 'failed') return undefined;
  const connection = { connectionId: end.sessionId, connectionNumber: 0, carrierCallId: end.carrierCallId };
  return (await calls.connectConversation({ userId: call.userId, callId: call.id }, connection, clock.now()))
    ?.connections;
}

/** Schedules a check of the call in case the last status callback is lost. */
export async function recordDisconnect(connectionId: string, deps: RecordDisconnectDeps): Promise<void> {
  const state = await deps.conversations.getState(connectionId);
  const call = state && (await deps.calls.get(state.call));
  if (!state || !call || hasEnded(call.status)) return;
  await expectLastCallback(state.call, deps);
}
