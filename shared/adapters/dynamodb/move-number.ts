import type { Table } from '#shared/adapters/dynamodb/table.ts';
import type { TransactItems } from '#shared/adapters/dynamodb/transact.ts';
import { keys } from '#shared/table/keys.ts';

interface Move {
  userId: number;
  /** The assistant that holds the numbers. */
  id: number;
  from: number | null;
  to: number | null;
}

/** The part of a transaction that takes one phone number for an inbound assistant and gives back another. */
export function moveNumber({ tableName }: Table, { userId, id, from, to }: Move): TransactItems {
  if (from === to) return [];
  const change = (numberId: number, holder: { before: number | null; after: number | null }) => ({
    Update: {
      TableName: tableName,
      Key: keys.phoneNumber.key(userId, numberId),
      // A number that does not exist has no holder, not a holder that is null, so the condition fails for it.
      ConditionExpression: 'inboundAssistantId = :before',
      UpdateExpression: 'SET inboundAssistantId = :after',
      ExpressionAttributeValues: { ':before': holder.before, ':after': holder.after },
    },
  });
  return [
    ...(from === null ? [] : [change(from, { before: id, after: null })]),
    ...(to === null ? [] : [change(to, { before: null, after: id })]),
  ];
}
