import { leaveLists } from '#shared/adapters/dynamodb/lead-list/move-in-lists.ts';
import { leaveCampaign, leaveNumberCount } from '#shared/adapters/dynamodb/move-lead.ts';
import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact } from '#shared/adapters/dynamodb/transact.ts';
import type { Lead } from '#shared/domain/lead/lead.ts';
import { keys } from '#shared/table/keys.ts';

/** Everything of a lead at once: 16 items with ten contacts. */
export async function removeLead(table: Table, lead: Lead): Promise<'removed' | 'conflict'> {
  const { tableName: TableName } = table;
  const failed = await transact(table, [
    {
      Delete: {
        TableName,
        Key: keys.lead.key(lead.userId, lead.id),
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':version': lead.version },
      },
    },
    ...leaveNumberCount(table, lead),
    ...leaveCampaign(table, lead),
    ...leaveLists(table, lead),
    ...lead.contactIds.map((id) => ({ Delete: { TableName, Key: keys.leadContact.key(lead.userId, id) } })),
  ]);
  return failed.length === 0 ? 'removed' : 'conflict';
}
