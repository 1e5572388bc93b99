import { GetCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { deleteUser } from '#infra/admin/erase/delete-user.ts';
import { eraseNumber } from '#infra/admin/erase/erase-number.ts';
import type { ErasureDeps } from '#infra/admin/erase/erasure-deps.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { createDynamoDbTokenStore } from '#shared/accounts/dynamodb-token-store.ts';
import { createDynamoDbUserStore } from '#shared/accounts/dynamodb-user-store.ts';
import { createDynamoDbWalletStore } from '#shared/accounts/dynamodb-wallet.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { deleteAssistant } from '#shared/assistants/update-assistant.ts';
import { toCallBodyItem, toCallConfigurationItem } from '#shared/calls/call-items.ts';
import { createDynamoDbConversationStore } from '#shared/conversations/dynamodb-conversation-store.ts';
import { createDynamoDbDoNotCallStore } from '#shared/do-not-call/dynamodb-do-not-call-store.ts';
import { createDynamoDbPhoneNumberStore } from '#shared/numbers/phone-number.ts';
import { clock } from '#shared/platform/clock.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import type { ItemKey, Table } from '#shared/platform/table/table.ts';
import { createDynamoDbSmsList } from '#shared/sms/dynamodb-sms-list.ts';
import { createDynamoDbToolUseStore } from '#shared/tools/dynamodb-tool-use-store.ts';
import { createCalls } from '#test/stores/call-stores.ts';
import { storeSms } from '#test/stores/stored-sms.ts';
import {
  buildAssistant,
  buildCall,
  buildCampaign,
  buildLedgerEntry,
  buildPhoneNumber,
  buildUser,
  buildSms,
} from '#test/support/builders.ts';
import { createMemoryPhoneNumberStore } from '#test/support/memory/accounts.ts';
import { createMemoryCampaignStore } from '#test/support/memory/campaigns.ts';
import { createMemoryQueue, createMemorySecrets } from '#test/support/memory/platform.ts';
import { createMemoryWebhookDeliveryStore } from '#test/support/memory/webhooks.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const { real } = table;
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
    conversations: createDynamoDbConversationStore(onTable, clock()),
    toolUses: createDynamoDbToolUseStore(onTable),
    users: createDynamoDbUserStore(onTable),
    tokens: createDynamoDbTokenStore(onTable),
    assistants: createDynamoDbAssistantStore(onTable),
    campaigns: createMemoryCampaignStore(),
    phoneNumbers: createMemoryPhoneNumberStore(),
    recordings: { get: async () => undefined } as unknown as ErasureDeps['recordings'],
    objects: { removeAll: async () => 0, list: async function* () {} },
    queue: createMemoryQueue(),
    clock: clock(),
    pause: async () => undefined,
    ...others,
  };
  return deps as ErasureDeps;
}

const eraseAda = (userId: number, deps = depsOn(real())) =>
  eraseNumber({ phoneNumber: ADA, userId, waitSeconds: 0 }, deps, bar);

/** A user with money and one active assistant. */
async function storeUser() {
  const users = createDynamoDbUserStore(real());
  const { id: _, ...account } = buildUser();
  const { id: userId } = await users.create(account);
  const wallets = createDynamoDbWalletStore(real());
  await wallets.book(buildLedgerEntry({ id: 1, userId, amount: 10_000_000 }));
  const assistant = buildAssistant({ userId });
  await createDynamoDbAssistantStore(real()).create(assistant);
  return { userId, wallets, assistant };
}

const deleteThe = (userId: number, deps: ErasureDeps) =>
  deleteUser({ userId, waitSeconds: 0, graceSeconds: 90 }, deps, bar);

describe('a call of a user who is deleted', () => {
  it('is ended and stays open where it began in the grace, and the assistants are off by then', async () => {
    const { userId, assistant } = await storeUser();
    const call = buildCall({ userId, type: 'web', status: 'initiated' });
    const key = { userId, callId: call.id };
    let statusInGrace: string | undefined;
    const queue = createMemoryQueue();
    const deps: ErasureDeps = depsOn(real(), {
      queue,
      pause: async () => {
        statusInGrace = (await deps.assistants.get(userId, assistant.id))?.status;
        await deps.calls.createWithHold(call, { assistant, variables: {} });
        await deps.calls.change(key, { status: 'in-progress' }, Date.now());
      },
    });
    await expect(deleteThe(userId, deps)).rejects.toThrow('still open');
    expect(statusInGrace).toBe('inactive');
    expect(await deps.calls.get(key)).toMatchObject({ status: 'in-progress', endedBy: 'assistant' });
    expect(queue.sent).toMatchObject([{ queue: 'check-call', message: { ...key, end: true } }]);
  });

  it('stays with what it was started with until the money that it holds is settled, and then goes', async () => {
    const { userId, assistant, wallets } = await storeUser();
    const call = buildCall({ userId, type: 'outbound', status: 'initiated' });
    const key = { userId, callId: call.id };
    const queue = createMemoryQueue();
    const deps = depsOn(real(), { queue });
    await deps.calls.createWithHold(call, { assistant, variables: {} });
    await deps.calls.change(key, { status: 'failed', endedAt: 1 }, Date.now());
    await expect(deleteThe(userId, deps)).rejects.toThrow('still open');
    expect(await deps.calls.getConfiguration(key)).toBeDefined();
    expect(queue.sent).toMatchObject([{ queue: 'finish-call', message: key }]);
    const body = { variables: {}, turns: [], evaluation: {}, webhookResponse: null };
    const costs = { carrierCost: 0, totalCost: 0, hold: call.hold };
    await deps.calls.settle({ key, status: 'failed', ...costs, entry: null, body, at: Date.now() });
    await deleteThe(userId, deps);
    expect(await deps.calls.get(key)).toBeUndefined();
    expect(await wallets.get(userId)).toMatchObject({ balance: 10_000_000, available: 10_000_000 });
  });
});

it('a message of a user who is deleted stays until it is sent or refunded, and then goes', async () => {
  const { key, messages, spent, ledger } = await storeSms(table);
  const itemKey = keys.sms.key(key.userId, key.smsId);
  const watchdog = { pk: 'DUE#0#1', sk: '1', queue: 'send-sms', message: key };
  await put(watchdog);
  const deps = depsOn(real());
  await expect(deleteThe(key.userId, deps)).rejects.toThrow('1 messages of the user are still open');
  expect(await get(itemKey)).toMatchObject({ status: 'queued' });
  expect(await get(watchdog)).toEqual(watchdog);
  const { totalCost: amount, segments } = (await messages.get(key))!;
  const entry = buildLedgerEntry({ id: 9, userId: key.userId, amount, kind: 'refund', reference: String(key.smsId) });
  await messages.claimSending(key, 'a run', 1);
  await messages.refund({ key, claimedAt: 1, failure: 'busy', segments, entry, at: Date.now() });
  await deleteThe(key.userId, deps);
  expect([await get(itemKey), await get(watchdog)]).toEqual([undefined, undefined]);
  expect({ spent: await spent(), entries: (await ledger()).length }).toEqual({ spent: 0, entries: 3 });
});

it('a user is deleted while a campaign ends and an assistant goes by itself', async () => {
  const { userId, assistant } = await storeUser();
  const campaign = buildCampaign({ userId, status: 'in-progress' });
  const campaigns = createMemoryCampaignStore();
  await campaigns.add(campaign);
  const listed = await campaigns.list(userId);
  await campaigns.replace(campaign, { ...campaign, status: 'completed', version: campaign.version + 1 });
  const deps = depsOn(real(), { campaigns: { ...campaigns, list: async () => listed } });
  const { listAll } = deps.assistants;
  deps.assistants.listAll = async (id) => {
    const active = await listAll(id);
    await deps.assistants.delete(assistant);
    return active;
  };
  await deleteThe(userId, deps);
  expect(await deps.assistants.get(userId, assistant.id)).toBeUndefined();
  expect(await deps.users.get(userId)).toMatchObject({ name: '' });
});

it('an inbound assistant of a user who is deleted can be deleted, and its number is free', async () => {
  const { userId } = await storeUser();
  const phoneNumbers = createDynamoDbPhoneNumberStore(real());
  const deps = depsOn(real(), { phoneNumbers });
  const number = buildPhoneNumber({ userId, id: 5, phoneNumber: '+12025550190' });
  await phoneNumbers.add(number);
  const assistant = buildAssistant({ id: 7, userId, type: 'inbound', phoneNumberId: number.id });
  await deps.assistants.create(assistant);
  deps.pause = async () => {
    // By a request with a revoked token, which the authorizer lets in for a minute.
    await deleteAssistant({ userId, assistantId: assistant.id }, deps);
    await expect(phoneNumbers.add({ ...number, userId: userId + 1000 })).resolves.toBe('added');
  };
  await deleteThe(userId, deps);
  expect(await deps.assistants.get(userId, assistant.id)).toBeUndefined();
});

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

/** The table, on which something happens after the first page of the scan was read, and before anything is done about it. */
function afterFirstPage(happens: () => Promise<unknown>): Table {
  const { client, tableName } = real();
  let isDone = false;
  const send = async (command: ScanCommand) => {
    const answer = await client.send(command);
    if (command instanceof ScanCommand && !isDone) {
      isDone = true;
      await happens();
    }
    return answer;
  };
  return { client: { send } as unknown as Table['client'], tableName };
}

describe('an item from which the number is taken', () => {
  it('keeps what a worker writes meanwhile', async () => {
    const { key, messages } = await storeSms(table);
    const itemKey = keys.sms.key(key.userId, key.smsId);
    await put({ ...(await get(itemKey)), body: `Anna is at ${ADA}.`, to: BOB });
    const sent = { status: 'sent', carrierMessageId: 'SM1' } as const;
    const busy = afterFirstPage(() => messages.change(key, sent, Date.now(), ['queued']));
    await eraseAda(key.userId, depsOn(busy));
    expect(await get(itemKey)).toMatchObject({ ...sent, body: 'Anna is at [erased].' });
  });

  it('is looked at again where the same text was written meanwhile', async () => {
    const item = { pk: 'USER#502#NOTE', sk: '1', note: `first ${ADA}`, other: 1 };
    await put(item);
    const busy = afterFirstPage(() => put({ ...item, note: `second ${ADA}`, other: 2 }));
    const { other_items } = await eraseAda(502, depsOn(busy));
    expect(await get(item)).toMatchObject({ note: 'second [erased]', other: 2 });
    expect(other_items).toBe(1);
  });
});

it('what a user has called and who waits for it goes with the number', async () => {
  const of = (e164: string) => [keys.calledNumber.key(505, e164), keys.calledNumber.waiter(505, e164, '1#1')];
  for (const key of [...of(ADA), ...of(BOB)]) await put({ ...key, version: 1, calls: [1] });
  await eraseAda(505);
  expect(await Promise.all([...of(ADA), ...of('[erased]')].map(get))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(await Promise.all(of(BOB).map(get))).toMatchObject([{ version: 1 }, { version: 1 }]);
});

it('the texts of a customer go with the blocks of their list, and a repeated callback brings none back', async () => {
  const { key, messages } = await storeSms(table);
  const { userId } = key;
  const day = Date.UTC(2026, 5, 1);
  const textOf = (index: number, from: string) => {
    const ids = { id: createRecordId(day + index, () => 0), carrierMessageId: `SM${index}` };
    return {
      ...buildSms({ userId, from, to: '+12025550001', status: 'delivered' }),
      ...ids,
      direction: 'inbound' as const,
    };
  };
  const texts = Array.from({ length: 12 }, (_, index) => textOf(index, index % 2 === 0 ? ADA : BOB));
  for (const text of texts) await messages.receive(text);
  const list = createDynamoDbSmsList(real(), { sizes: { block: 4, blocksAtOnce: 2, notes: 2 } });
  const inbound = () => list.list(userId, { direction: 'inbound' }, { page: 1, perPage: 20 });
  expect((await inbound()).total).toBe(12);
  await messages.change(key, { status: 'sent' }, Date.now(), ['queued']);
  expect(await eraseAda(userId, depsOn(real()))).toMatchObject({ messages: 7 });
  expect(await messages.receive(textOf(0, ADA))).toBe('repeated');
  const { rows, total } = await inbound();
  expect({ total, senders: new Set(rows.map(({ from }) => from)) }).toEqual({ total: 6, senders: new Set([BOB]) });
  const noAda = await list.list(userId, { phoneNumber: ADA }, { page: 1, perPage: 20 });
  expect(noAda).toEqual({ rows: [], total: 0 });
});

it('a number that is written as fast as it is erased is said to be', async () => {
  const item = { pk: 'USER#504#NOTE', sk: '1', note: ADA };
  const { client, tableName } = real();
  const send = async (command: ScanCommand) => {
    if (command instanceof ScanCommand) await put(item);
    return client.send(command);
  };
  const busy = depsOn({ client: { send } as unknown as Table['client'], tableName });
  await expect(eraseAda(504, busy)).rejects.toThrow('the number is still being written: run the same command again');
});

it('a call that its user deletes while it is erased is gone, and is no error', async () => {
  const userId = 503;
  const call = buildCall({ userId, clientPhoneNumber: ADA, status: 'ended_by_customer', hold: 0 });
  const key = { userId, callId: call.id };
  await put({ ...keys.call.key(userId, call.id), ...call });
  const deps: ErasureDeps = depsOn(real(), {
    deliveries: {
      ...createMemoryWebhookDeliveryStore(),
      removeOfCall: async () => void (await deps.calls.remove(key, Date.now())),
    },
  });
  await eraseAda(userId, deps);
  expect(await deps.calls.get(key)).toBeUndefined();
});

describe('a live conversation that names the number', () => {
  const conversationOf = async (userId: number, connectionId: string) => {
    const pk = keys.conversation.partition(connectionId);
    const call = { clientPhoneNumber: BOB, assistantName: 'Anna' };
    const script = { pk, sk: 'SCRIPT', call, variables: '{"callback":12025550100}' };
    const event = { pk, sk: 'EVENT#1#a', kind: 'customer_said', at: 1, text: `Call ${ADA}.` };
    for (const item of [script, event]) await put(item);
    return { script, event, open: () => put({ pk, sk: 'STATE', call: { userId, callId: 1 } }) };
  };

  it('of the user is redacted, and that of another user stays as it is', async () => {
    const own = await conversationOf(601, 'own');
    const foreign = await conversationOf(602, 'foreign');
    await own.open();
    await foreign.open();
    await eraseAda(601);
    expect(await get(own.script)).toMatchObject({ variables: '{"callback":"[erased]"}' });
    expect(await get(own.event)).toMatchObject({ text: 'Call [erased].' });
    expect([await get(foreign.script), await get(foreign.event)]).toEqual([foreign.script, foreign.event]);
  });

  it('without a state is left to its expiry, unless all users are asked for', async () => {
    const { event } = await conversationOf(603, 'without state');
    await eraseAda(603);
    expect(await get(event)).toEqual(event);
    const carol = '+12025550102';
    await put({ ...event, text: `Call ${carol}.` });
    await eraseNumber({ phoneNumber: carol, userId: undefined, waitSeconds: 0 }, depsOn(real()), bar);
    expect(await get(event)).toMatchObject({ text: 'Call [erased].' });
  });
});

describe('the date of a STOP', () => {
  const dave = '+12025550103';
  const eraseDave = (userId: number, deps: ErasureDeps) =>
    eraseNumber({ phoneNumber: dave, userId, waitSeconds: 0 }, deps, bar);

  // Partitions are scanned in the order of a hash: of some users the STOP is met first.
  it.each([701, 702, 703, 704, 705, 706])('outlives the erasure of the number, of user %i', async (userId) => {
    const doNotCall = createDynamoDbDoNotCallStore(real(), async () => ['k']);
    await doNotCall.applyOptOut({ userId, phoneNumber: dave, wish: 'stop', messageId: 'SM2', sentAt: 2000 }, 2000);
    await expect(eraseDave(userId, depsOn(real(), { doNotCall }))).resolves.toMatchObject({ do_not_call: 1 });
    await doNotCall.applyOptOut({ userId, phoneNumber: dave, wish: 'start', messageId: 'SM1', sentAt: 1000 }, 3000);
    await expect(doNotCall.has(userId, dave)).resolves.toBe(true);
  });

  it('goes where the number is not on the list', async () => {
    const userId = 707;
    const item = { ...keys.optOut(userId, dave), messageId: 'SM1', sentAt: 1 };
    await put(item);
    const doNotCall = createDynamoDbDoNotCallStore(real(), async () => ['k']);
    await eraseDave(userId, depsOn(real(), { doNotCall }));
    expect(await get(item)).toBeUndefined();
  });
});
