import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, it } from 'vitest';
import { toAssistantItem } from '#shared/assistants/assistant-items.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { put } from '#shared/platform/table/write.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createCalls, storeWallet } from '#test/stores/call-stores.ts';
import { buildAssistant, buildCall } from '#test/support/builders.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const prompt = 'A sentence of the prompt. '.repeat(308);

async function setup(changes: Parameters<typeof buildAssistant>[0] = {}) {
  const userId = newUserId();
  const meter = createMeter(table.client());
  const real = { client: meter.client, tableName: table.tableName };
  const assistants = createDynamoDbAssistantStore(real);
  const assistant = buildAssistant({
    userId,
    systemPrompt: prompt,
    variables: {},
    version: 1,
    copiedVersion: 1,
    ...changes,
  });
  const calls = createCalls(real);
  await storeWallet(real, userId, { balance: 1e9, available: 1e9 });
  let id = 10;
  const make = async (of = assistant) => {
    const call = buildCall({ userId, id: (id += 1) });
    expect(await calls.createWithHold(call, { assistant: of, variables: { a: 1 } })).toBe('created');
    return { userId, callId: call.id };
  };
  const copies = async () => {
    const { Items = [] } = await table.client().send(new ScanCommand({ TableName: table.tableName }));
    return Items.filter(({ pk }) => pk === keys.assistantVersion(userId, 1, 1).pk).length;
  };
  return { userId, assistants, assistant, calls, make, copies, meter };
}

it('a call keeps the version that it began with, and costs the same with any prompt', async () => {
  const { assistants, assistant, calls, make, copies, meter } = await setup();
  await assistants.create(assistant);
  meter.read();
  const first = await make();
  // Wallet, head and configuration, each twice in its transaction.
  expect(meter.read().writeUnits).toBe(6);
  const after = { ...assistant, systemPrompt: 'Other words.', version: 2, copiedVersion: 2 };
  await assistants.replace(assistant, after);
  const second = await make(after);
  await assistants.delete(after);
  const promptOf = async (key: typeof first) => (await calls.getConfiguration(key))?.assistant.systemPrompt;
  await expect(promptOf(first)).resolves.toBe(prompt);
  await expect(promptOf(second)).resolves.toBe('Other words.');
  await expect(copies()).resolves.toBe(2);
});

it.each([
  { stored: 'an older release', copiedVersion: undefined },
  { stored: 'an update that only switched a webhook off', copiedVersion: 1 },
])('the first call copies an assistant from $stored, and the next one finds the copy', async ({ copiedVersion }) => {
  const { userId, assistants, assistant, calls, make, copies } = await setup({ version: 2, copiedVersion });
  const Item = { ...keys.assistant.key(userId, assistant.id), ...toAssistantItem(assistant) };
  await put(table.real(), Item);
  const key = await make();
  const known = await assistants.get(userId, assistant.id);
  expect(known?.copiedVersion).toBe(2);
  await make(known);
  await expect(copies()).resolves.toBe(1);
  expect((await calls.getConfiguration(key))?.assistant).toMatchObject({ systemPrompt: prompt, version: 2 });
});

it('reads the calls of releases that held the assistant', async () => {
  const { userId, assistant, calls } = await setup();
  const held = { assistant: toAssistantItem(assistant), variables: '{"a":1}' };
  const Item = { ...keys.callConfiguration.key(userId, 7), ...held };
  await put(table.real(), Item);
  await expect(calls.getConfiguration({ userId, callId: 7 })).resolves.toEqual({ assistant, variables: { a: 1 } });
});
