import { crc32 } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { serve } from '#test/support/http-server.ts';

/** An item with the attributes of a call, of about this size. */
export const callItem = (bytes: number, index = 0) => ({
  pk: 'USER#7#CALL',
  sk: String(10 ** 15 + index),
  id: 10 ** 15 + index,
  userId: 7,
  status: 'completed',
  phoneNumber: '+12025550100',
  callerId: '+12025550199',
  createdAt: 1_795_000_000_000,
  endedAt: 1_795_000_061_000,
  isRecorded: false,
  campaignId: null,
  cost: { carrier: 12_000, model: 3400, speech: 5600 },
  variables: { customer_name: 'Ada', plan: 'gold' },
  tags: ['first', 'renewal'],
  summary: 'A call that a customer has answered. '.repeat(bytes / 37).slice(0, bytes - 450),
});

/** Answers each operation with the same bytes and their checksum, as DynamoDB does, in a process of its own. */
async function startCannedTable(): Promise<string> {
  const items = Array.from({ length: 15 }, (_, index) => marshall(callItem(2048, index)));
  const answers = {
    GetItem: { Item: marshall(callItem(1024)) },
    Query: { Count: items.length, Items: items, ScannedCount: items.length },
    PutItem: {},
    TransactWriteItems: {},
  };
  const bytesOf = new Map(Object.entries(answers).map(([name, answer]) => [name, Buffer.from(JSON.stringify(answer))]));
  const { url } = await serve((request, response) => {
    const bytes = bytesOf.get(String(request.headers['x-amz-target']).replace('DynamoDB_20120810.', ''));
    const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-crc32': crc32(bytes ?? '') };
    request.resume().on('end', () => response.writeHead(bytes ? 200 : 400, headers).end(bytes));
  });
  return url;
}

if (import.meta.main) {
  process.on('disconnect', () => process.exit());
  process.send?.(await startCannedTable());
}
