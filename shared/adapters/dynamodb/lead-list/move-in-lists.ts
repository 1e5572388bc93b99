import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import type { ItemKey } from '#shared/table/definition.ts';
import { toLeadRowItem } from '#shared/table/items/lead-row-item.ts';
import { keys } from '#shared/table/keys.ts';

/** The part of a transaction that shows a lead in the lists of its user, its campaign and its number, and in no others. */
export function moveInLists({ tableName: TableName }: Table, before: Lead | undefined, after: Lead): TransactItems {
  const row = toLeadRowItem(after);
  if (before && JSON.stringify(toLeadRowItem(before)) === JSON.stringify(row)) return [];
  const isRenumbered = before?.phoneNumber !== after.phoneNumber;
  const left: ItemKey[] = [];
  if (before && isRenumbered) left.push(numberKey(before));
  if (before && before.campaignId !== after.campaignId) left.push(campaignKey(before));
  return [
    ...rowKeys(after).map((key) => ({ Put: { TableName, Item: { ...key, ...row } } })),
    ...(isRenumbered ? [{ Put: { TableName, Item: { ...numberKey(after), id: after.id } } }] : []),
    ...left.map((Key) => ({ Delete: { TableName, Key } })),
  ];
}

/** The part of a transaction that takes a lead out of every list. */
export function leaveLists({ tableName: TableName }: Table, lead: Lead): TransactItems {
  return [...rowKeys(lead), numberKey(lead)].map((Key) => ({ Delete: { TableName, Key } }));
}

function rowKeys(lead: Lead): ItemKey[] {
  return [keys.leadRow.key(lead.userId, lead.id), campaignKey(lead)];
}

function campaignKey({ userId, campaignId, id }: Lead): ItemKey {
  return keys.leadRowOfCampaign.key(userId, campaignId, id);
}

function numberKey({ userId, phoneNumber, id }: Lead): ItemKey {
  return keys.leadOfNumber.key(userId, phoneNumber, id);
}
