import type { Browser, Page } from 'playwright-core';

export interface Visit {
  /** The access token of the user who is signed in; null: no one. */
  token: string | null;
  theme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Permissions of the browser, such as `clipboard-write`. */
  permissions?: string[];
}

/** A page of the browser, and what went wrong in it. */
export interface Tab {
  page: Page;
  /** Errors of the console, uncaught errors and requests to other machines. */
  problems: string[];
}

/** Opens an address in a browser of its own, without cookies or storage of another one. */
export async function openTab(
  browser: Browser,
  url: string,
  { token, theme = 'light', width = 1440, height = 900, permissions = [] }: Visit,
): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, permissions });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
  });
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith('http') && !['localhost', '127.0.0.1'].includes(hostname)) {
      problems.push(`asks ${request.url()}`);
    }
  });
  if (token !== null) {
    // Once a tab: a test that switches the user must not be switched back by the next load.
    const signIn = `sessionStorage.setItem('ringback.token', ${JSON.stringify(token)})`;
    await page.addInitScript(`if (window.name === '') { window.name = 'seen'; ${signIn}; }`);
  }
  await page.goto(url);
  return { page, problems };
}
