import type { Lead, LeadStatus } from '#shared/domain/lead/lead.ts';

/** What an update names; everything that is left out stays. */
export interface LeadChange {
  campaignId?: number | undefined;
  /** E.164. */
  phoneNumber?: string | undefined;
  status?: LeadStatus | undefined;
  variables?: Record<string, unknown> | undefined;
}

/** The lead after an update. Variables are merged key by key: a new value replaces the old one, null included. */
export function changeLead(before: Lead, change: LeadChange, now: number): Lead {
  return {
    ...before,
    campaignId: change.campaignId ?? before.campaignId,
    phoneNumber: change.phoneNumber ?? before.phoneNumber,
    status: change.status ?? before.status,
    variables: { ...before.variables, ...change.variables },
    updatedAt: now,
    version: before.version + 1,
  };
}

/** Whether two versions of a lead stand for the same number in the same campaign. */
export function hasSamePlace(one: Lead, other: Lead): boolean {
  return one.campaignId === other.campaignId && one.phoneNumber === other.phoneNumber;
}
