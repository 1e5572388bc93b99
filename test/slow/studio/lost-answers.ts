import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';

/** As often as the client sends a request by itself. */
const TRIES = 3;

/** Requests that the service has carried out, and whose answers the page does not get. */
export function lostAnswers(studio: Studio): void {
  /** Loses the answers of the first tries. Returns the idempotency keys of all of them. */
  async function loseAnswers(page: Page, url: string): Promise<string[]> {
    const keys: string[] = [];
    await page.route(url, async (route) => {
      keys.push(route.request().headers()['idempotency-key'] ?? '');
      if (keys.length > TRIES) return route.continue();
      await route.fetch();
      return route.abort('connectionreset');
    });
    return keys;
  }

  it('a call that is tried again is made once', async () => {
    const calls = async () =>
      (await studio.running().api<{ total: number }>('GET', '/user/calls?phone_number=%2B12025550159')).body.total;
    const { page } = await studio.open('/calls');
    const keys = await loseAnswers(page, '**/user/make_call');
    await page.getByRole('button', { name: 'New call' }).click();
    await page.getByRole('dialog').getByLabel('Number to call').fill('+12025550159');
    await page.getByRole('button', { name: 'Call now' }).click();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(/calls\/\d+$/);
    expect(keys).toHaveLength(TRIES + 1);
    expect(new Set(keys).size).toBe(1);
    expect(await calls()).toBe(1);
    await page.context().close();
  });

  it('an SMS that is tried again is sent once; the same text sent once more is another one', async () => {
    const { page } = await studio.open('/sms');
    const keys = await loseAnswers(page, '**/user/sms');
    const send = async (button: string) => {
      await page.getByLabel('Text').fill('See you on Tuesday.');
      await page.getByRole('button', { name: button, exact: true }).click();
    };
    await page.getByLabel('To', { exact: true }).fill('+12025550100');
    await send('Send');
    await send('Try again');
    await page.getByRole('cell', { name: 'See you on Tuesday.' }).waitFor();
    expect(keys).toHaveLength(TRIES + 1);
    expect(new Set(keys).size).toBe(1);
    await send('Send');
    await page.getByRole('cell', { name: 'See you on Tuesday.' }).nth(1).waitFor();
    expect(new Set(keys).size).toBe(2);
    await page.context().close();
  });
}
