import { BatchWriteCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { table } from '#shared/container.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { query, read } from '#shared/platform/table/table.ts';
import { put, update } from '#shared/platform/table/write.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { canaryOf } from '#test/support/next-release.ts';
import { createAssistant, create, isAnnounced, makeCall, settledCall } from '#test/support/over-http.ts';

const canary = await canaryOf('socket/message', 'functions/socket/message.ts');
const running = useLocalStack({ source: canary.source, simulatorSpeed: 20 });
const CUSTOMER = '+12025550100';

const webhook = () => ({ is_webhook_active: true, webhook_url: `${running().stack.address.webhook_sink_url}/canary` });

/** As the next release stores it: an assistant with its tool and its field, and the copy that calls refer to. */
async function assistantOfNext(): Promise<number> {
  const id = await createAssistant(running().api, { ...webhook(), initial_message: 'Hello, do you have a minute?' });
  const Stored = v.looseObject({ tools: v.array(v.unknown()), version: v.number() });
  const key = keys.assistant.key(1, id);
  const stored = (await read(table(), key, Stored))!;
  const tools = [...stored.tools, { type: 'look_up', data: { description: 'Looks up the appointment.' } }];
  await update(table(), key, { set: { tools, copiedVersion: stored.version, mood: { of: 'assistant' } } });
  await put(table(), { ...stored, tools, ...keys.assistantVersion(1, id, stored.version) });
  return id;
}

async function eventsOf(callId: number) {
  const { connectionId } = (await read(
    table(),
    keys.call.key(1, callId),
    v.looseObject({ connectionId: v.string() }),
  ))!;
  const Event = v.looseObject({ kind: v.optional(v.string()) });
  return query(table(), { partition: keys.conversation.partition(connectionId) }, Event);
}

it('two releases answer the frames of a call in turn, and every turn of it is there', async () => {
  const { api, violations } = running();
  const id = await makeCall(api, CUSTOMER, await assistantOfNext());
  const call = await settledCall(api, id, isAnnounced);
  expect(call).toMatchObject({ status: 'ended_by_assistant', end_reason: 'assistant_ended' });
  const turns = call.transcript_turns.map(({ sender, tools }) => [sender, ...tools.map(({ name }) => name)]);
  expect(turns.length).toBeGreaterThanOrEqual(6);
  // Each side spoke in turn: no release has lost what the other one wrote.
  expect(turns.map(([sender]) => sender)).toEqual(turns.map((_, index) => (index % 2 === 0 ? 'bot' : 'human')));
  expect(turns.flat()).toContain('look_up');
  const [ours, next] = canary.answered();
  expect(Math.min(ours!, next!)).toBeGreaterThan(8);
  const kinds = (await eventsOf(id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'mood_noted').length).toBeGreaterThan(2);
  expect(await violations()).toEqual([]);
});

/** The item with a field that no release has, also within the objects of its lists. */
function withLaterField(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLaterField);
  const isObject = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isObject) return value;
  const lists = Object.entries(value).map(([name, part]) => [name, Array.isArray(part) ? withLaterField(part) : part]);
  return { ...Object.fromEntries(lists), fieldOfALaterRelease: { list: [1, { two: null }] } };
}

it('a field of the next release in every stored item changes no answer', async () => {
  const { api } = running();
  const assistant_id = await createAssistant(api, webhook());
  const campaign_id = await create(api, '/user/campaigns', { name: 'Spring', assistant_id });
  await create(api, '/user/leads', {
    campaign_id,
    phone_number: CUSTOMER,
    secondary_contacts: [{ phone_number: '+12025550101' }],
  });
  await api('POST', '/user/do-not-call', { phone_number: '+12025550133' });
  await api('POST', '/user/sms', { from: 1, to: '+12025550110', body: 'Tuesday at ten' });
  // Nothing changes any more by itself.
  await waitFor('the delivery of the SMS', async () => {
    const { body } = await api<{ data: Array<{ status: string }> }>('GET', '/user/sms');
    return body.data.every(({ status }) => status === 'delivered');
  });
  const { body: list } = await api<{ data: Array<{ id: number }> }>('GET', '/user/calls');
  const call = list.data[0]!.id;
  const lists =
    'me calls assistants assistants/get assistants/voices assistants/models assistants/phone-numbers campaigns';
  const others = 'leads do-not-call sms tokens usage sms-webhook';
  const ofOne = [`calls/${call}`, `webhooks/deliveries?call_id=${call}`, `assistants/${assistant_id}/versions`];
  const paths = [lists.split(' '), others.split(' '), ofOne].flat();
  const answers = () => Promise.all(paths.map(async (path) => (await api('GET', `/user/${path}`)).body));
  const before = await answers();
  const { client, tableName } = table();
  let items = 0;
  for await (const { Items = [] } of paginateScan({ client, pageSize: 25 }, { TableName: tableName })) {
    const requests = Items.map((item) => ({ PutRequest: { Item: withLaterField(item) as Record<string, unknown> } }));
    if (requests.length > 0) await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
    items += requests.length;
  }
  expect(items).toBeGreaterThan(60);
  expect(await answers()).toEqual(before);
  const id = await makeCall(api, CUSTOMER, assistant_id);
  expect(await settledCall(api, id, isAnnounced)).toMatchObject({ status: 'ended_by_assistant' });
});
