import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { delayWebCalls } from '#test/slow/studio/delayed-web-call.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { hasChromium, launchChromium } from '#test/support/chromium.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { patience } from '#test/support/patience.ts';

process.env['SIMULATOR_WEB_SPEED'] = '5';
const running = useLocalStack();
const axeScript = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A page of another company, with a strict policy: no inline script or style, and only what the widget needs. */
function shopPage(apiOrigin: string, simulator: string, widget: string) {
  const policy = [
    "default-src 'none'",
    `script-src ${apiOrigin}`,
    `connect-src ${apiOrigin} ${simulator.replace(/^http/, 'ws')}`,
    "style-src 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><p>Welcome.</p></main>
    <ringback-widget widget-id="${widget}"></ringback-widget>
    <script type="module" src="${apiOrigin}/widget/widget.js"></script></html>`;
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html);
  });
  return { server, origin: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function assistantWith(widget_settings: Record<string, unknown>, userId: number): Promise<string> {
  const api = running().as(userId);
  const request = assistantRequest({ initial_message: 'Welcome to the shop.', widget_settings });
  const { body } = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
  const { body: record } = await api<{ user_id: number; uuid: string }>('GET', `/user/assistants/${body.data.id}`);
  return `${record.user_id}.${body.data.id}.${record.uuid}`;
}

/** A visitor has two calls, which count until they are settled. */
async function settled(userId: number): Promise<void> {
  const api = running().as(userId);
  const openCalls = async (status: string) =>
    (await api<{ total: number }>('GET', `/user/calls?type=web&status=${status}`)).body.total;
  await waitFor('the end of earlier calls', async () => {
    const open = await Promise.all(['initiated', 'in-progress', 'ended'].map(openCalls));
    return open.every((count) => count === 0);
  });
}

describe.skipIf(!hasChromium)('the widget on a page of another origin', () => {
  let browser: Browser;
  const pages: Array<{ close: () => Promise<unknown> }> = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    for (const page of pages) await page.close();
  });

  /** Opens the shop, whose origin the widget allows or not. */
  async function open(look: Record<string, unknown> = {}, isAllowed = true, context = {}, userId = 1) {
    const { origin, stack } = running();
    await settled(userId);
    const port = createServer();
    port.listen(0, '127.0.0.1');
    await once(port, 'listening');
    const { port: number } = port.address() as AddressInfo;
    port.close();
    const allowed_origins = isAllowed ? [`http://127.0.0.1:${number}`] : ['https://shop.example.com'];
    const widget = await assistantWith(
      { ...look, allowed_origins, max_spend_per_hour: 100, max_spend_per_day: 100 },
      userId,
    );
    const { server } = shopPage(origin, stack.address.simulator_url, widget);
    server.listen(number, '127.0.0.1');
    await once(server, 'listening');
    const page = await browser.newPage(context);
    page.setDefaultTimeout(patience(10_000));
    pages.push({ close: async () => server.close() });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(`http://127.0.0.1:${number}/`);
    return { page, problems };
  }

  async function violations(page: Page) {
    // Over the protocol of the browser, which no policy of the page restricts.
    await page.evaluate(await axeScript);
    return page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: Array<{ id: string; nodes: unknown[] }> }> };
      };
      return (await axe.run()).violations.map(({ id, nodes }) => ({ id, nodes: JSON.stringify(nodes) }));
    });
  }

  it('talks to the assistant under a strict policy, by keyboard alone, with no violation and no error', async () => {
    const { page, problems } = await open();
    await page.getByRole('button', { name: 'Talk to us' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Welcome to the shop.').first().waitFor();
    await page.keyboard.type('What are your opening hours?');
    await page.keyboard.press('Enter');
    await page.locator('li.customer', { hasText: 'What are your opening hours?' }).waitFor();
    await page.locator('li.assistant').nth(1).waitFor();
    expect(await page.locator('[aria-live=polite]').textContent()).toMatch(/^Assistant: /);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keypad' }).click();
    await page.getByRole('button', { name: '5' }).click();
    await page
      .locator('li.customer', { hasText: '[pressed 5]' })
      .or(page.locator('li.assistant').nth(2))
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(problems).toEqual([]);
  });

  it('hangs up a call that is connecting, by the button and when it is removed from the page', async () => {
    // Of another user: calls that no page begins count for 90 seconds, and a visitor has two.
    const { page, problems } = await open({}, true, {}, 2);
    const calls = await delayWebCalls(page);
    await page.getByRole('button', { name: 'Talk to us' }).click();
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByText('Connecting').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByText('Connecting').waitFor();
    await page.evaluate("document.querySelector('ringback-widget').remove()");
    await calls.pass();
    expect([calls.asked(), calls.joined()]).toEqual([2, 0]);
    expect(problems).toEqual([]);
  });

  it('begins each call with the microphone on, and shows when it is off', async () => {
    const { page, problems } = await open();
    const mute = page.getByRole('button', { name: 'Mute microphone' });
    const button = "document.querySelector('ringback-widget').shadowRoot.querySelector('[aria-pressed]')";
    const background = () => page.evaluate<string>(`getComputedStyle(${button}).backgroundColor`);
    await page.getByRole('button', { name: 'Talk to us' }).click();
    await page.getByRole('button', { name: 'Start call' }).click();
    await mute.waitFor();
    const on = await background();
    await mute.click();
    expect(await background()).not.toBe(on);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('button', { name: 'Start call' }).click();
    await mute.waitFor();
    expect(await mute.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    expect(problems).toEqual([]);
  });

  it('says at its button that a call goes on behind the closed panel', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Talk to us' }).click();
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('button', { name: 'Keypad' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'In a call' }).click();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Talk to us' }).waitFor();
    expect(await page.getByRole('button', { name: 'In a call' }).count()).toBe(0);
  });

  it('takes variables and texts that the page has set before the script ran', async () => {
    const { page } = await open();
    await page.addInitScript(`new MutationObserver(() => {
      const widget = document.querySelector('ringback-widget');
      if (widget && !widget.variables) Object.assign(widget, { variables: { page: 'cart' }, texts: { call: 'Anrufen' } });
    }).observe(document, { childList: true, subtree: true })`);
    await page.reload();
    const asked = page.waitForRequest('**/web-call');
    await page.getByRole('button', { name: 'Talk to us' }).click();
    await page.getByRole('button', { name: 'Anrufen' }).click();
    expect((await asked).postDataJSON()).toEqual({ variables: { page: 'cart' } });
  });

  it('keeps every button in reach on a low screen', async () => {
    const { page } = await open({}, true, { viewport: { width: 640, height: 360 } });
    await page.getByRole('button', { name: 'Talk to us' }).click();
    await page.getByRole('button', { name: 'Start call' }).click();
    await page.getByRole('button', { name: 'Keypad' }).click();
    const send = "document.querySelector('ringback-widget').shadowRoot.querySelector('form button')";
    expect(await page.evaluate(`${send}.scrollWidth <= ${send}.clientWidth`)).toBe(true);
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The call has ended.').waitFor();
  });

  it('looks the same whatever the page sets for its own elements', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Talk to us' }).waitFor();
    const looks = () =>
      page.evaluate<unknown>(`(() => {
        const widget = document.querySelector('ringback-widget');
        const text = getComputedStyle(widget.shadowRoot.querySelector('.status'));
        const { textTransform, letterSpacing, whiteSpace, textAlign, fontFamily } = text;
        return { position: getComputedStyle(widget).position, textTransform, letterSpacing, whiteSpace, textAlign, fontFamily };
      })()`);
    const before = await looks();
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('* { position: relative; font-family: monospace } ' +
        'body { text-transform: uppercase; letter-spacing: 9px; white-space: pre; text-align: center }');
      document.adoptedStyleSheets = [sheet];
    })()`);
    expect(await looks()).toEqual(before);
    expect(before).toMatchObject({ position: 'fixed', textTransform: 'none' });
  });

  it.each([
    ['a light color in the dark', { theme: 'dark', color: '#fde047', position: 'top-left' }],
    ['a middle color by the system', { theme: 'auto', color: '#777777', position: 'bottom-left' }],
  ])('has no violation with %s, on a small screen', async (_, look) => {
    const { page } = await open(look, true, { viewport: { width: 320, height: 480 }, colorScheme: 'dark' });
    const launcher = page.getByRole('button', { name: 'Talk to us' });
    await launcher.waitFor();
    expect(await violations(page)).toEqual([]);
    await launcher.click();
    await page.getByRole('dialog').waitFor();
    expect(await violations(page)).toEqual([]);
    const box = await page.getByRole('dialog').boundingBox();
    expect(box!.x >= 0 && box!.x + box!.width <= 320).toBe(true);
  });

  it('does not appear on a page whose origin is not allowed', async () => {
    const { page } = await open({}, false);
    const asked = page.waitForRequest(/\/api\/widget\//);
    await page.reload();
    const { status } = await fetch((await asked).url(), { headers: { origin: new URL(page.url()).origin } });
    expect(status).toBe(403);
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('ringback-widget').isVisible()).toBe(false);
  });
});
