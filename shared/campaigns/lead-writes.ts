import * as v from 'valibot';
import type { LeadStatus } from '#shared/calls/called-lead.ts';
import type { Lead, SecondaryContact } from '#shared/campaigns/lead.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { IdChange } from '#shared/platform/table/page-index.ts';
import type { ItemKey } from '#shared/platform/table/table.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** About 130 bytes, so a read of 1 MB finds thousands of leads. The status is in the page index. */
export const LeadRowItem = v.object({ id: v.number(), campaignId: v.number(), phoneNumber: v.string() });

export const CampaignLeadItem = v.object({ id: v.number(), nextAttemptAt: v.optional(v.nullable(v.number()), null) });

export function replaceLead(before: Lead, after: Lead): Write[] {
  return [
    { put: leadItemOf(after), condition: { version: before.version } },
    ...moveInCampaign(before, after),
    ...moveInLists(before, after),
  ];
}

/** `before` undefined: created. `after` undefined: removed. */
export function indexChangesOf(before: Lead | undefined, after: Lead | undefined): Array<IdChange<LeadStatus>> {
  const [was, is] = [listsOf(before), listsOf(after)];
  return [...new Set([...was, ...is])].flatMap((partition) => {
    const change = {
      list: { partition },
      id: (after ?? before)?.id ?? 0,
      was: was.includes(partition) ? before?.status : undefined,
      is: is.includes(partition) ? after?.status : undefined,
    };
    return change.was === change.is ? [] : [change];
  });
}

function listsOf(lead: Lead | undefined): string[] {
  if (!lead) return [];
  const { userId, campaignId } = lead;
  return [keys.pageIndex.ofLeads(userId), keys.pageIndex.ofCampaignLeads(userId, campaignId)];
}

export function leadItemOf(lead: Lead) {
  return { ...keys.lead.key(lead.userId, lead.id), ...lead, variables: JSON.stringify(lead.variables) };
}

export function contactItemOf(contact: SecondaryContact) {
  const key = keys.leadContact.key(contact.userId, contact.id);
  return { ...key, ...contact, variables: JSON.stringify(contact.variables) };
}

export function moveInCampaign(before: Lead | undefined, after: Lead): Write[] {
  const entry = { ...campaignKeyOf(after), id: after.id, nextAttemptAt: after.dialing.nextAttemptAt };
  if (!before) return [{ put: entry }];
  const previous = campaignKeyOf(before);
  if (previous.pk === entry.pk && previous.sk === entry.sk) return [];
  return [{ put: entry }, { remove: previous }];
}

export function leaveCampaign(lead: Lead): Write[] {
  return [{ remove: campaignKeyOf(lead) }];
}

function campaignKeyOf({ userId, campaignId, status, id, dialing }: Lead): ItemKey {
  const dueAt = status === 'rescheduled' ? (dialing.nextAttemptAt ?? 0) : null;
  return keys.campaignLead.key(userId, campaignId, { id, status, dueAt });
}

export function moveInLists(before: Lead | undefined, after: Lead): Write[] {
  const row = rowOf(after);
  if (before && JSON.stringify(rowOf(before)) === JSON.stringify(row)) return [];
  const isRenumbered = before?.phoneNumber !== after.phoneNumber;
  const left: ItemKey[] = [];
  if (before && isRenumbered) left.push(numberKeyOf(before));
  if (before && before.campaignId !== after.campaignId) left.push(campaignRowKeyOf(before));
  return [
    ...rowKeysOf(after).map((key) => ({ put: { ...key, ...row } })),
    ...(isRenumbered ? [{ put: { ...numberKeyOf(after), id: after.id } }] : []),
    ...left.map((key) => ({ remove: key })),
  ];
}

export function leaveLists(lead: Lead): Write[] {
  return [...rowKeysOf(lead), numberKeyOf(lead)].map((key) => ({ remove: key }));
}

function rowOf({ id, campaignId, phoneNumber }: Lead): v.InferInput<typeof LeadRowItem> {
  return { id, campaignId, phoneNumber };
}

function rowKeysOf(lead: Lead): ItemKey[] {
  return [keys.leadRow.key(lead.userId, lead.id), campaignRowKeyOf(lead)];
}

function campaignRowKeyOf({ userId, campaignId, id }: Lead): ItemKey {
  return keys.leadRowOfCampaign.key(userId, campaignId, id);
}

function numberKeyOf({ userId, phoneNumber, id }: Lead): ItemKey {
  return keys.leadOfNumber.key(userId, phoneNumber, id);
}
