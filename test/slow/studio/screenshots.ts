import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import type { Browser, Page } from 'playwright-core';
import { startLocalStack } from '#infra/local/compose/local-stack.ts';
import { addresses } from '#test/slow/studio/addresses.ts';
import { openTab } from '#test/slow/studio/open-tab.ts';
import { createWorld } from '#test/slow/studio/world.ts';
import { clientFor } from '#test/support/api-client.ts';
import { launchChromium } from '#test/support/chromium.ts';

const FOLDER = resolve(import.meta.dirname, '../../../docs/images/studio');
const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];
const themes = ['light', 'dark'] as const;

/** The pages of these names, or all. */
async function main(names: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'studio-screenshots-'));
  const stack = await startLocalStack({ dataDir });
  const browser = await launchChromium();
  try {
    const { base_url: baseUrl, users, webhook_sink_url: sinkUrl } = stack.address;
    const token = users[0]?.token ?? '';
    const world = await createWorld(clientFor(baseUrl, token), sinkUrl);
    await mkdir(FOLDER, { recursive: true });
    let bytes = 0;
    for (const address of addresses.filter(({ name }) => names.length === 0 || names.includes(name))) {
      for (const theme of themes) {
        for (const size of sizes) {
          const url = `${stack.origin}${address.path(world)}`;
          const { page } = await openTab(browser, url, { token: address.signedOut ? null : token, theme, ...size });
          await page.getByText(address.shows).first().waitFor();
          await address.prepare?.(page);
          // Fonts, and the fading of what has just changed.
          await page.waitForLoadState('networkidle');
          const image = await toWebp(browser, await page.screenshot({ animations: 'disabled', scale: 'css' }));
          await page.context().close();
          bytes += image.length;
          await writeFile(join(FOLDER, `${address.name}-${size.width}-${theme}.webp`), image);
        }
      }
    }
    process.stdout.write(`${(bytes / 1024).toFixed(0)} KB in ${FOLDER}\n`);
  } finally {
    await browser.close();
    await stack.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

let converter: Page | undefined;

/** A third of the size of a PNG. The browser has the encoder. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  converter ??= await browser.newPage();
  const base64 = await converter.evaluate<string>(`(async () => {
    const image = await createImageBitmap(await (await fetch('data:image/png;base64,${png.toString('base64')}')).blob());
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.5).split(',')[1];
  })()`);
  return Buffer.from(base64, 'base64');
}

const command = new Command('npm run screenshots --')
  .description('Takes pictures of every page of the studio, at two widths and in both themes, into docs/images/studio.')
  .argument('[name...]', 'only these pages, by their names in test/slow/studio/addresses.ts')
  .parse();
await main(command.args);
