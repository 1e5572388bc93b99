import type { Lead, LeadDialing, LeadStatus } from '#shared/domain/lead/lead.ts';

/** What an update names; everything that is left out stays. */
export interface LeadChange {
  campaignId?: number | undefined;
  /** E.164. */
  phoneNumber?: string | undefined;
  status?: LeadStatus | undefined;
  variables?: Record<string, unknown> | undefined;
}

/**
 * The lead after an update. Variables are merged key by key: a new value replaces the old one, null included.
 * A lead that is queued again, or gets another number, is tried from the beginning; a call that is going on keeps its place.
 */
export function changeLead(before: Lead, change: LeadChange, now: number): Lead {
  const phoneNumber = change.phoneNumber ?? before.phoneNumber;
  const status = change.status ?? before.status;
  const startsOver = change.status === 'created' || phoneNumber !== before.phoneNumber;
  return {
    ...before,
    campaignId: change.campaignId ?? before.campaignId,
    phoneNumber,
    status,
    variables: { ...before.variables, ...change.variables },
    dialing: dialingAfter(before.dialing, status, startsOver),
    updatedAt: now,
    version: before.version + 1,
  };
}

function dialingAfter(dialing: LeadDialing, status: LeadStatus, startsOver: boolean): LeadDialing {
  const { attempts, contactId, nextAttemptAt, reason } = dialing;
  return {
    ...dialing,
    attempts: startsOver ? 0 : attempts,
    contactId: startsOver ? null : contactId,
    nextAttemptAt: status === 'rescheduled' ? nextAttemptAt : null,
    reason: status === 'created' || status === 'completed' ? null : reason,
  };
}

/** Whether two versions of a lead stand for the same number in the same campaign. */
export function hasSamePlace(one: Lead, other: Lead): boolean {
  return one.campaignId === other.campaignId && one.phoneNumber === other.phoneNumber;
}
