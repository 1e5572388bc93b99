import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDynamoDbAssistantStore } from '#shared/assistants/dynamodb-assistant-store.ts';
import { pageIndexWrites } from '#test/bench/page-index-writes.ts';
import { updatePageIndex, pageIndexSizes } from '#shared/platform/table/page-index.ts';
import { toAssistantItem } from '#shared/assistants/assistant-item.ts';
import { keys } from '#shared/platform/table/keys.ts';
import { onTable } from '#test/bench/bench-lists.ts';
import type { BenchReport } from '#test/bench/bench.ts';
import { drawChart } from '#test/bench/draw-chart.ts';
import { itemBytes, openTableFile } from '#test/bench/local-table-file.ts';
import { markdownTable } from '#test/bench/markdown-table.ts';
import { createMeter } from '#test/bench/meter.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { createTable } from '#infra/local/emulators/dynamodb-emulator.ts';

const SIZES = [10, 1000, 100_000];
const TABLE = 'bench';
const USER = 1;
const PER_PAGE = 15;

/** What the list of assistants costs, the most expensive of first, middle and last page. */
export async function benchAssistants(args: string[]): Promise<BenchReport> {
  const sizes = args.length > 0 ? args.map(Number) : SIZES;
  const rows = [];
  for (const size of sizes) rows.push(await measure(size));
  const table = markdownTable(
    [
      'assistants',
      'read units to find the page',
      'read units of the 15 rows',
      'round trips in a row',
      'ms',
      'exact',
      'reading them all: read units',
    ],
    rows.map((row) => [
      row.assistants.toLocaleString('en'),
      row.findUnits,
      row.rowUnits,
      row.depth,
      row.milliseconds,
      row.isExact ? 'yes' : 'no',
      row.allUnits.toLocaleString('en'),
    ]),
  );
  const chart = drawChart({
    title: 'Read units of one page of assistants',
    x: rows.map(({ assistants }) => assistants),
    xLabel: 'assistants of the user',
    lines: [
      { name: 'reading them all', colour: '#b91c1c', y: rows.map(({ allUnits }) => allUnits) },
      { name: 'one page', colour: '#1d4ed8', y: rows.map(({ findUnits, rowUnits }) => findUnits + rowUnits) },
    ],
  });
  return { figures: rows, table, chart };
}

async function measure(count: number) {
  const folder = await mkdtemp(join(tmpdir(), 'bench-assistants-'));
  const file = join(folder, 'assistants.db');
  try {
    await onTable(file, ({ endpoint }) => createTable(endpoint, TABLE));
    const ids = Array.from({ length: count }, (_, index) => 1_000_000_000_000 + index * 7919);
    const itemBytesOfAll = load(file, ids);
    return await onTable(file, async ({ client }) => {
      const meter = createMeter(client);
      const store = createDynamoDbAssistantStore({ client: meter.client, tableName: TABLE });
      const last = Math.ceil(count / PER_PAGE);
      const worst = { findUnits: 0, rowUnits: 0, depth: 0, milliseconds: 0 };
      let isExact = true;
      for (const page of [1, 1, Math.ceil(last / 2), last]) {
        meter.read();
        const started = performance.now();
        const { rows, total } = await store.list(USER, { page, perPage: PER_PAGE });
        const reading = { ...meter.read(), milliseconds: Math.round(performance.now() - started) };
        for (const name of ['findUnits', 'rowUnits', 'depth'] as const)
          worst[name] = Math.max(worst[name], reading[name]);
        worst.milliseconds = reading.milliseconds;
        const expected = ids.toReversed().slice((page - 1) * PER_PAGE, page * PER_PAGE);
        isExact &&= total === count && rows.map(({ id }) => id).join() === expected.join();
      }
      return { assistants: count, ...worst, isExact, allUnits: Math.ceil(itemBytesOfAll / 4096) };
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the assistants and their page index with the store's own builders. Returns the bytes of the assistants. */
function load(file: string, ids: readonly number[]): number {
  const writer = openTableFile(file, TABLE);
  let bytes = 0;
  for (const id of ids) {
    const item = { ...keys.assistant.key(USER, id), ...toAssistantItem(buildAssistant({ id, userId: USER })) };
    bytes += itemBytes(item);
    writer.put(item);
  }
  const before = { blocks: [], newestFrom: 0, newest: ids.slice(0, -1) };
  const after = updatePageIndex(before, new Map(), { id: ids.at(-1) ?? 0, kind: 'enter' }, pageIndexSizes);
  const partition = keys.pageIndex.ofAssistants(USER);
  const writes = pageIndexWrites({ tableName: TABLE }, partition, { seen: undefined, after });
  for (const { Put } of writes) if (Put?.Item) writer.put(Put.Item);
  writer.close();
  return bytes;
}
