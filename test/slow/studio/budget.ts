import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { buildStudio } from '#infra/cloud/studio/build-studio.ts';
import type { Studio } from '#test/slow/studio/use-studio.ts';

const MOST_KILOBYTES = 250;
const MOST_FOR_WORKBOOKS = 40;
const FIRST_VIEW_MS = 1000;
/** The fastest of these counts: other tests may keep both cores busy. */
const VISITS = 20;

export function budget(studio: Studio): void {
  it(`has less than ${MOST_KILOBYTES} KB of JavaScript, gzipped, all pages and the voice SDK together`, async () => {
    const folder = await buildStudio();
    const sizes = globSync('assets/*.js', { cwd: folder }).map((file) => ({
      isWorkbooks: file.includes('/xlsx-'),
      kilobytes: gzipSync(readFileSync(join(folder, file))).length / 1024,
    }));
    expect(sizes.length).toBeGreaterThan(3);
    const sum = (some: typeof sizes) => some.reduce((all, { kilobytes }) => all + kilobytes, 0);
    const [workbooks, rest] = [sizes.filter(({ isWorkbooks }) => isWorkbooks), sizes.filter((one) => !one.isWorkbooks)];
    expect(sum(rest)).toBeLessThan(MOST_KILOBYTES);
    // Loaded by who chooses a workbook to import.
    expect(workbooks).toHaveLength(1);
    expect(sum(workbooks)).toBeLessThan(MOST_FOR_WORKBOOKS);
  });

  it(`shows the first page with its data in less than ${FIRST_VIEW_MS} ms`, async () => {
    // A machine that does something else at the same time is slow for a while.
    const times: number[] = [];
    while (times.length < VISITS && !times.some((time) => time < FIRST_VIEW_MS)) {
      const { page, close } = await studio.open('/assistants');
      await page.getByRole('link', { name: 'Reception', exact: true }).waitFor();
      // Milliseconds since the browser began to load the page.
      times.push(await page.evaluate<number>('performance.now()'));
      await close();
    }
    expect(Math.min(...times)).toBeLessThan(FIRST_VIEW_MS);
  });
}
