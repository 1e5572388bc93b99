import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { eraseNumber } from '#infra/admin/erase/erase-number.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { createProgressBar } from '#infra/admin/import/progress-bar.ts';
import { toCallBodyItem, toCallConfigurationItem } from '#shared/calls/call-items.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { clock } from '#shared/platform/clock.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { ItemKey, Table } from '#shared/platform/table/table.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { createCalls } from '#test/support/call-stores.ts';
import { createMemorySecrets } from '#test/support/memory/platform.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const real = () => ({ client: table.client(), tableName: table.tableName });
const bar = createProgressBar(undefined);
const ADA = '+12025550100';
const BOB = '+12025550101';

const put = (item: object) =>
  table.client().send(new PutCommand({ TableName: table.tableName, Item: item as Record<string, unknown> }));
const get = async ({ pk, sk }: ItemKey) => {
  const read = new GetCommand({ TableName: table.tableName, Key: { pk, sk }, ConsistentRead: true });
  return (await table.client().send(read)).Item;
};

/** What the tests of this file reach of it, on the table. */
function depsOn(onTable: Table, others: Partial<ErasureDeps> = {}): ErasureDeps {
  const calls = createCalls(onTable);
  const deps: Partial<ErasureDeps> = {
    table: onTable,
    secrets: createMemorySecrets({ 'erasure-key': 'k' }),
    calls,
    callList: calls,
    conversations: createDynamoDbConversationStore(onTable),
    clock: clock(),
    pause: async () => undefined,
    ...others,
  };
  return deps as ErasureDeps;
}

const eraseAda = (userId: number, deps = depsOn(real())) =>
  eraseNumber({ phoneNumber: ADA, userId, waitSeconds: 0 }, deps, bar);

describe('what only mentions an erased number', () => {
  it('stays readable where variables have it as a number', async () => {
    const userId = 501;
    const variables = { emergency_contact: 12025550100, paid: 5 };
    const call = buildCall({ userId, clientPhoneNumber: BOB, status: 'ended_by_customer', hold: 0 });
    const key = { userId, callId: call.id };
    await put({ ...keys.call.key(userId, call.id), ...call });
    const body = { variables, turns: [], evaluation: { contact: 2025550100 }, webhookResponse: null };
    await put({ ...keys.callBody.key(userId, call.id), ...toCallBodyItem(body) });
    const configuration = toCallConfigurationItem({ assistant: buildAssistant({ userId }), variables });
    await put({ ...keys.callConfiguration.key(userId, call.id), ...configuration });
    const lead = { ...keys.lead.key(userId, 7), userId, id: 7, phoneNumber: BOB, version: 1 };
    await put({ ...lead, variables: JSON.stringify({ spouse: 12025550100 }) });
    const deps = depsOn(real());
    await eraseAda(userId, deps);
    const redacted = { emergency_contact: '[erased]', paid: 5 };
    expect(await deps.calls.getBody(key)).toMatchObject({ variables: redacted, evaluation: { contact: '[erased]' } });
    const { rows } = await deps.callList.list(userId, {}, { page: 1, perPage: 10 });
    expect(rows.map((row) => row.body.variables)).toEqual([redacted]);
    expect((await get(keys.callConfiguration.key(userId, call.id)))!['variables']).toBe(JSON.stringify(redacted));
    expect((await get(lead))!['variables']).toBe('{"spouse":"[erased]"}');
  });
});
