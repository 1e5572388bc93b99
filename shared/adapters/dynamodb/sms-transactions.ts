import type { Table } from '#shared/adapters/dynamodb/table.ts';
import { transact, type TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import type { LedgerEntry } from '#shared/domain/account/account.ts';
import type { Sms, SmsKey } from '#shared/domain/sms/sms.ts';
import type { SmsRefund, SmsStore } from '#shared/ports/sms-store.ts';
import { keys } from '#shared/table/keys.ts';

type TransactItem = TransactItems[number];

/** Position of the message, or at its creation of the wallet, in the transactions below. */
const FIRST = 0;

/** Messages are looked up within minutes; after that nobody asks for the marker. */
const MARKER_DAYS = 7;

/** Takes the money, stores the message and books the entry: 3 items, so 2 × (1 + 2 + 1) write units. */
export async function createWithCharge(
  table: Table,
  sms: Sms,
  entry: LedgerEntry,
): ReturnType<SmsStore['createWithCharge']> {
  const TableName = table.tableName;
  const failed = await transact(table, [
    {
      Update: {
        TableName,
        Key: keys.wallet(sms.userId),
        UpdateExpression: 'SET balance = balance - :cost, available = available - :cost',
        ConditionExpression: 'available >= :cost',
        ExpressionAttributeValues: { ':cost': sms.totalCost },
      },
    },
    {
      Put: {
        TableName,
        Item: { ...keys.sms.key(sms.userId, sms.id), ...sms },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    putEntry(TableName, entry),
  ]);
  if (failed.length === 0) return 'created';
  return failed.every((position) => position === FIRST) ? 'insufficient_balance' : 'id_taken';
}

/** Gives the money back with the status in one step, so once: only a queued message can become failed. */
export async function refund(table: Table, request: SmsRefund): ReturnType<SmsStore['refund']> {
  const TableName = table.tableName;
  const { key, entry } = request;
  const failed = await transact(table, [
    failMessage(TableName, request),
    {
      Update: {
        TableName,
        Key: keys.wallet(key.userId),
        UpdateExpression: 'SET balance = balance + :amount, available = available + :amount',
        ExpressionAttributeValues: { ':amount': entry.amount },
      },
    },
    putEntry(TableName, entry),
  ]);
  if (failed.length === 0) return 'refunded';
  return failed.includes(FIRST) ? 'not_open' : 'id_taken';
}

/** Ties a message of the carrier to one of ours for good: the marker lets nobody else take it. */
export async function recognise(
  table: Table,
  key: SmsKey,
  carrierMessageId: string,
  at: number,
): ReturnType<SmsStore['recognise']> {
  const TableName = table.tableName;
  const failed = await transact(table, [
    {
      Update: {
        TableName,
        Key: keys.sms.key(key.userId, key.smsId),
        UpdateExpression: 'SET #status = :sent, carrierMessageId = :id, updatedAt = :at',
        ConditionExpression: '#status = :queued',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':sent': 'sent', ':queued': 'queued', ':id': carrierMessageId, ':at': at },
      },
    },
    {
      Put: {
        TableName,
        Item: {
          ...keys.recognisedMessage(key.userId, carrierMessageId),
          smsId: key.smsId,
          expiresAt: Math.ceil(at / 1000) + MARKER_DAYS * 86_400,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
  ]);
  if (failed.length === 0) return 'recognised';
  return failed.includes(FIRST) ? 'not_queued' : 'taken';
}

function failMessage(TableName: string, { key, claimedAt, failure, at }: SmsRefund): TransactItem {
  return {
    Update: {
      TableName,
      Key: keys.sms.key(key.userId, key.smsId),
      UpdateExpression: 'SET #status = :failed, failure = :failure, updatedAt = :at',
      ConditionExpression: '#status = :queued AND claimedAt = :claimedAt',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':failed': 'failed',
        ':queued': 'queued',
        ':claimedAt': claimedAt,
        ':failure': failure,
        ':at': at,
      },
    },
  };
}

function putEntry(TableName: string, entry: LedgerEntry): TransactItem {
  const Item = { ...keys.ledger.key(entry.userId, entry.id), ...entry };
  return { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } };
}
