import type { AdminDeps } from '#infra/admin/deps/admin-deps.ts';
import { leadStatuses } from '#shared/calls/called-lead.ts';
import type { LeadStore } from '#shared/campaigns/lead.ts';

type Deps = Pick<AdminDeps, 'users' | 'campaigns' | 'leads'>;

const LEADS_AT_ONCE = 20;

/** Enters the leads of all users in the lists. May be repeated, and run while campaigns call. */
export async function listLeadsAgain(
  { users, campaigns, leads }: Deps,
  show: (text: string) => void,
): Promise<{ seen: number; listed: number }> {
  const counts = { seen: 0, listed: 0 };
  for (const { id: userId } of await users.list()) {
    for (const { id: campaignId } of await campaigns.list(userId)) {
      for (const status of leadStatuses) {
        const ids = await leads.listIds(userId, campaignId, status);
        for (let start = 0; start < ids.length; start += LEADS_AT_ONCE) {
          const some = ids.slice(start, start + LEADS_AT_ONCE);
          const entered = await Promise.all(some.map((id) => enterLists(userId, id, leads)));
          counts.seen += some.length;
          counts.listed += entered.filter(Boolean).length;
          show(`${counts.seen} leads seen, ${counts.listed} listed`);
        }
      }
    }
  }
  return counts;
}

/** A lead that changes meanwhile enters the lists with the change. */
async function enterLists(userId: number, leadId: number, leads: LeadStore): Promise<boolean> {
  const lead = await leads.get(userId, leadId);
  return lead !== undefined && (await leads.enterLists(lead)) === 'entered';
}
