import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PATH = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** CI installs Chromium, so that there its absence is a failure; elsewhere tests in a browser are skipped. CHROMIUM_PATH names another one. */
export const hasChromium = process.env['CI'] !== undefined || existsSync(PATH);

const disabled = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'];

/** A headless Chromium without background network traffic, and with these switches. */
export const launchChromium = (...switches: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: PATH,
    args: ['no-sandbox', 'no-first-run', ...disabled.map((feature) => `disable-${feature}`), ...switches].map(
      (name) => `--${name}`,
    ),
  });
