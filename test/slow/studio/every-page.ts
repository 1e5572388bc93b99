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
  let signedIn: StudioTab;
  beforeAll(async () => {
    signedIn = await studio.open('/assistants');
  });
  afterAll(async () => signedIn.close());

  it.each(addresses)('$name: axe finds nothing, narrow and light, wide and dark', async (address) => {
    const tab = address.signedOut ? await studio.open('/', { user: null }) : signedIn;
    const { page, problems } = tab;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await tab.goTo(address.path(studio.world()));
    const found: string[] = [];
    for (const { theme, width } of LOOKS) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      // It was opened in the light; elements that inherit a colour keep the one of the theme before.
      if (theme === 'dark') await page.reload();
      await page.getByText(address.shows).first().waitFor();
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (overflow > 0) found.push(`${width}: ${overflow} pixels wider than the screen`);
      found.push(...(await accessibilityProblems(page)).map((problem) => `${width} ${theme} ${problem}`));
    }
    expect({ found, problems }).toEqual({ found: [], problems: [] });
    if (tab !== signedIn) await tab.close();
  });
}
