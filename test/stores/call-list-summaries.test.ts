import { BatchWriteCommand, GetCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { toCallBodyItem } from '#shared/calls/call-items.ts';
import type { CallChange } from '#shared/calls/call-store.ts';
import { type Call } from '#shared/calls/call.ts';
import { bucketCount, bucketName, groupKinds } from '#shared/calls/listing/call-groups.ts';
import { readSummaries } from '#shared/calls/listing/change-summaries.ts';
import { writeSummary } from '#shared/calls/listing/merge-summaries.ts';
import { readContent } from '#shared/calls/listing/read-summaries.ts';
import { contentName, contentOf, isUsed } from '#shared/calls/listing/summary-content.ts';
import { toSummaryItem } from '#shared/calls/listing/summary-items.ts';
import { LAYOUT, listSizes, toSummaryRow } from '#shared/calls/listing/summary.ts';
import { toShownCall } from '#shared/calls/shown-call.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { batchRead } from '#shared/platform/table/table.ts';
import { loadedBody, makeCalls, shapes } from '#test/bench/load-calls.ts';
import { itemBytes } from '#test/bench/local-table-file.ts';
import { createMeter } from '#test/bench/meter.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { createMortalClient, smallSizes } from '#test/stores/call-history.ts';
import { createCalls, settledCalls, storeHeads, storeWallet } from '#test/stores/call-stores.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { withSend } from '#test/support/table-faults.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 6, 1);
const firstPage = { page: 1, perPage: 100 };
const { real } = table;

async function store(calls: readonly Call[], wallet: object = {}): Promise<void> {
  await storeHeads(real(), calls);
  await storeWallet(real(), calls[0]!.userId, wallet);
}

/** Counts and refuses batches of writes. */
function watchBatches(client: DynamoDBDocumentClient, isRefused: (batch: string) => boolean = () => false) {
  let batches = 0;
  const send = async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
    const isBatch = command instanceof BatchWriteCommand;
    if (isBatch && isRefused(JSON.stringify(command.input))) throw new Error('refused');
    if (isBatch) batches += 1;
    return client.send(command);
  };
  return { client: withSend(client, send), count: () => batches };
}

describe('the items of a summary of 65,536 calls', () => {
  it.each([shapes[2], shapes[4]])('stay small for $assistants assistants with $campaigns campaigns each', (shape) => {
    const calls = makeCalls(1, 65_536 + 24, shape).slice(0, 65_536);
    const rows = calls.filter(({ hold }) => hold === 0).map(toSummaryRow);
    const from = rows[0]!.id;
    const { name, items, buckets } = contentOf(1, contentName(from, rows), rows, { level: 4, sizes: listSizes });
    const summary = {
      from,
      to: rows.at(-1)!.id + 1,
      level: 4,
      layout: LAYOUT,
      content: name,
      size: rows.length,
      rows: [],
      buckets,
    };
    const head = {
      ...keys.callSummary.key(1, from),
      ...toSummaryItem({ ...summary, open: [], openRows: [], added: [], removed: [] }),
    };
    expect(itemBytes(head)).toBeLessThan(1024);
    expect(Math.max(...items.map(itemBytes))).toBeLessThan(20_000);
    expect(items.length).toBeLessThan(6000);
    expect(new Set(items.map(({ pk, sk }) => `${pk} ${sk}`)).size).toBe(items.length);
    const used = groupKinds.flatMap((kind) => {
      const count = bucketCount(kind, 4, listSizes);
      const numbers = Array.from({ length: count }, (_, bucket) => bucket);
      return numbers.filter((bucket) => isUsed(buckets, kind, bucket)).map((bucket) => bucketName(kind, count, bucket));
    });
    const stored = items.flatMap((item) => ('groups' in item ? [item.pk] : []));
    const inSummary = used.map((bucket) => keys.callSummaryGroups.partition(1, bucket));
    expect(inSummary.toSorted()).toEqual(stored.toSorted());
  });
});

describe('a summary that cannot be written', () => {
  it('holds up no other, and lists stay exact until a later run writes it', async () => {
    const userId = newUserId();
    const calls = settledCalls(userId, 40);
    await store(calls);
    const first = `${'0'.repeat(16)}#`;
    const { client } = watchBatches(real().client, (batch) => batch.includes(first));
    const failing = createCalls({ ...real(), client }, smallSizes);
    await expect(failing.closeSegments(userId, NOW, 200)).rejects.toThrow('summaries of calls were not written');
    const shown = async () => {
      const { rows, total } = await createCalls(real(), smallSizes).list(userId, { status: 'busy' }, firstPage);
      return { total, ids: rows.map(({ call }) => call.id) };
    };
    const busy = calls.filter(({ status }) => status === 'busy').map(({ id }) => id);
    const expected = { total: busy.length, ids: busy.toReversed() };
    expect(await shown()).toEqual(expected);
    const levels = (await readSummaries(real(), userId)).map(({ level }) => level);
    expect(Math.max(...levels)).toBeGreaterThan(0);
    const covered = (await readSummaries(real(), userId)).at(-1)!;
    expect(covered.to).toBeGreaterThan(calls.at(-1)!.id);
    await createCalls(real(), smallSizes).closeSegments(userId, NOW, 200);
    expect(await shown()).toEqual(expected);
    expect((await readSummaries(real(), userId)).length).toBeLessThan(levels.length);
  });

  it('is continued where its writing stopped', async () => {
    const userId = newUserId();
    const rows = makeCalls(userId, 8192 + 12, shapes[1])
      .slice(0, 8192)
      .map(toSummaryRow);
    const range = { from: 0, to: rows.at(-1)!.id + 1, rows, open: [], openRows: [] };
    const step = {
      userId,
      now: NOW,
      sizes: listSizes,
      version: 0,
      summaries: [],
      failures: new Map(),
      watermark: 0,
      lookFrom: 0,
    };
    const mortal = createMortalClient(real().client);
    mortal.kill(14, 'after');
    await expect(writeSummary({ ...step, table: { ...real(), client: mortal.client } }, range, [])).rejects.toThrow(
      'killed',
    );
    const { items } = contentOf(userId, contentName(0, rows), rows, { level: 3, sizes: listSizes });
    const watched = watchBatches(real().client);
    expect(await writeSummary({ ...step, table: { ...real(), client: watched.client } }, range, [])).toBe(true);
    expect(watched.count()).toBeLessThan(Math.ceil(items.length / 25));
    const [summary] = await readSummaries(real(), userId);
    expect(await readContent(real(), userId, summary!, listSizes)).toEqual(rows);
    const written = items.map(({ pk, sk }) => ({ pk, sk }));
    const found = await batchRead(real(), written);
    expect(written.filter((key) => found.get(key, v.object({ sk: v.string() })) === undefined)).toEqual([]);
  });
});

describe('a table of a release that had segments', () => {
  it('is listed exactly at once, and gets summaries in their place', async () => {
    const userId = newUserId();
    const calls = settledCalls(userId, 30);
    const end = calls.at(-1)!.id + 1;
    await store(calls, { callsSealedTo: end });
    const { client, tableName } = real();
    const ofNumber = keys.callOfNumber(userId, calls[4]!.clientPhoneNumber, calls[4]!.id);
    const segment = { level: 'leaf', from: 0, to: end, size: 99, open: [], tally: new Uint8Array([1, 2, 3]) };
    const old = [
      { pk: `USER#${userId}#CALL_SEAL#totals`, sk: `${'0'.repeat(16)}#leaf`, ...segment },
      { pk: `USER#${userId}#CALL_SEAL`, sk: 'STATE', version: 7 },
      { pk: `USER#${userId}#CALL_LEAF`, sk: '0'.repeat(16), from: 0, to: end, rows: new Uint8Array([1]) },
      { ...ofNumber, id: calls[4]!.id, status: 'busy', type: 'outbound', assistantId: 501, campaignId: null },
      // Its bodies have no copy of the head.
      ...calls.map(({ id }) => ({ ...keys.callBody.key(userId, id), ...toCallBodyItem(loadedBody) })),
    ];
    for (const Item of old) await client.send(new PutCommand({ TableName: tableName, Item }));
    const lists = createCalls(real(), smallSizes);
    const shown = async () => {
      const { rows, total } = await lists.list(userId, { phoneNumber: '+12025550100' }, firstPage);
      return { total, ids: rows.map(({ call }) => call.id), turns: rows.map(({ body }) => body.turns.length) };
    };
    const expected = (of: Call[]) => {
      const ids = of.filter(({ clientPhoneNumber }) => clientPhoneNumber === '+12025550100').map(({ id }) => id);
      return { total: ids.length, ids: ids.toReversed(), turns: ids.map(() => loadedBody.turns.length) };
    };
    expect(await shown()).toEqual(expected(calls));
    await lists.closeSegments(userId, NOW, 200);
    expect((await readSummaries(real(), userId)).at(-1)!.to).toBeGreaterThanOrEqual(end);
    expect(await shown()).toEqual(expected(calls));
    await lists.remove({ userId, callId: calls[4]!.id }, NOW);
    expect(await shown()).toEqual(expected(calls.filter((_, index) => index !== 4)));
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: ofNumber }));
    expect(Item).toBeUndefined();
  });
});

describe('the copy of a head beside its body', () => {
  const recording = { id: 'RE1', durationSeconds: 42 };
  const changes: Array<{ name: string; change: CallChange; requests: number }> = [
    { name: 'its recording is stored', change: { recording: { ...recording, storedAt: 100 } }, requests: 1 },
    { name: 'its lead is updated', change: { leadStatus: 'completed' }, requests: 1 },
    { name: 'its recording is absent', change: { recordingAbsentAt: 101 }, requests: 2 },
  ];

  it.each(changes)('is what the head says after $name, in $requests batches', async ({ change, requests }) => {
    const userId = newUserId();
    const [first, ...newer] = settledCalls(userId, 12);
    await store(newer, { available: 10_000_000, balance: 10_000_000 });
    const lists = createCalls(real(), smallSizes);
    const call = { ...first!, status: 'ended' as const, hold: 2_000_000, recording };
    const key = { userId, callId: call.id };
    expect(await lists.createWithHold(call, { assistant: buildAssistant(), variables: {} })).toBe('created');
    const costs = { carrierCost: 1, totalCost: 2, hold: call.hold, entry: null };
    const settlement = { key, status: 'completed' as const, ...costs, body: loadedBody, recordingSecret: 's', at: 99 };
    expect(await lists.settle(settlement)).toBe('settled');
    await lists.closeSegments(userId, NOW, 100);
    await lists.change(key, change, 200);
    const meter = createMeter(real().client);
    const { rows } = await createCalls({ ...real(), client: meter.client }, smallSizes).list(
      userId,
      { assistantId: call.assistantId },
      { page: 6, perPage: 1 },
    );
    const head = await lists.get(key);
    expect(rows).toEqual([{ call: toShownCall(head!), body: loadedBody }]);
    expect(head?.updatedAt).toBe(change.recordingAbsentAt === undefined ? 99 : 200);
    // The body, and where there is no copy, the head.
    expect(meter.read().rowUnits).toBe(requests);
  });
});
