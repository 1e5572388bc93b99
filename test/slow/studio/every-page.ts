import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses } from '#test/slow/studio/addresses.ts';
import { accessibilityProblems, type Studio, type StudioTab } from '#test/slow/studio/use-studio.ts';

/** Contrast depends on the theme, and what is shown on the width: each of both is looked at. */
const LOOKS = [
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 1440 },
] as const;

/** Accessible, without an error, and no wider than the screen. */
export function everyPage(studio: Studio): void {
  const tabs = new Map<string, StudioTab>();
  beforeAll(async () => {
    for (const look of LOOKS) {
      const tab = await studio.open('/home', look);
      await tab.page.emulateMedia({ reducedMotion: 'reduce' });
      tabs.set(look.theme, tab);
    }
  });
  afterAll(async () => {
    for (const tab of tabs.values()) await tab.close();
  });

  it.each(addresses)(
    '$name: axe finds nothing, narrow and light, wide and dark',
    async ({ path, shows, signedOut }) => {
      const found: string[] = [];
      for (const { theme, width } of LOOKS) {
        const tab = signedOut ? await studio.open('/', { user: null, theme, width }) : tabs.get(theme);
        if (tab === undefined) throw new Error(`no tab is ${theme}`);
        const { page, problems } = tab;
        if (!signedOut) await goWithin(page, path(studio.world()));
        await page
          .locator(signedOut ? 'body' : '#main')
          .getByText(shows)
          .first()
          .waitFor();
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (overflow > 0) found.push(`${width}: ${overflow} pixels wider than the screen`);
        found.push(...(await accessibilityProblems(page)), ...problems);
        if (signedOut) await tab.close();
      }
      expect(found).toEqual([]);
    },
  );
}

/** By the router, as a link does it: a page takes the place of an empty one. */
async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '/none')`);
  await page.getByText('There is no such page').waitFor();
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
}
