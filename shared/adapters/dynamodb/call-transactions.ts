import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { Call, CallConfiguration } from '#shared/domain/call/call.ts';
import type { Settlement } from '#shared/ports/call-store.ts';
import { toCallConfigurationItem } from '#shared/table/items/call-configuration-item.ts';
import { toCallBodyItem } from '#shared/table/items/call-item.ts';
import { keys } from '#shared/table/keys.ts';

/** Positions in the transactions below. */
const WALLET = 0;
const HEAD = 0;

/** Holds the money and stores the call: 3 items, so 2 × (1 + 1 + ~3 KB of configuration) write units. */
export async function createWithHold(
  table: Table,
  call: Call,
  configuration: CallConfiguration,
): Promise<'created' | 'id_taken' | 'insufficient_balance'> {
  const TableName = table.tableName;
  const ConditionExpression = 'attribute_not_exists(pk)';
  const failed = await transact(table, [
    {
      Update: {
        TableName,
        Key: keys.wallet(call.userId),
        UpdateExpression: 'SET available = available - :hold',
        ConditionExpression: 'available >= :hold',
        ExpressionAttributeValues: { ':hold': call.hold },
      },
    },
    { Put: { TableName, Item: { ...keys.call.key(call.userId, call.id), ...call }, ConditionExpression } },
    {
      Put: {
        TableName,
        Item: { ...keys.callConfiguration.key(call.userId, call.id), ...toCallConfigurationItem(configuration) },
        ConditionExpression,
      },
    },
  ]);
  if (failed.length === 0) return 'created';
  return failed.every((position) => position === WALLET) ? 'insufficient_balance' : 'id_taken';
}

/** Ends the story of a call: head, wallet, body and ledger together, once, because only an unsettled head has a hold. */
export async function settle(table: Table, settlement: Settlement): Promise<'settled' | 'already_settled'> {
  const TableName = table.tableName;
  const { key, entry, body } = settlement;
  const items: TransactItems = [
    settleHead(TableName, settlement),
    {
      Update: {
        TableName,
        Key: keys.wallet(key.userId),
        UpdateExpression: 'SET balance = balance - :cost, available = available + :freed',
        ExpressionAttributeValues: { ':cost': settlement.totalCost, ':freed': settlement.hold - settlement.totalCost },
      },
    },
    { Put: { TableName, Item: { ...keys.callBody.key(key.userId, key.callId), ...toCallBodyItem(body) } } },
  ];
  if (entry) {
    const Item = { ...keys.ledger.key(entry.userId, entry.id), ...entry };
    items.push({ Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } });
  }
  const failed = await transact(table, items);
  if (failed.length === 0) return 'settled';
  if (failed.includes(HEAD)) return 'already_settled';
  throw new Error(`the id of ledger entry ${entry?.id} is taken; the next try draws another one`);
}

function settleHead(TableName: string, settlement: Settlement): TransactItems[number] {
  return {
    Update: {
      TableName,
      Key: keys.call.key(settlement.key.userId, settlement.key.callId),
      UpdateExpression:
        'SET #status = :status, carrierCost = :carrierCost, totalCost = :totalCost, #hold = :none, updatedAt = :at',
      ConditionExpression: '#hold = :hold AND #status IN (:ended, :status)',
      // Both are reserved words.
      ExpressionAttributeNames: { '#status': 'status', '#hold': 'hold' },
      ExpressionAttributeValues: {
        ':status': settlement.status,
        ':ended': 'ended',
        ':carrierCost': settlement.carrierCost,
        ':totalCost': settlement.totalCost,
        ':hold': settlement.hold,
        ':none': 0,
        ':at': settlement.at,
      },
    },
  };
}
