import { toLeadItem, toLeadRowItem } from '#shared/campaigns/lead-items.ts';
import { hasSameCampaignNumber, type Lead } from '#shared/campaigns/lead.ts';
import type { ItemKey } from '#shared/platform/table/definition.ts';
import { expr } from '#shared/platform/table/expressions.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { Write } from '#shared/platform/table/write.ts';

/** A lead under its version, with its entries in its campaign and in lists. Its number stays: see `moveNumberCount`. */
export function replaceLead(before: Lead, after: Lead): Write[] {
  return [
    { put: leadItemOf(after), condition: { version: before.version } },
    ...moveInCampaign(before, after),
    ...moveInLists(before, after),
  ];
}

/** The lead as it is stored. */
export function leadItemOf(lead: Lead) {
  return { ...keys.lead.key(lead.userId, lead.id), ...toLeadItem(lead) };
}

/**
 * Counts a lead under its number, and no longer under the one it had. The count that must be free comes first.
 * A count that falls to zero stays behind as an item of some 100 bytes.
 */
export function moveNumberCount(before: Lead | undefined, after: Lead): Write[] {
  if (before && hasSameCampaignNumber(before, after)) return [];
  const { allowDuplicate } = after;
  const isFree = expr`attribute_not_exists(pk) OR leads = ${0}`;
  const taken = { update: numberCountOf(after), add: { leads: 1 }, condition: allowDuplicate ? undefined : isFree };
  return [taken, ...(before ? leaveNumberCount(before) : [])];
}

export function leaveNumberCount(lead: Lead): Write[] {
  return [{ update: numberCountOf(lead), add: { leads: -1 } }];
}

function numberCountOf({ userId, campaignId, phoneNumber }: Lead): ItemKey {
  return keys.campaignNumber(userId, campaignId, phoneNumber);
}

/** Shows a lead in its campaign under its status, and nowhere else. */
export function moveInCampaign(before: Lead | undefined, after: Lead): Write[] {
  const shown = { ...campaignEntryOf(after), id: after.id, nextAttemptAt: after.dialing.nextAttemptAt };
  if (!before) return [{ put: shown }];
  const was = campaignEntryOf(before);
  if (was.pk === shown.pk && was.sk === shown.sk) return [];
  return [{ put: shown }, { remove: was }];
}

export function leaveCampaign(lead: Lead): Write[] {
  return [{ remove: campaignEntryOf(lead) }];
}

function campaignEntryOf({ userId, campaignId, status, id, dialing }: Lead): ItemKey {
  const dueAt = status === 'rescheduled' ? (dialing.nextAttemptAt ?? 0) : null;
  return keys.campaignLead.key(userId, campaignId, { id, status, dueAt });
}

/** Shows a lead in the lists of its user, its campaign and its number, and in no others. */
export function moveInLists(before: Lead | undefined, after: Lead): Write[] {
  const row = toLeadRowItem(after);
  if (before && JSON.stringify(toLeadRowItem(before)) === JSON.stringify(row)) return [];
  const isRenumbered = before?.phoneNumber !== after.phoneNumber;
  const left: ItemKey[] = [];
  if (before && isRenumbered) left.push(rowOfNumber(before));
  if (before && before.campaignId !== after.campaignId) left.push(rowOfCampaign(before));
  return [
    ...rowsOf(after).map((key) => ({ put: { ...key, ...row } })),
    ...(isRenumbered ? [{ put: { ...rowOfNumber(after), id: after.id } }] : []),
    ...left.map((key) => ({ remove: key })),
  ];
}

export function leaveLists(lead: Lead): Write[] {
  return [...rowsOf(lead), rowOfNumber(lead)].map((key) => ({ remove: key }));
}

function rowsOf(lead: Lead): ItemKey[] {
  return [keys.leadRow.key(lead.userId, lead.id), rowOfCampaign(lead)];
}

function rowOfCampaign({ userId, campaignId, id }: Lead): ItemKey {
  return keys.leadRowOfCampaign.key(userId, campaignId, id);
}

function rowOfNumber({ userId, phoneNumber, id }: Lead): ItemKey {
  return keys.leadOfNumber.key(userId, phoneNumber, id);
}
