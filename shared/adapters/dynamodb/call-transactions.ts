import { sealsAbove } from '#shared/adapters/dynamodb/call-list/break-seals.ts';
import { readSealingLine } from '#shared/adapters/dynamodb/call-list/sealing-line.ts';
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
const INBOUND = 3;

type Creation = 'created' | 'id_taken' | 'insufficient_balance' | 'known';

/**
 * Holds the money and stores the call: 3 items, so 2 × (1 + 1 + ~3 KB of configuration) write units, and a small fourth one
 * for a call that came in. The condition that keeps new calls out of what lists have sealed costs nothing, because the
 * wallet is written anyway.
 */
export async function createWithHold(table: Table, call: Call, configuration: CallConfiguration): Promise<Creation> {
  for (;;) {
    const failed = await transact(table, creation(table, call, configuration, 'unsealed'));
    if (failed.length === 0) return 'created';
    if (failed.includes(INBOUND)) return 'known';
    if (failed.some((position) => position !== WALLET)) return 'id_taken';
    const { available, callsSealedTo } = await readSealingLine(table, call.userId);
    if (available < call.hold) return 'insufficient_balance';
    // An id that was reserved minutes ago: the calls around it may have been sealed since.
    if (callsSealedTo > call.id) return createLate(table, call, configuration);
  }
}

/** Stores a call with an id below the sealing line, and drops the seals above it in the same transaction. */
async function createLate(table: Table, call: Call, configuration: CallConfiguration): Promise<Creation> {
  for (;;) {
    const items = creation(table, call, configuration, 'anywhere');
    const seals = await sealsAbove(table, { userId: call.userId, callId: call.id });
    const failed = await transact(table, [...items, ...seals]);
    if (failed.length === 0) return 'created';
    if (items.length > INBOUND && failed.includes(INBOUND)) return 'known';
    if (failed.includes(WALLET)) return 'insufficient_balance';
    // Only seals that were written in between are no answer: they are asked for again.
    if (failed.some((position) => position < items.length)) return 'id_taken';
  }
}

function creation(
  { tableName: TableName }: Table,
  call: Call,
  configuration: CallConfiguration,
  where: 'unsealed' | 'anywhere',
): TransactItems {
  const isUnsealed = '(attribute_not_exists(callsSealedTo) OR callsSealedTo <= :id)';
  const ConditionExpression = 'attribute_not_exists(pk)';
  return [
    {
      Update: {
        TableName,
        Key: keys.wallet(call.userId),
        UpdateExpression: 'SET available = available - :hold',
        ConditionExpression: where === 'unsealed' ? `available >= :hold AND ${isUnsealed}` : 'available >= :hold',
        ExpressionAttributeValues: { ':hold': call.hold, ...(where === 'unsealed' && { ':id': call.id }) },
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
    ...inboundMarker(TableName, call),
  ];
}

/** The carrier may announce a call twice, and its later news name nothing but its own id. */
function inboundMarker(TableName: string, { type, carrierCallId, userId, id: callId }: Call): TransactItems {
  if (type !== 'inbound' || carrierCallId === null) return [];
  const Item = { ...keys.inboundCall(carrierCallId), userId, callId };
  return [{ Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } }];
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
  const { recordingSecret } = settlement;
  return {
    Update: {
      TableName,
      Key: keys.call.key(settlement.key.userId, settlement.key.callId),
      UpdateExpression:
        'SET #status = :status, carrierCost = :carrierCost, totalCost = :totalCost, #hold = :none, updatedAt = :at' +
        (recordingSecret === undefined ? '' : ', recordingSecret = :recordingSecret'),
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
        ...(recordingSecret === undefined ? {} : { ':recordingSecret': recordingSecret }),
      },
    },
  };
}
