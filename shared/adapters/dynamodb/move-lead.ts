import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import { hasSamePlace } from '#shared/domain/lead/change-lead.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { toLeadItem } from '#shared/table/items/lead-item.ts';
import { keys } from '#shared/table/keys.ts';

/**
 * The part of a transaction that counts a lead under its number, and no longer under the one it had.
 * The count that must be free comes first. A count that falls to zero stays behind as an item of some 100 bytes.
 */
export function moveNumberCount(table: Table, before: Lead | undefined, after: Lead): TransactItems {
  if (before && hasSamePlace(before, after)) return [];
  return [takeNumber(table, after), ...(before ? [countNumber(table, before, -1)] : [])];
}

function takeNumber(table: Table, lead: Lead): TransactItems[number] {
  const { Update } = countNumber(table, lead, 1);
  if (lead.allowDuplicate) return { Update };
  return {
    Update: {
      ...Update,
      ConditionExpression: 'attribute_not_exists(pk) OR leads = :none',
      ExpressionAttributeValues: { ...Update.ExpressionAttributeValues, ':none': 0 },
    },
  };
}

function countNumber({ tableName }: Table, { userId, campaignId, phoneNumber }: Lead, change: 1 | -1) {
  return {
    Update: {
      TableName: tableName,
      Key: keys.campaignNumber(userId, campaignId, phoneNumber),
      UpdateExpression: 'ADD leads :change',
      ExpressionAttributeValues: { ':change': change },
    },
  };
}

/** The part of a transaction that no longer counts a lead under its number. */
export function leaveNumberCount(table: Table, lead: Lead): TransactItems {
  return [countNumber(table, lead, -1)];
}

/** The part of a transaction that shows a lead in its campaign under its status, and nowhere else. */
export function moveInCampaign({ tableName }: Table, before: Lead | undefined, after: Lead): TransactItems {
  const shown = {
    TableName: tableName,
    Item: { ...placeOf(after), id: after.id, nextAttemptAt: after.dialing.nextAttemptAt },
  };
  if (!before) return [{ Put: shown }];
  const was = placeOf(before);
  if (was.pk === shown.Item.pk && was.sk === shown.Item.sk) return [];
  return [{ Put: shown }, { Delete: { TableName: tableName, Key: was } }];
}

/** The part of a transaction that takes a lead out of its campaign. */
export function leaveCampaign({ tableName }: Table, lead: Lead): TransactItems {
  return [{ Delete: { TableName: tableName, Key: placeOf(lead) } }];
}

/** The key under which a lead is found in its campaign. */
function placeOf({ userId, campaignId, status, id, dialing }: Lead) {
  const dueAt = status === 'rescheduled' ? (dialing.nextAttemptAt ?? 0) : null;
  return keys.campaignLead.key(userId, campaignId, { id, status, dueAt });
}

/** The lead as it is stored. */
export function leadItemOf(lead: Lead) {
  return { ...keys.lead.key(lead.userId, lead.id), ...toLeadItem(lead) };
}
