import {
  callReasons,
  isReasonCode,
  type CallReason,
  type EndReason,
  type ReasonCode,
} from '#shared/calls/call-reasons.ts';
import { hadConversation, isFinal, type Call, type CallStatus } from '#shared/calls/call.ts';
import { guessEndReason } from '#shared/calls/older-calls.ts';

/** The reason of a call whose end nothing has recorded. Absent: it is not known who hung up. */
const reasonOfStatus: Partial<Record<CallStatus, ReasonCode>> = {
  busy: 'busy',
  'no-answer': 'no_answer',
  failed: 'carrier_failed',
  ended_by_customer: 'customer_hung_up',
};

/** What the conversation of a call tells about its end. */
export interface ConversationResult {
  hasModelFailed: boolean;
  /** The model has put the customer on the do-not-call list. */
  hasOptedOut: boolean;
}

/** Why a call has ended that is about to be settled with its final status. Undefined: it is not known who hung up. */
export function decideReason(call: Call, { hasModelFailed, hasOptedOut }: ConversationResult): ReasonCode | undefined {
  if (hasModelFailed) return 'model_failed';
  const recorded = [call.reason, call.notDialled, call.endReason].find(isReasonCode);
  if (recorded) return recorded;
  if (call.status === 'completed') return call.carrierReason && 'connection_lost';
  if (call.status !== 'ended_by_assistant') return reasonOfStatus[call.status];
  if (call.answeredBy === 'machine') return 'voicemail';
  if (call.durationSeconds >= call.allowedSeconds) return 'max_duration';
  return hasOptedOut ? 'opted_out' : 'assistant_ended';
}

/** The reason as it is shown. */
export function describeReason(code: ReasonCode, { carrierReason }: Pick<Call, 'carrierReason'>): CallReason {
  const { by, text, isCarriers } = callReasons[code];
  if (!isCarriers || !carrierReason) return { by, code, text };
  return { by, code: carrierReason.code, text: `${text} ${carrierReason.text}` };
}

/** Why a final call ended; null while it is open, and where it is not known who hung up. */
export function endReasonOf(call: Call): EndReason | null {
  if (!isFinal(call.status) || !isReasonCode(call.reason)) return guessEndReason(call);
  const rule = callReasons[call.reason];
  return (hadConversation(call.status) ? undefined : rule.beforeAnswer) ?? rule.endReason;
}
