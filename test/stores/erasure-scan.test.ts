import { describe, expect, it } from 'vitest';
import { everyItem, scanUntilClean } from '#infra/admin/erase/scan-table.ts';
import type { StoredItem } from '#infra/admin/erase/stored-item.ts';
import { createProgressBar } from '#infra/admin/terminal/progress-bar.ts';
import { put, removeAll } from '#shared/platform/table/write.ts';
import { useTable } from '#test/support/table.ts';

const table = useTable();
const { real } = table;
const bar = createProgressBar(undefined);
const LARGE = 'x'.repeat(300_000);

async function add(count: number, collection = 'CALL') {
  for (let id = 1; id <= count; id += 1) {
    const Item = { pk: `USER#1#${collection}`, sk: String(id).padStart(16, '0'), text: LARGE };
    await put(table.real(), Item);
  }
}

async function left(): Promise<StoredItem[]> {
  const items: StoredItem[] = [];
  for await (const item of everyItem(real())) items.push(item);
  return items;
}

const removeCalls = async (items: StoredItem[]) => {
  const own = items.filter(({ pk }) => pk.startsWith('USER#'));
  await removeAll(real(), own);
  return own.length;
};

describe('a scan that removes', () => {
  it('goes on where it was killed, and then goes round once more', async () => {
    await add(12);
    const pages: number[] = [];
    const killed = scanUntilClean(real(), {
      name: 'test',
      bar,
      visit: async (items) => {
        pages.push(items.length);
        if (pages.length === 3) throw new Error('killed');
        return removeCalls(items);
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const before = await left();
    expect(before.filter(({ pk }) => pk !== 'ERASURE').length).toBe(12 - pages[0]! - pages[1]!);
    const seen: string[] = [];
    const outcome = await scanUntilClean(real(), {
      name: 'test',
      bar,
      visit: async (items) => {
        seen.push(...items.map(({ sk }) => sk));
        return removeCalls(items);
      },
    });
    expect(outcome).toMatchObject({ isClean: true });
    expect(await left()).toEqual([]);
  });

  it('finds what is written behind it', async () => {
    await add(8);
    let isAdded = false;
    const visit = async (items: StoredItem[]) => {
      const removed = await removeCalls(items);
      if (!isAdded && removed > 0) await add(1, 'A');
      isAdded = true;
      return removed;
    };
    await expect(scanUntilClean(real(), { name: 'test', bar, visit })).resolves.toMatchObject({ isClean: true });
    expect(await left()).toEqual([]);
  });

  it('says so when others write as fast as it removes', async () => {
    await add(1);
    const visit = async (items: StoredItem[]) => {
      const removed = await removeCalls(items);
      await add(1);
      return removed;
    };
    await expect(scanUntilClean(real(), { name: 'test', bar, visit })).resolves.toMatchObject({ isClean: false });
  });
});
