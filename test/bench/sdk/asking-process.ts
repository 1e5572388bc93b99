import { randomUUID } from 'node:crypto';
import { dynamo } from '#shared/platform/environment.ts';
import {
  GetItemRequest,
  PutItemRequest,
  QueryRequest,
  TransactWriteItemsRequest,
} from '#shared/platform/table/requests.ts';
import { atOnce } from '#test/bench/load.ts';
import { callItem } from '#test/bench/sdk/canned-table.ts';

export type Operation = keyof typeof inputs;

const AT_ONCE = 4;
const TableName = 'bench';
const Key = { pk: 'USER#7#CALL', sk: '1000000000000000' };
const put = { TableName, Item: callItem(1024), ConditionExpression: 'attribute_not_exists(pk)' };
const update = {
  TableName,
  Key,
  UpdateExpression: 'SET #status = :status, endedAt = :at',
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues: { ':status': 'completed', ':at': 1_795_000_061_000 },
};
const inputs = {
  GetItem: { TableName, Key, ConsistentRead: true },
  Query: {
    TableName,
    KeyConditionExpression: 'pk = :pk AND sk < :sk',
    ExpressionAttributeValues: { ':pk': Key.pk, ':sk': Key.sk },
    Limit: 15,
  },
  PutItem: put,
  TransactWriteItems: { TransactItems: [{ Put: put }, { Update: update }, { Update: update }, { Put: put }] },
};

/** One request of a client to the table. */
function createAsker(): (operation: Operation) => Promise<unknown> {
  const client = dynamo();
  const requests: Record<Operation, () => Promise<unknown>> = {
    GetItem: () => client.send(new GetItemRequest(inputs.GetItem)),
    Query: () => client.send(new QueryRequest(inputs.Query)),
    PutItem: () => client.send(new PutItemRequest(inputs.PutItem)),
    TransactWriteItems: () =>
      client.send(new TransactWriteItemsRequest({ ...inputs.TransactWriteItems, ClientRequestToken: randomUUID() })),
  };
  return (operation) => requests[operation]();
}

if (import.meta.main) {
  const ask = createAsker();
  process.on('disconnect', () => process.exit());
  process.on('message', (wanted: { operation: Operation; count: number }) => void measure(ask, wanted));
}

async function measure(
  ask: ReturnType<typeof createAsker>,
  { operation, count }: { operation: Operation; count: number },
) {
  const before = process.cpuUsage();
  const seconds = await atOnce(AT_ONCE, count, () => ask(operation));
  const { user, system } = process.cpuUsage(before);
  process.send?.({ microseconds: (user + system) / count, perSecond: count / seconds });
}
