import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { hasChromium, launchChromium } from '#test/support/chromium.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack();

describe('the assets of the API reference', () => {
  it.each(['', '/', '/reference.js', '/reference.css', '/swagger-ui.css', '/swagger-ui-bundle.js'])(
    'are served by the stack itself: /reference%s',
    async (path) => {
      const response = await fetch(`${running().origin}/reference${path}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    },
  );
});

describe.skipIf(!hasChromium)('the API reference in a browser', () => {
  let browser: Browser;
  let assistantId: number;
  beforeAll(async () => {
    browser = await launchChromium();
    const created = await running().api<{ data: { id: number } }>('POST', '/user/assistant', assistantRequest());
    assistantId = created.body.data.id;
  });
  afterAll(async () => browser?.close());

  async function open(): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== running().origin) problems.push(`asks ${request.url()}`);
    });
    await page.goto(`${running().origin}/reference`);
    return { page, problems };
  }

  it('shows every endpoint, from nowhere but the stack', async () => {
    const { page, problems } = await open();
    await page.locator('#operations-calls-makeCall').waitFor();
    await expect(page.locator('.opblock').count()).resolves.toBeGreaterThan(15);
    expect(problems).toEqual([]);
    await page.close();
  });

  it('sends make_call with the demo token as it stands there, and shows the answer', async () => {
    const { page, problems } = await open();
    const operation = page.locator('#operations-calls-makeCall');
    await operation.locator('.opblock-summary-control').click();
    await expect(operation.locator('textarea').inputValue()).resolves.toContain(String(assistantId));
    await operation.getByRole('button', { name: 'Execute' }).click();

    const answer = operation.locator('.live-responses-table .response').first();
    await answer.waitFor();
    await expect(answer.locator('.response-col_status').innerText()).resolves.toContain('200');
    const shown = await answer.locator('pre.microlight').first().innerText();
    const told = JSON.parse(shown) as { call_id: number };
    expect(told).toMatchObject({ message: 'Call initiated successfully', status: 'initiated' });

    const { body } = await running().api<{ data: Array<{ id: number }> }>('GET', '/user/calls');
    expect(body.data.map(({ id }) => id)).toContain(told.call_id);
    expect(problems).toEqual([]);
    await page.close();
  });
});
