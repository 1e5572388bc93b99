import { wakeDialer } from '#shared/campaigns/dialler.ts';
import {
  toDoNotCallRecord,
  type DoNotCallEntry,
  type DoNotCallStore,
  type DoNotCallRecord,
} from '#shared/campaigns/do-not-call.ts';
import { closeLead } from '#shared/campaigns/lead-life.ts';
import type { LeadStore } from '#shared/campaigns/lead-store.ts';
import type { Lead } from '#shared/campaigns/lead.ts';
import { toSearchedNumber } from '#shared/platform/e164.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import type { PageOf, PageRequest } from '#shared/platform/http/pagination.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';

export interface AddToDoNotCallDeps {
  doNotCall: DoNotCallStore;
  leads: LeadStore;
  queue: Queue;
  clock: Clock;
}

/**
 * Puts a number on the user's do-not-call list and closes the leads that wait to be called on it. A number that was on the
 * list keeps its entry; its leads are looked at again, because whoever put it there may have died before it did.
 * A lead that is being called at this moment is left to the dialer, which asks the list before every call.
 */
export async function addToDoNotCall(
  entry: Omit<DoNotCallEntry, 'createdAt'>,
  deps: AddToDoNotCallDeps,
): Promise<DoNotCallEntry> {
  const added = { ...entry, createdAt: deps.clock.now() };
  const outcome = await deps.doNotCall.add(added);
  const campaignIds = new Set<number>();
  for (const leadId of await deps.leads.listIdsByNumber(entry.userId, entry.phoneNumber)) {
    const closed = await closeWaiting(entry.userId, leadId, deps);
    if (closed) campaignIds.add(closed.campaignId);
  }
  for (const campaignId of campaignIds) await wakeDialer({ userId: entry.userId, campaignId }, deps.queue);
  const kept = outcome === 'added' ? undefined : await deps.doNotCall.get(entry.userId, entry.phoneNumber);
  return kept ?? added;
}

async function closeWaiting(userId: number, leadId: number, { leads, clock }: AddToDoNotCallDeps) {
  for (;;) {
    const lead = await leads.get(userId, leadId);
    if (!lead || !isWaiting(lead)) return undefined;
    const closed = closeLead(lead, 'blacklisted', clock.now());
    if ((await leads.replace(lead, closed)) === 'replaced') return closed;
  }
}

function isWaiting({ status }: Lead): boolean {
  return status === 'created' || status === 'rescheduled';
}

export interface RemoveFromDoNotCallDeps {
  doNotCall: DoNotCallStore;
}

/**
 * Takes a number off the user's do-not-call list. Its leads stay `blacklisted` until somebody sets them to `created`.
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
  doNotCall: DoNotCallStore;
}

/** One page of the user's do-not-call list, newest first, as the API shows it. */
export async function listDoNotCall(
  { userId, page }: { userId: number; page: PageRequest },
  { doNotCall }: ListDoNotCallDeps,
): Promise<PageOf<DoNotCallRecord>> {
  const { rows, total } = await doNotCall.list(userId, page);
  return { rows: rows.map(toDoNotCallRecord), total };
}
