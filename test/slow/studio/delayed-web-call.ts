import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const DELAY_MS = 1000;

interface DelayedCalls {
  /** How many calls the page has asked for. */
  asked: () => number;
  /** How many of them it has joined. */
  joined: () => number;
  /** Until the answer would have come, and the page would have joined the call. */
  pass: () => Promise<unknown>;
}

/** Lets the service start the web calls of a page at once, and answer a second later. */
export async function delayWebCalls(page: Page): Promise<DelayedCalls> {
  let asked = 0;
  let joined = 0;
  page.on('websocket', () => {
    joined += 1;
  });
  await page.route('**/web-call', async (route) => {
    asked += 1;
    const response = await route.fetch();
    await sleep(DELAY_MS);
    // The page may have given up the request, or be gone.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { asked: () => asked, joined: () => joined, pass: () => sleep(DELAY_MS * 1.5) };
}
