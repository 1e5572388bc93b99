import { endReasonOf } from '#shared/calls/call-end.ts';
import type { Call } from '#shared/calls/call.ts';
import type { LeadReason } from '#shared/calls/called-lead.ts';
import type { CampaignRules } from '#shared/campaigns/campaign.ts';
import type { Lead } from '#shared/campaigns/lead.ts';

type Evaluation = Record<string, string | number | boolean | null>;
type RetryRules = Pick<
  CampaignRules,
  'maxRetries' | 'retryOnVoicemail' | 'retryOnGoalIncomplete' | 'goalCompletionVariable'
>;

/** Only `missed` counts as an attempt. `not_attempted`: not dialled, or cancelled before the answer. */
export type AttemptOutcome =
  | { kind: 'reached'; reason?: 'voicemail' }
  | { kind: 'missed'; reason: LeadReason }
  | { kind: 'not_attempted'; reason: LeadReason };

/** Who answered was reached, even if the service ended the call, unless no language model answered. */
export function attemptOutcome(call: Call, evaluation: Evaluation, rules: RetryRules): AttemptOutcome {
  const { status, notDialled, answeredBy } = call;
  // A user who ends a call does not want it repeated at once.
  if (notDialled === 'cancelled' || isCancelled(call)) return { kind: 'missed', reason: 'cancelled' };
  if (notDialled) return { kind: 'not_attempted', reason: notDialled };
  if (isTakenBack(call)) return { kind: 'not_attempted', reason: 'campaign_stopped' };
  if (status === 'busy' || status === 'no-answer' || status === 'failed') return { kind: 'missed', reason: status };
  if (endReasonOf(call) === 'model_failed') return { kind: 'missed', reason: 'model_failed' };
  if (answeredBy === 'machine') {
    return rules.retryOnVoicemail ? { kind: 'missed', reason: 'voicemail' } : { kind: 'reached', reason: 'voicemail' };
  }
  const goal = rules.retryOnGoalIncomplete ? rules.goalCompletionVariable : null;
  if (goal !== null && evaluation[goal] !== true) return { kind: 'missed', reason: 'goal_incomplete' };
  return { kind: 'reached' };
}

/** A stop has cancelled it before the answer. The watchdog cancels lost calls, too, but then `endedBy` is not the assistant. */
const isTakenBack = ({ wasCancelled, endedBy }: Call) => wasCancelled === true && endedBy === 'assistant';

/** Its user ended it before the answer. */
const isCancelled = (call: Call) => (call.reason ?? call.endReason) === 'cancelled' && call.answeredAt === null;

/** Whether the call does not count for its number: it was never dialled, or a stop has taken it back. */
export function wasNoAttempt(call: Call): boolean {
  return call.notDialled !== undefined || (isTakenBack(call) && !isCancelled(call));
}

export function startAttempt(lead: Lead, callId: number, now: number): Lead {
  const { dialing } = lead;
  return change(lead, now, {
    status: 'processing',
    dialing: { ...dialing, attemptsBegun: dialing.attemptsBegun + 1, nextAttemptAt: null, callId, reason: null },
  });
}

/** `retryAt`: epoch milliseconds. */
export function recordMissedAttempt(
  lead: Lead,
  reason: LeadReason,
  { maxRetries, retryAt, now }: { maxRetries: number; retryAt: number; now: number },
): Lead {
  const attempts = lead.dialing.attempts + 1;
  if (attempts > maxRetries)
    return tryNextNumber({ ...lead, dialing: { ...lead.dialing, attempts } }, reason, retryAt, now);
  const dialing = { ...lead.dialing, attempts, callId: null, nextAttemptAt: retryAt, reason };
  return change(lead, now, { status: 'rescheduled', dialing });
}

/** `at`: epoch milliseconds. After the last number: `reached-max-retries`. */
export function tryNextNumber(lead: Lead, reason: LeadReason | null, at: number, now: number): Lead {
  const { contactId } = lead.dialing;
  const next = lead.contactIds[contactId === null ? 0 : lead.contactIds.indexOf(contactId) + 1];
  const dialing = { ...lead.dialing, callId: null, reason };
  if (next === undefined) {
    return change(lead, now, { status: 'reached-max-retries', dialing: { ...dialing, nextAttemptAt: null } });
  }
  return change(lead, now, {
    status: 'rescheduled',
    dialing: { ...dialing, contactId: next, attempts: 0, nextAttemptAt: at },
  });
}

/** `until`: epoch milliseconds. The attempt does not count. */
export function reschedule(lead: Lead, reason: LeadReason | null, until: number, now: number): Lead {
  const dialing = { ...lead.dialing, callId: null, nextAttemptAt: until, reason };
  return change(lead, now, { status: 'rescheduled', dialing });
}

export function closeLead(
  lead: Lead,
  status: 'completed' | 'blacklisted',
  now: number,
  reason: LeadReason | null = status === 'blacklisted' ? 'do_not_call' : null,
): Lead {
  return change(lead, now, { status, dialing: { ...lead.dialing, callId: null, nextAttemptAt: null, reason } });
}

/** Keeps the status, because the user changed it during the call. */
export function clearAttempt(lead: Lead, now: number): Lead {
  return change(lead, now, { dialing: { ...lead.dialing, callId: null } });
}

function change(lead: Lead, now: number, fields: Partial<Pick<Lead, 'status' | 'dialing'>>): Lead {
  return { ...lead, ...fields, updatedAt: now, version: lead.version + 1 };
}
