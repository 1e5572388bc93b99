import { wakeDialer, type CampaignDeps } from '#shared/campaigns/dialler.ts';
import {
  toDoNotCallRecord,
  type DoNotCallEntry,
  type DoNotCallRecord,
  type DoNotCallStore,
} from '#shared/campaigns/do-not-call.ts';
import { closeLead } from '#shared/campaigns/lead-life.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { toSearchedNumber } from '#shared/platform/e164.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/lists.ts';

export type AddToDoNotCallDeps = Pick<CampaignDeps, 'leads' | 'queue' | 'clock'> & {
  doNotCall: Pick<DoNotCallStore, 'add' | 'get'>;
};

/**
 * Adds a number to the user's do-not-call list and closes the waiting leads with it. Returns the stored entry. A listed
 * number keeps its entry; its leads are checked again, because an earlier request may have crashed before that. A lead
 * that is being called stays open: the dialler checks the list before every call.
 */
export async function addToDoNotCall(
  entry: Omit<DoNotCallEntry, 'createdAt'>,
  deps: AddToDoNotCallDeps,
): Promise<DoNotCallEntry> {
  const added = { ...entry, createdAt: deps.clock.now() };
  const outcome = await deps.doNotCall.add(added);
  await closeWaitingLeads(entry.userId, entry.phoneNumber, deps);
  const kept = outcome === 'added' ? undefined : await deps.doNotCall.get(entry.userId, entry.phoneNumber);
  return kept ?? added;
}

/** Closes the waiting leads with a number that must not be called. */
export async function closeWaitingLeads(
  userId: number,
  phoneNumber: string,
  deps: Pick<CampaignDeps, 'leads' | 'queue' | 'clock'>,
): Promise<void> {
  const campaignIds = new Set<number>();
  for (const leadId of await deps.leads.listIdsByNumber(userId, phoneNumber)) {
    const closed = await closeWaiting(userId, leadId, deps);
    if (closed) campaignIds.add(closed.campaignId);
  }
  for (const campaignId of campaignIds) await wakeDialer({ userId, campaignId }, deps.queue);
}

/** Each round, at least one of the concurrent writers succeeds. So up to 100 of them can change a lead at once. */
const MAX_ROUNDS = 100;

async function closeWaiting(userId: number, leadId: number, { leads, clock }: Pick<CampaignDeps, 'leads' | 'clock'>) {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const lead = await leads.get(userId, leadId);
    if (!lead || !isWaiting(lead)) return undefined;
    const closed = closeLead(lead, 'blacklisted', clock.now());
    if ((await leads.replace(lead, closed)) === 'replaced') return closed;
  }
  throw new Error(`the lead changed ${MAX_ROUNDS} times while it was being closed`);
}

function isWaiting({ status }: Lead): boolean {
  return status === 'created' || status === 'rescheduled';
}

export type RemoveFromDoNotCallDeps = Pick<CampaignDeps, 'doNotCall'>;

/**
 * Removes a number from the user's do-not-call list. Its leads stay `blacklisted` until the user sets them to
 * `created`.
 * @throws AppError phone_number_not_found
 */
export async function removeFromDoNotCall(
  { userId, phoneNumber }: { userId: number; phoneNumber: string },
  { doNotCall }: RemoveFromDoNotCallDeps,
): Promise<void> {
  const number = toSearchedNumber(phoneNumber);
  const outcome = number === '' ? 'not_found' : await doNotCall.remove(userId, number);
  if (outcome === 'not_found') throw new AppError('phone_number_not_found');
}

export interface ListDoNotCallDeps {
  doNotCall: Pick<DoNotCallStore, 'list'>;
}

/** One page of the user's do-not-call list as API records, newest first. */
export async function listDoNotCall(
  { userId, page }: { userId: number; page: PageRequest },
  { doNotCall }: ListDoNotCallDeps,
): Promise<PageOf<DoNotCallRecord>> {
  const { rows, total } = await doNotCall.list(userId, page);
  return { rows: rows.map(toDoNotCallRecord), total };
}
