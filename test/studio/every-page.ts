import { expect, it } from 'vitest';
import { addresses } from '#test/studio/addresses.ts';
import { accessibilityProblems, type Studio } from '#test/studio/use-studio.ts';

const WIDTHS = [390, 1440];
/** Contrast depends on the theme, and what is shown on the width: each of both is looked at. */
const LOOKS = [
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 1440 },
] as const;

/** Accessible, without an error, and no wider than the screen. */
export function everyPage(studio: Studio): void {
  it.each(addresses)('$name: axe finds nothing, narrow and light, wide and dark', async (address) => {
    const { page, close } = await studio.open(address.path(studio.world()), {
      user: address.signedOut ? null : 1,
    });
    await page.getByText(address.shows).first().waitFor();
    const found: string[] = [];
    for (const { theme, width: looked } of LOOKS) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.reload();
      await page.getByText(address.shows).first().waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (overflow > 0) found.push(`${width}: ${overflow} pixels wider than the screen`);
      }
      await page.setViewportSize({ width: looked, height: 900 });
      found.push(...(await accessibilityProblems(page)).map((problem) => `${looked} ${theme} ${problem}`));
    }
    expect(found).toEqual([]);
    await close();
  });
}
