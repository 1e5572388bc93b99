import type { CallOutcome, EndReason } from '#shared/calls/call-reasons.ts';
import { type Call } from '#shared/calls/call.ts';
import { hadConversation, isFinal } from './call-status.ts';

/** For releases that stored neither reason nor outcome. Stored summaries contain the guesses, so they never change. */

export function guessEndReason(call: Call): EndReason | null {
  const { status, endReason, notDialled, wasCancelled, endedBy, answeredBy } = call;
  if (!isFinal(status)) return null;
  if (wasCancelled === true && endedBy === 'assistant') return 'cancelled';
  if (endReason !== undefined) return endReason;
  if (notDialled !== undefined) return notDialled === 'expired' ? 'expired' : 'cancelled';
  if (status === 'busy') return 'busy';
  if (status === 'no-answer') return 'no_answer';
  if (status === 'failed') return 'carrier_failed';
  if (status === 'ended_by_customer') return 'customer_hung_up';
  if (status !== 'ended_by_assistant') return null;
  if (answeredBy === 'machine') return 'voicemail';
  return call.durationSeconds >= call.allowedSeconds ? 'max_duration' : 'assistant_ended';
}

/** Goals and opt-outs are not in its head. */
export function guessOutcome(call: Call): CallOutcome {
  const endReason = guessEndReason(call);
  if (hadConversation(call.status)) {
    if (endReason === 'model_failed') return 'failed';
    return call.answeredBy === 'machine' ? 'mailbox' : 'talked';
  }
  if (endReason === 'cancelled' || endReason === 'expired') return 'cancelled';
  if (call.status === 'busy') return 'busy';
  return call.status === 'no-answer' ? 'no_answer' : 'failed';
}
