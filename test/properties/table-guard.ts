import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { DeleteItemCommand, DynamoDBClient, PutItemCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';

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
  const hasWritten = watchWrites();
  let content: TableContent | undefined;
  const read = async () => {
    if (content && !hasWritten()) return content;
    const items = await scan(TableName);
    content = new Map(items.map((item) => [`${item['pk']?.S} ${item['sk']?.S}`, textOf(item)]));
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

/**
 * Whether this process, which is the only one that writes, has begun a write since it was last asked: most requests of a test
 * write nothing, and reading the whole table takes longer than they do.
 */
function watchWrites(): () => boolean {
  let isWritten = false;
  diagnostics.subscribe('http.client.request.start', (message) => {
    const target = (message as { request: ClientRequest }).request.getHeader('x-amz-target');
    if (/^DynamoDB_\d+\.(?!Get|BatchGet|Query|Scan)/.test(String(target))) isWritten = true;
  });
  return () => {
    const answer = isWritten;
    isWritten = false;
    return answer;
  };
}

/**
 * Asks the emulator directly, because the client of the SDK takes three times as long and this is done thousands of times.
 * The signature must be there, but it is not verified.
 */
async function scan(TableName: string): Promise<Item[]> {
  const response = await fetch(process.env['AWS_ENDPOINT_URL_DYNAMODB']!, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.Scan',
      'x-amz-date': '20250630T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=a/20250630/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=a',
    },
    body: JSON.stringify({ TableName, ConsistentRead: true }),
  });
  const { Items, LastEvaluatedKey } = (await response.json()) as { Items?: Item[]; LastEvaluatedKey?: Item };
  if (!Items || LastEvaluatedKey) throw new Error('the table was not read whole');
  return Items;
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
