import { DynamoDBClient, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { transact } from '#shared/adapters/dynamodb/transact.ts';

const items = [
  { Put: { TableName: 'test', Item: { pk: 'a', sk: 'a' } } },
  { Put: { TableName: 'test', Item: { pk: 'b', sk: 'b' } } },
];

function setup() {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'local' }));
  const mock = mockClient(client);
  return { mock, write: () => transact({ client, tableName: 'test' }, items) };
}

function canceled(...codes: string[]): TransactionCanceledException {
  const CancellationReasons = codes.map((Code) => ({ Code }));
  return new TransactionCanceledException({ message: 'canceled', $metadata: {}, CancellationReasons });
}

describe('transact', () => {
  it('tries again while another transaction has the items', async () => {
    const { mock, write } = setup();
    const conflict = canceled('TransactionConflict', 'None');
    mock.on(TransactWriteCommand).rejectsOnce(conflict).rejectsOnce(conflict).rejectsOnce(conflict).resolves({});
    await expect(write()).resolves.toEqual([]);
    expect(mock.calls()).toHaveLength(4);
  });

  it.each([
    { codes: ['None', 'ConditionalCheckFailed'], failed: [1] },
    { codes: ['ConditionalCheckFailed', 'ConditionalCheckFailed'], failed: [0, 1] },
    { codes: ['TransactionConflict', 'ConditionalCheckFailed'], failed: [1] },
  ])('gives the positions $failed of the conditions that failed, without another try', async ({ codes, failed }) => {
    const { mock, write } = setup();
    mock.on(TransactWriteCommand).rejects(canceled(...codes));
    await expect(write()).resolves.toEqual(failed);
    expect(mock.calls()).toHaveLength(1);
  });

  it.each([canceled('ValidationError'), new Error('the table is gone')])('throws %s', async (error) => {
    const { mock, write } = setup();
    mock.on(TransactWriteCommand).rejects(error);
    await expect(write()).rejects.toThrow(error.message);
    expect(mock.calls()).toHaveLength(1);
  });
});
