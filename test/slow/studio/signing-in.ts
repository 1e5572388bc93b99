import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

export function signingIn(studio: Studio): void {
  it('takes one click on a local stack', async () => {
    const { page, close } = await studio.open('/', { user: null });
    await page.getByRole('button', { name: /Northwind Dental/ }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('heading', { name: 'Latest calls' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/home');
    await close();
  });

  it('takes an access token, and says when it is not valid', async () => {
    const { page, problems } = await studio.open('/', { user: null });
    await page.getByLabel('access token').fill('rb_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This access token is not valid.').waitFor();
    expect(problems).toEqual([expect.stringContaining('401')]);
    await page.getByLabel('access token').fill(studio.running().token(2));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
    await page.context().close();
  });

  it('comes back to the same page after the session has ended', async () => {
    const { page } = await studio.open('/calls?status=busy');
    await page.getByRole('link', { name: '+1 202 555 0150' }).first().waitFor();
    await page.route('**/api/user/**', (route) =>
      route.fulfill({ status: 401, json: { message: 'Unauthenticated.' } }),
    );
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Any status' });
    await page.getByText('Your access token is no longer valid.').waitFor();
    await page.unroute('**/api/user/**');
    await page.getByLabel('access token').fill(studio.running().token(1));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/calls');
    await page.context().close();
  });

  it('opens a link where it points, after the sign-in', async () => {
    const { page, close } = await studio.open('/calls?status=busy', { user: null });
    await page.getByRole('button', { name: /Northwind Dental/ }).click();
    await page.getByRole('link', { name: '+1 202 555 0150' }).first().waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/calls?status=busy');
    await close();
  });

  it('is shared by the tabs of a browser, and ended in all of them', async () => {
    const { page, close } = await studio.open('/assistants');
    await page.getByRole('link', { name: 'Reception' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(`${studio.running().origin}/calls?status=busy`);
    await second.getByRole('link', { name: '+1 202 555 0150' }).first().waitFor();
    expect(await second.evaluate<string>('JSON.stringify({ ...localStorage }) + document.cookie')).not.toContain('rb_');
    await second.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: /Northwind Dental/ }).waitFor();
    await second.getByRole('button', { name: /Northwind Dental/ }).click();
    await page.getByRole('heading', { name: 'Latest calls' }).waitFor();
    await close();
  });

  it('switches the user, and leaves nothing of the other one in the page, the storage or the way back', async () => {
    const { running } = studio;
    await running().as(2)('POST', '/user/assistant', assistantRequest({ assistant_name: 'Test drive desk' }));
    const { page, close } = await studio.open('/assistants?type=outbound');
    await page.getByRole('link', { name: 'Reception' }).waitFor();
    await page.getByLabel('Switch the user').selectOption({ label: 'Riverside Motors' });
    await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Assistants', exact: true }).click();
    await page.getByRole('link', { name: 'Test drive desk' }).waitFor();
    const kept = await page.evaluate<string>(
      'document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage })',
    );
    expect(kept).not.toContain('Reception');
    expect(page.url()).not.toContain('outbound');
    // The other users' names and tokens are offered by a local stack; what is read comes by the new token only.
    const stored = await page.evaluate<string>('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
    expect(stored).not.toContain(running().token(1));
    await page.goBack().catch(() => undefined);
    await page.waitForLoadState();
    expect(await page.evaluate<string>('document.documentElement.outerHTML')).not.toContain('Reception');
    await close();
  });
}
