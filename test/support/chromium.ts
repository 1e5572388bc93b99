import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** CI installs Chromium, so that there its absence is a failure. */
export const hasChromium = process.env['CI'] !== undefined || existsSync(PATH);

if (!hasChromium) process.stderr.write(`tests in a browser are skipped: no Chromium at ${PATH}; set CHROMIUM_PATH\n`);

/** A headless Chromium that talks to nobody but the pages it is told to open. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: PATH,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
