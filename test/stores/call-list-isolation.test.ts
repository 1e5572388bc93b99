import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { changeSummary, readSummaries } from '#shared/calls/listing/change-summaries.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { ContentionError, type Table } from '#shared/platform/table/table.ts';
import { put } from '#shared/platform/table/write.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { smallSizes } from '#test/stores/call-history.ts';
import { createCalls, storeHeads, storeWallet } from '#test/stores/call-stores.ts';
import { buildCall } from '#test/support/builders.ts';
import { withSend } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 6, 1);
const everything = { page: 1, perPage: 100 };
type Client = Table['client'];
type Items = Array<Record<string, unknown>>;

async function setup() {
  const real: Table = table.real();
  const userId = newUserId();
  const callsFrom = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => {
      const id = createRecordId(from + index * 60_000, () => 0);
      return buildCall({ id, userId, status: 'completed', hold: 0 });
    });
  const calls = callsFrom(NOW - 86_400_000, 5);
  await storeHeads(real, calls);
  await storeWallet(real, userId);
  const itemsOf = async (partition: string): Promise<Items> => {
    const KeyConditionExpression = 'pk = :pk';
    const ExpressionAttributeValues = { ':pk': partition };
    const query = { TableName: real.tableName, KeyConditionExpression, ExpressionAttributeValues };
    return (await real.client.send(new QueryCommand(query))).Items ?? [];
  };
  /** Later calls, so that a run has something to close again. */
  const closeLater = async () => {
    await storeHeads(real, callsFrom(NOW + 3_600_000, 6));
    await createCalls(real, smallSizes).closeSegments(userId, NOW + 86_400_000, 50);
    return createCalls(real, smallSizes).list(userId, {}, everything);
  };
  return { real, userId, calls, itemsOf, closeLater };
}

/** Shows a partition as it was before a transaction, of which other items are visible: DynamoDB does so for some milliseconds. */
function lagging(client: Client, partition: string, before: Items): Client {
  const send = async (command: Parameters<Client['send']>[0]) => {
    const answer = await client.send(command);
    if (command instanceof GetCommand && command.input.Key?.['pk'] === partition) {
      return { ...answer, Item: before.find(({ sk }) => sk === command.input.Key?.['sk']) };
    }
    if (!(command instanceof QueryCommand)) return answer;
    const [pk, from = '', to = '~'] = Object.values(command.input.ExpressionAttributeValues ?? {}).map(String);
    if (pk !== partition) return answer;
    const Items = before.filter(({ sk }) => String(sk) >= from && String(sk) <= to).slice(0, command.input.Limit);
    return { ...answer, Items, LastEvaluatedKey: undefined };
  };
  return withSend(client, send);
}

describe('a total, while a transaction is visible in part', () => {
  it('does not keep a call whose deletion has its version and still shows the head', async () => {
    const { real, userId, calls, itemsOf, closeLater } = await setup();
    const heads = keys.call.partition(userId);
    const before = await itemsOf(heads);
    await createCalls(real, smallSizes).remove({ userId, callId: calls[2]!.id }, NOW);
    const late = createCalls({ ...real, client: lagging(real.client, heads, before) }, smallSizes);
    await expect(late.closeSegments(userId, NOW, 1)).resolves.toBe(0);
    await expect(createCalls(real, smallSizes).closeSegments(userId, NOW, 1)).resolves.toBe(1);
    const { total, rows } = await closeLater();
    expect({ total, rows: rows.length }).toEqual({ total: 10, rows: 10 });
  });

  it('does not keep a call that is deleted while a new summary has its version and is not shown', async () => {
    const { real, userId, calls, itemsOf, closeLater } = await setup();
    const before = await itemsOf(keys.callSummary.partition(userId));
    await createCalls(real, smallSizes).closeSegments(userId, NOW, 1);
    expect(await itemsOf(keys.callSummary.partition(userId))).not.toEqual(before);
    const late = { ...real, client: lagging(real.client, keys.callSummary.partition(userId), before) };
    const change = { kind: 'removed', call: calls[2]! } as const;
    await expect(changeSummary(late, change, smallSizes, NOW)).rejects.toThrow(ContentionError);
    await createCalls(real, smallSizes).remove({ userId, callId: calls[2]!.id }, NOW);
    const { total, rows } = await closeLater();
    expect({ total, rows: rows.length }).toEqual({ total: 10, rows: 10 });
  });

  it('does not lose a deletion to a run that reads the summary as it was', async () => {
    const { real, userId, calls, itemsOf, closeLater } = await setup();
    const last = { ...keys.call.key(userId, calls[4]!.id), ...calls[4]! };
    const putLast = (Item: typeof last) => put(real, Item);
    await putLast({ ...last, status: 'in-progress', hold: 1 });
    await createCalls(real, smallSizes).closeSegments(userId, NOW, 1);
    await putLast(last);
    const before = await itemsOf(keys.callSummary.partition(userId));
    await createCalls(real, smallSizes).remove({ userId, callId: calls[2]!.id }, NOW);
    const late = { ...real, client: lagging(real.client, keys.callSummary.partition(userId), before) };
    await expect(createCalls(late, smallSizes).closeSegments(userId, NOW, 50)).resolves.toBe(0);
    const { total, rows } = await closeLater();
    expect({ total, rows: rows.length }).toEqual({ total: 10, rows: 10 });
  });

  it('is not kept by a process that has read the summaries of a version before all of them were visible', async () => {
    const { real, userId, calls, itemsOf } = await setup();
    const second = { page: 2, perPage: 2 };
    await createCalls(real, smallSizes).closeSegments(userId, NOW, 1);
    const before = await itemsOf(keys.callSummary.partition(userId));
    const clients = { current: real.client };
    const client = new Proxy(real.client, { get: (_, property) => Reflect.get(clients.current, property) });
    const process = createCalls({ ...real, client }, smallSizes);
    for (const _ of [1, 2, 3]) await process.list(userId, {}, second);
    await createCalls(real, smallSizes).remove({ userId, callId: calls[2]!.id }, NOW);
    clients.current = lagging(real.client, keys.callSummary.partition(userId), before);
    await process.list(userId, {}, second);
    clients.current = real.client;
    await expect(process.list(userId, {}, second)).resolves.toMatchObject({ total: 4 });
  });

  it('has no call that is deleted between the count and the reading of the rows', async () => {
    const { real, userId, calls } = await setup();
    await createCalls(real, smallSizes).closeSegments(userId, NOW, 1);
    // The oldest one: its head is not among the newest, which are read at first.
    const doomed = calls.slice(0, 1);
    const send = async (command: Parameters<Client['send']>[0]) => {
      const call = command instanceof BatchGetCommand ? doomed.pop() : undefined;
      if (call) await createCalls(real, smallSizes).remove({ userId, callId: call.id }, NOW);
      return real.client.send(command);
    };
    const client = new Proxy(real.client, {
      get: (target, property, receiver) => (property === 'send' ? send : Reflect.get(target, property, receiver)),
    });
    const { total, rows } = await createCalls({ ...real, client }, smallSizes).list(userId, {}, everything);
    expect({ total, rows: rows.length }).toEqual({ total: 4, rows: 4 });
  });

  it('still changes where an older release has taken the last version', async () => {
    const { real, userId, calls, closeLater } = await setup();
    await createCalls(real, smallSizes).closeSegments(userId, NOW, 1);
    for (const { from } of await readSummaries(real, userId)) {
      const Item = { ...keys.callSummaryVersion(userId), version: 7 };
      await put(real, Item);
      expect(from).toBe(0);
    }
    await createCalls(real, smallSizes).remove({ userId, callId: calls[2]!.id }, NOW);
    await expect(closeLater()).resolves.toMatchObject({ total: 10 });
  });
});
