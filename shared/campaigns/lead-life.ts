import type { Call } from '#shared/calls/call.ts';
import type { CampaignRules } from '#shared/campaigns/campaign.ts';
import type { Lead, LeadReason } from '#shared/campaigns/lead.ts';

type Evaluation = Record<string, string | number | boolean | null>;
type RetryRules = Pick<
  CampaignRules,
  'maxRetries' | 'retryOnVoicemail' | 'retryOnGoalIncomplete' | 'goalCompletionVariable'
>;

/**
 * What a finished call means for its lead. `reached`: nothing more to do. `missed`: an attempt that counts and may be made
 * again. `undone`: no attempt; nobody was called, or it was us who broke off before anybody answered.
 */
export type AttemptOutcome =
  | { kind: 'reached' }
  | { kind: 'missed'; reason: LeadReason }
  | { kind: 'not_attempted'; reason: LeadReason };

/** Somebody who has talked with us was reached, even if we broke off: nobody is called again for that. */
export function attemptOutcome(call: Call, evaluation: Evaluation, rules: RetryRules): AttemptOutcome {
  const { status, notDialled, wasCancelled, endedBy, answeredBy } = call;
  if (notDialled) return { kind: 'not_attempted', reason: notDialled };
  // A call that nobody looked after for too long is cancelled as well, and not by the assistant's will.
  if (wasCancelled === true && endedBy === 'assistant') return { kind: 'not_attempted', reason: 'campaign_stopped' };
  if (status === 'busy' || status === 'no-answer' || status === 'failed') return { kind: 'missed', reason: status };
  if (answeredBy === 'machine') {
    return rules.retryOnVoicemail ? { kind: 'missed', reason: 'voicemail' } : { kind: 'reached' };
  }
  const goal = rules.retryOnGoalIncomplete ? rules.goalCompletionVariable : null;
  if (goal !== null && evaluation[goal] !== true) return { kind: 'missed', reason: 'goal_incomplete' };
  return { kind: 'reached' };
}

/** The lead with an attempt begun, which this call will be. */
export function startAttempt(lead: Lead, callId: number, now: number): Lead {
  const { dialing } = lead;
  return changed(lead, now, {
    status: 'processing',
    dialing: { ...dialing, attemptsBegun: dialing.attemptsBegun + 1, nextAttemptAt: null, callId, reason: null },
  });
}

/** The lead after an attempt that counted and reached nobody: again later, then the next number, then never. */
export function recordMissedAttempt(
  lead: Lead,
  reason: LeadReason,
  { maxRetries, retryAt, now }: { maxRetries: number; retryAt: number; now: number },
): Lead {
  const attempts = lead.dialing.attempts + 1;
  if (attempts > maxRetries)
    return tryNextNumber({ ...lead, dialing: { ...lead.dialing, attempts } }, reason, retryAt, now);
  const dialing = { ...lead.dialing, attempts, callId: null, nextAttemptAt: retryAt, reason };
  return changed(lead, now, { status: 'rescheduled', dialing });
}

/** The number that was tried is used up: the next secondary contact is tried from `at` on; after the last one nobody is. */
export function tryNextNumber(lead: Lead, reason: LeadReason, at: number, now: number): Lead {
  const { contactId } = lead.dialing;
  const next = lead.contactIds[contactId === null ? 0 : lead.contactIds.indexOf(contactId) + 1];
  const dialing = { ...lead.dialing, callId: null, reason };
  if (next === undefined) {
    return changed(lead, now, { status: 'reached-max-retries', dialing: { ...dialing, nextAttemptAt: null } });
  }
  return changed(lead, now, {
    status: 'rescheduled',
    dialing: { ...dialing, contactId: next, attempts: 0, nextAttemptAt: at },
  });
}

/** The lead is called at another time; nothing is counted. */
export function reschedule(lead: Lead, reason: LeadReason | null, until: number, now: number): Lead {
  const dialing = { ...lead.dialing, callId: null, nextAttemptAt: until, reason };
  return changed(lead, now, { status: 'rescheduled', dialing });
}

/** Nobody calls the lead any more. */
export function closeLead(lead: Lead, status: 'completed' | 'blacklisted', now: number): Lead {
  const reason = status === 'blacklisted' ? 'do_not_call' : null;
  return changed(lead, now, { status, dialing: { ...lead.dialing, callId: null, nextAttemptAt: null, reason } });
}

/** The user has decided on the lead while it was being called: that stands, and the attempt is over. */
export function clearAttempt(lead: Lead, now: number): Lead {
  return changed(lead, now, { dialing: { ...lead.dialing, callId: null } });
}

function changed(lead: Lead, now: number, change: Partial<Pick<Lead, 'status' | 'dialing'>>): Lead {
  return { ...lead, ...change, updatedAt: now, version: lead.version + 1 };
}
