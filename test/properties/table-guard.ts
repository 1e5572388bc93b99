import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  ScanCommand,
  type AttributeValue,
} from '@aws-sdk/client-dynamodb';

type Item = Record<string, AttributeValue>;

/** Every item of the table by its key, as text, so that two moments can be compared byte for byte. */
export type TableContent = Map<string, string>;

export interface TableGuard {
  read(): Promise<TableContent>;
  /** Makes the table what it was before. */
  restore(before: TableContent, after: TableContent): Promise<void>;
}

/** Watches the table of the stack that runs in this process. */
export function createTableGuard(TableName: string): TableGuard {
  const client = new DynamoDBClient({});
  const read = async () => {
    const content: TableContent = new Map();
    let ExclusiveStartKey: Item | undefined;
    do {
      const page = await client.send(
        new ScanCommand({ TableName, ConsistentRead: true, ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
      );
      for (const item of page.Items ?? []) content.set(`${item['pk']?.S} ${item['sk']?.S}`, textOf(item));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    return content;
  };
  return {
    read,
    async restore(before, after) {
      for (const [key, text] of after) {
        if (before.has(key)) continue;
        const { pk, sk } = JSON.parse(text) as Item;
        await client.send(new DeleteItemCommand({ TableName, Key: { pk: pk!, sk: sk! } }));
      }
      for (const [key, text] of before) {
        if (after.get(key) === text) continue;
        await client.send(new PutItemCommand({ TableName, Item: JSON.parse(text) as Item }));
      }
    },
  };
}

/** Maps have no order, so their keys are put into one. */
function textOf(item: Item): string {
  return JSON.stringify(item, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** What is different between two moments, in words. */
export function differences(before: TableContent, after: TableContent): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => `${key}: ${before.get(key) ?? 'nothing'} -> ${after.get(key) ?? 'nothing'}`);
}
