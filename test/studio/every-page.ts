import { expect, it } from 'vitest';
import { addresses } from '#test/studio/addresses.ts';
import { accessibilityProblems, type Studio } from '#test/studio/use-studio.ts';

const WIDTHS = [390, 1440];
const themes = ['light', 'dark'] as const;

/** Accessible, without an error, and no wider than the screen. */
export function everyPage(studio: Studio): void {
  it.each(addresses)('$name: axe finds nothing in both themes, narrow and wide', async (address) => {
    const { page, close } = await studio.open(address.path(studio.world()), {
      user: address.signedOut ? null : 1,
    });
    await page.getByText(address.shows).first().waitFor();
    const found: string[] = [];
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.reload();
      await page.getByText(address.shows).first().waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        found.push(...(await accessibilityProblems(page)).map((problem) => `${width} ${colorScheme} ${problem}`));
        const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        if (overflow > 0) found.push(`${width}: ${overflow} pixels wider than the screen`);
      }
    }
    expect(found).toEqual([]);
    await close();
  });
}
