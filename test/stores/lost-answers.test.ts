import { Readable } from 'node:stream';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { HttpResponse } from '@smithy/core/protocols';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localCredentials } from '#infra/local/address/names.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { quickRetries } from '#shared/platform/environment.ts';
import { addFastRequests } from '#shared/platform/fast-requests.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { createDynamoDbSmsStore } from '#shared/sms/dynamodb-sms-store.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createCalls } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall, buildLedgerEntry, buildSms } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
let client: DynamoDBDocumentClient;
const real = () => ({ client, tableName: table.tableName });

type Refusal = { __type: string } & Record<string, unknown>;
const throttled: Refusal = { __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' };
const cancelled: Refusal = {
  __type: 'com.amazonaws.dynamodb.v20120810#TransactionCanceledException',
  CancellationReasons: [{ Code: 'ThrottlingError' }, { Code: 'None' }],
};

/** The next transaction is written and its answer is lost; its repeats are refused as given. */
function loseAnswerThenRefuse(refusals: Refusal[]) {
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  let isLost = false;
  requestHandler.handle = async (...request: Parameters<typeof handle>) => {
    if (!String(request[0].headers['x-amz-target']).endsWith('TransactWriteItems')) return handle(...request);
    if (!isLost) {
      isLost = true;
      const answer = await handle(...request);
      answer.response.body.destroy();
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    }
    const refusal = refusals.shift();
    if (!refusal) return handle(...request);
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    const body = Readable.from([Buffer.from(JSON.stringify(refusal))]);
    return { response: new HttpResponse({ statusCode: 400, headers, body }) };
  };
}

async function fund() {
  const userId = newUserId();
  const wallet = { ...keys.wallet(userId), userId, balance: 10_000, available: 10_000, usageDate: '2026-01-01' };
  await client.send(new PutCommand({ TableName: table.tableName, Item: wallet }));
  return userId;
}

describe.each(['the SDK', 'fast requests'])('a transaction of %s whose answer was lost', (sender) => {
  beforeEach(async () => {
    const endpoint = (await table.client().config.endpoint?.())!;
    const retries = quickRetries();
    client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, ...localCredentials, ...retries }));
    if (sender === 'fast requests') addFastRequests(client, () => undefined, retries.retryStrategy);
  });

  afterEach(() => client.destroy());

  const refusals = [
    { after: 'a cancelled repeat', list: [cancelled, cancelled] },
    { after: 'throttled repeats', list: Array.from({ length: 6 }, () => throttled) },
  ];

  it.each(refusals)('creates a call once, after $after', async ({ list }) => {
    const userId = await fund();
    const call = buildCall({ userId, hold: 100 });
    const calls = createCalls(real());
    const configuration = { assistant: buildAssistant({ userId }), variables: {} };
    await calls.createWithHold({ ...call, id: call.id + 1 }, configuration);
    loseAnswerThenRefuse([...list]);
    await expect(calls.createWithHold(call, configuration)).resolves.toBe('created');
    await expect(createDynamoDbWalletStore(real()).get(userId)).resolves.toEqual({ balance: 10_000, available: 9800 });
  });

  it.each(refusals)('charges an SMS once, after $after', async ({ list }) => {
    const userId = await fund();
    const sms = buildSms({ userId, totalCost: 60 });
    const createdAt = Date.UTC(2026, 0, 1);
    loseAnswerThenRefuse([...list]);
    const entry = buildLedgerEntry({ id: 5, userId, amount: -60, kind: 'sms', createdAt });
    await expect(createDynamoDbSmsStore(real()).createWithCharge(sms, entry)).resolves.toBe('created');
    await expect(createDynamoDbWalletStore(real()).get(userId)).resolves.toEqual({ balance: 9940, available: 9940 });
  });
});
