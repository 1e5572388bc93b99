import { wakeDialer } from '#shared/app/wake-dialer.ts';
import type { DoNotCallEntry } from '#shared/domain/do-not-call/do-not-call-entry.ts';
import { closeLead } from '#shared/domain/lead/lead-life.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { DoNotCallStore } from '#shared/ports/do-not-call-store.ts';
import type { LeadStore } from '#shared/ports/lead-store.ts';
import type { Queue } from '#shared/ports/queue.ts';

export interface BlacklistNumberDeps {
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
export async function blacklistNumber(
  entry: Omit<DoNotCallEntry, 'createdAt'>,
  deps: BlacklistNumberDeps,
): Promise<DoNotCallEntry> {
  const added = { ...entry, createdAt: deps.clock.now() };
  const outcome = await deps.doNotCall.add(added);
  const campaignIds = new Set<number>();
  for (const leadId of await deps.leads.idsOfNumber(entry.userId, entry.phoneNumber)) {
    const closed = await closeWaiting(entry.userId, leadId, deps);
    if (closed) campaignIds.add(closed.campaignId);
  }
  for (const campaignId of campaignIds) await wakeDialer({ userId: entry.userId, campaignId }, deps.queue);
  const kept = outcome === 'added' ? undefined : await deps.doNotCall.get(entry.userId, entry.phoneNumber);
  return kept ?? added;
}

async function closeWaiting(userId: number, leadId: number, { leads, clock }: BlacklistNumberDeps) {
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
