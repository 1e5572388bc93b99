import { toAssistantItem } from '#shared/assistants/assistant-items.ts';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { blockSizes, noIndex, renewIndex } from '#shared/platform/table/page-index-blocks.ts';
import { toTransactItem } from '#shared/platform/table/write.ts';
import { itemBytes, onLoadedTable, TABLE } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { createMeter, type Reading } from '#test/bench/meter.ts';
import type { BenchReport } from '#test/bench/report.ts';
import { buildAssistant } from '#test/support/builders.ts';

const SIZES = ['10', '1000', '100000'];
const USER = 1;
const PER_PAGE = 15;

/** What the list of assistants costs, the most expensive of first, middle and last page. */
export async function benchAssistants(args: string[]): Promise<BenchReport> {
  const rows = [];
  for (const size of args.length > 0 ? args : SIZES) rows.push(await measure(Number(size)));
  const titles = [
    'assistants',
    'read units to find the page',
    'read units of the 15 rows',
    'round trips in a row',
    'ms',
    'exact',
    'reading them all: read units',
  ];
  return { table: markdownTable(titles, rows) };
}

async function measure(count: number) {
  const ids = Array.from({ length: count }, (_, index) => 1_000_000_000_000 + index * 7919);
  const assistants = ids.map((id) => ({
    ...keys.assistant.key(USER, id),
    ...toAssistantItem(buildAssistant({ id, userId: USER })),
  }));
  return onLoadedTable([...assistants, ...pageIndexItems(ids)], async ({ client }) => {
    const meter = createMeter(client);
    const store = createDynamoDbAssistantStore({ client: meter.client, tableName: TABLE });
    const last = Math.ceil(count / PER_PAGE);
    const readings: Array<Reading & { milliseconds: number }> = [];
    let isExact = true;
    // The first page twice: once to warm up.
    for (const page of [1, 1, Math.ceil(last / 2), last]) {
      const started = performance.now();
      const { rows, total } = await store.list(USER, { page, perPage: PER_PAGE });
      readings.push({ ...meter.read(), milliseconds: performance.now() - started });
      const expected = ids.toReversed().slice((page - 1) * PER_PAGE, page * PER_PAGE);
      isExact &&= total === count && rows.map(({ id }) => id).join() === expected.join();
    }
    const worst = (name: 'findUnits' | 'rowUnits' | 'depth') => Math.max(...readings.map((one) => one[name]));
    const allUnits = Math.ceil(assistants.reduce((sum, item) => sum + itemBytes(item), 0) / 4096);
    return [
      count.toLocaleString('en'),
      worst('findUnits'),
      worst('rowUnits'),
      worst('depth'),
      Math.round(readings.at(-1)!.milliseconds),
      isExact ? 'yes' : 'no',
      allUnits.toLocaleString('en'),
    ];
  });
}

/** The page index of these assistants, by the store's own builders. */
function pageIndexItems(ids: readonly number[]) {
  return renewIndex({ partition: keys.pageIndex.ofAssistants(USER) }, noIndex, { newest: ids, last: [] }, blockSizes)
    .map((write) => toTransactItem(TABLE, write))
    .flatMap(({ Put }) => Put?.Item ?? []);
}
