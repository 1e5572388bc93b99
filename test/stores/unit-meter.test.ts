import {
  BatchGetCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { itemBytes } from '#test/bench/local-table-file.ts';
import { createMeter } from '#test/bench/meter.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const reads = (bytes: number) => Math.ceil(bytes / 4096);
const writes = (bytes: number) => Math.ceil(bytes / 1024);

const items = [
  { pk: 'METER', sk: '1', text: 'é'.repeat(900), number: 1234567890123456, flag: true, nothing: null },
  { pk: 'METER', sk: '2', list: Array.from({ length: 300 }, (_, index) => index), map: { a: 'b', c: [1, 2] } },
  { pk: 'METER', sk: '3', bytes: new Uint8Array(5000), ids: new Set([1, 22, 333, 4444]) },
  { pk: 'METER', sk: '4' },
];

describe('the units that the meter reads', () => {
  it('are those of the published size formula, transactions twice', async () => {
    const { client, read } = createMeter(table.client());
    const TableName = table.tableName;
    const key = (index: number) => ({ pk: items[index]!.pk, sk: items[index]!.sk });
    const sizes = items.map(itemBytes);
    const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0);

    for (const [index, Item] of items.entries()) {
      await client.send(new PutCommand({ TableName, Item }));
      expect({ index, units: read().writeUnits }).toEqual({ index, units: writes(sizes[index]!) });
    }
    for (const index of items.keys()) {
      await client.send(new GetCommand({ TableName, Key: key(index), ConsistentRead: true }));
      expect({ index, units: read().findUnits }).toEqual({ index, units: reads(sizes[index]!) });
    }
    const KeyConditionExpression = 'pk = :pk';
    const ExpressionAttributeValues = { ':pk': 'METER' };
    await client.send(
      new QueryCommand({ TableName, KeyConditionExpression, ExpressionAttributeValues, ConsistentRead: true }),
    );
    expect(read().findUnits).toBe(reads(sum(sizes)));

    const Keys = items.map((_, index) => key(index));
    await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }));
    expect(read().rowUnits).toBe(sum(sizes.map(reads)));

    await client.send(new TransactWriteCommand({ TransactItems: items.map((Item) => ({ Put: { TableName, Item } })) }));
    expect(read().writeUnits).toBe(2 * sum(sizes.map(writes)));

    const change = { UpdateExpression: 'SET flag = :no', ExpressionAttributeValues: { ':no': false } };
    await client.send(new UpdateCommand({ TableName, Key: key(2), ...change }));
    expect(read().writeUnits).toBe(writes(itemBytes({ ...items[2], flag: false })));
  });

  it('count failed conditions, by the size of the stored item, in a transaction twice and for each item', async () => {
    const { client, read } = createMeter(table.client());
    const TableName = table.tableName;
    const Item = { pk: 'METER', sk: 'refused', text: 'x'.repeat(2500) };
    await client.send(new PutCommand({ TableName, Item }));
    read();
    const absent = { TableName, ConditionExpression: 'attribute_not_exists(pk)' };
    await expect(client.send(new PutCommand({ ...absent, Item: { pk: 'METER', sk: 'refused' } }))).rejects.toThrow(
      'condition',
    );
    expect(read().writeUnits).toBe(3);
    const TransactItems = [
      { Put: { TableName, Item: { pk: 'METER', sk: 'other', text: 'x'.repeat(1500) } } },
      { Put: { ...absent, Item: { pk: 'METER', sk: 'refused' } } },
    ];
    await expect(client.send(new TransactWriteCommand({ TransactItems }))).rejects.toThrow(/cancel/i);
    expect(read().writeUnits).toBe(2 * (2 + 3));
  });
});
