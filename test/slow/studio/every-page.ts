import { expect, it } from 'vitest';
import { addresses } from '#test/slow/studio/addresses.ts';
import { accessibilityProblems, type Studio } from '#test/slow/studio/use-studio.ts';

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
    expect(found).toEqual([]);
    await close();
  });
}
