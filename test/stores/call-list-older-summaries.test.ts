import { inflateRawSync } from 'node:zlib';
import { paginateScan, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { matchesFilter, type CallFilter } from '#shared/calls/listing/call-groups.ts';
import { readSummaries } from '#shared/calls/listing/change-summaries.ts';
import { pack } from '#shared/calls/listing/summary-items.ts';
import { knowsOutcomes } from '#shared/calls/listing/summary.ts';
import { removeAll } from '#shared/platform/table/write.ts';
import { newUserId } from '#test/stores/adapters.ts';
import { smallSizes } from '#test/stores/call-history.ts';
import { createCalls, settledCalls, storeHeads, storeWallet } from '#test/stores/call-stores.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const NOW = Date.UTC(2026, 6, 1);
const { real } = table;

/** Every stored item of a user's summaries, whatever it is for. */
async function summaryItems(userId: number): Promise<Array<Record<string, unknown>>> {
  const { client, tableName: TableName } = real();
  const items: Array<Record<string, unknown>> = [];
  const scan = {
    TableName,
    FilterExpression: 'begins_with(pk, :summaries)',
    ExpressionAttributeValues: { ':summaries': `USER#${userId}#CALL_SUMMARY` },
  };
  for await (const page of paginateScan({ client }, scan)) items.push(...(page.Items ?? []));
  return items;
}

/** An item as the release before outcomes wrote it. */
function olderItem({ layout: _layout, ...item }: Record<string, unknown>): Record<string, unknown> {
  const fields = Object.entries(item).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? pack(withoutOutcomes(JSON.parse(String(inflateRawSync(value))))) : value,
  ]);
  return Object.fromEntries(fields);
}

function withoutOutcomes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOutcomes);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => name !== 'outcome');
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      name === 'cells' ? (field as string[]).map((cell) => cell.split('|', 2).join('|')) : withoutOutcomes(field),
    ]),
  );
}

describe('a table whose summaries know no outcomes', () => {
  it('is listed exactly by outcome at once, from the heads, and from summaries that are written again', async () => {
    const userId = newUserId();
    const calls = settledCalls(userId, 60).map((call, index) =>
      index % 4 === 0 ? { ...call, outcome: 'goal_reached' as const } : call,
    );
    await storeHeads(real(), calls);
    await storeWallet(real(), userId);
    await createCalls(real(), smallSizes).closeSegments(userId, NOW, 200);
    const stored = await summaryItems(userId);
    const ofOutcome = stored.filter(({ pk }) => String(pk).includes('#outcome#'));
    expect(ofOutcome).not.toEqual([]);
    await removeAll(
      real(),
      ofOutcome.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) })),
    );
    const older = stored.filter((item) => !ofOutcome.includes(item)).map(olderItem);
    for (const Item of older) await real().client.send(new PutCommand({ TableName: real().tableName, Item }));

    const lists = createCalls(real(), smallSizes);
    const shown = async (filter: CallFilter) => {
      const { rows, total } = await lists.list(userId, filter, { page: 2, perPage: 3 });
      return { total, ids: rows.map(({ call }) => call.id) };
    };
    const expected = (filter: CallFilter) => {
      const ids = calls.filter((call) => matchesFilter(call, filter)).map(({ id }) => id);
      return { total: ids.length, ids: ids.toReversed().slice(3, 6) };
    };
    const filters: CallFilter[] = [
      { outcome: 'goal_reached' },
      { outcome: 'talked', assistantId: 501 },
      { status: 'completed' },
    ];
    for (const filter of filters) expect(await shown(filter)).toEqual(expected(filter));

    await lists.closeSegments(userId, NOW, 200, false);
    expect((await readSummaries(real(), userId)).filter((summary) => !knowsOutcomes(summary))).not.toEqual([]);
    await lists.closeSegments(userId, NOW, 200);
    expect((await readSummaries(real(), userId)).filter((summary) => !knowsOutcomes(summary))).toEqual([]);
    for (const filter of filters) expect(await shown(filter)).toEqual(expected(filter));
  });
});
