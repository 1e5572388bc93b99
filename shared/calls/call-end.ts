import {
  callReasons,
  isReasonCode,
  type CallOutcome,
  type CallReason,
  type EndReason,
  type ReasonCode,
} from '#shared/calls/call-reasons.ts';
import { isSettled, longestSecondsOf, type Call, type CallBody } from '#shared/calls/call.ts';
import { guessEndReason, guessOutcome } from '#shared/calls/older-calls.ts';
import { hadConversation, isFinal, type CallStatus } from './call-status.ts';

/** Where nothing has recorded the end. Absent: it is not known who hung up. */
const reasonOfStatus: Partial<Record<CallStatus, ReasonCode>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'carrier_failed',
  ended_by_customer: 'customer_hung_up',
};

export interface ConversationResult {
  hasModelFailed: boolean;
  hasOptedOut: boolean;
  /** Whether only the screening of a telephone has answered, and no person behind it. */
  wasScreened?: boolean;
}

export function decideReason(call: Call, { hasModelFailed, hasOptedOut }: ConversationResult): ReasonCode | undefined {
  if (hasModelFailed) return 'model_failed';
  const recorded = [call.reason, call.notDialled, call.endReason].find(isReasonCode);
  if (recorded) return recorded;
  if (call.status === 'completed') return call.carrierReason && 'connection_lost';
  if (call.status !== 'ended_by_assistant') return reasonOfStatus[call.status];
  if (call.answeredBy === 'machine') return 'voicemail';
  if (call.durationSeconds >= longestSecondsOf(call)) return 'max_duration';
  return hasOptedOut ? 'opted_out' : 'assistant_ended';
}

export function describeReason(code: ReasonCode, { carrierReason }: Pick<Call, 'carrierReason'>): CallReason {
  const { by, text, isCarriers } = callReasons[code];
  if (!isCarriers || !carrierReason) return { by, code, text };
  return { by, code: carrierReason.code, text: `${text} ${carrierReason.text}` };
}

/** An item of the post-call schema, which the default schema has. */
const DEFAULT_GOAL = 'status';

export interface EvaluatedResult
  extends Pick<ConversationResult, 'hasOptedOut' | 'wasScreened'>, Pick<CallBody, 'evaluation'> {
  /** The item that the campaign names. */
  goal: string | undefined;
}

export function decideOutcome(
  call: Pick<Call, 'status' | 'answeredBy' | 'reason'>,
  { hasOptedOut, wasScreened = false, evaluation, goal = DEFAULT_GOAL }: EvaluatedResult,
): CallOutcome {
  const endReason = endReasonBy(call);
  if (!hadConversation(call.status)) {
    if (endReason === 'cancelled' || endReason === 'expired') return 'cancelled';
    if (call.status === 'busy') return 'busy';
    return call.status === 'no-answer' ? 'no_answer' : 'failed';
  }
  if (endReason === 'model_failed') return 'failed';
  if (call.answeredBy === 'machine') return 'mailbox';
  if (hasOptedOut) return 'opted_out';
  if (wasScreened) return 'screened';
  if (endReason === 'transferred') return 'transferred';
  return evaluation[goal] === true ? 'goal_reached' : 'talked';
}

/** Null until the call is settled. Never changes. */
export function outcomeOf(call: Call): CallOutcome | null {
  return call.outcome ?? (isSettled(call) ? guessOutcome(call) : null);
}

export function endReasonOf(call: Call): EndReason | null {
  return isFinal(call.status) && isReasonCode(call.reason) ? endReasonBy(call) : guessEndReason(call);
}

function endReasonBy({ status, reason }: Pick<Call, 'status' | 'reason'>): EndReason | null {
  if (!isReasonCode(reason)) return null;
  const rule = callReasons[reason];
  return (hadConversation(status) ? undefined : rule.beforeAnswer) ?? rule.endReason;
}
