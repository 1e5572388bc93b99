import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';

const KEY = 'sk-proj-typed-into-the-studio-0123456789';

export function models(studio: Studio): void {
  it('takes a key, never shows it, and removes it', async () => {
    const { page, close } = await studio.open('/models');
    // Of the provider alone: the stack itself would ask OpenAI whether it takes the key.
    const sent: string[] = [];
    let key: string | null = null;
    await page.route('**/local/models**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path !== '/local/models') sent.push(`${path} ${route.request().postData()}`);
      if (path.endsWith('/key')) key = 'studio';
      if (path.endsWith('/remove')) key = null;
      await route.fulfill({ json: { servers: [], locked: [], key, takes_key: true, real: [] } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Store the key' }).click();
    await page.getByText('Enter a key.').waitFor();
    await page.getByLabel('API key').fill(KEY);
    expect(await page.getByLabel('API key').getAttribute('type')).toBe('password');
    await page.getByRole('button', { name: 'Store the key' }).click();
    await page.getByText('It is not shown again.').waitFor();
    expect(await page.content()).not.toContain(KEY);
    await page.getByRole('button', { name: 'Remove the key' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByLabel('API key').waitFor();
    expect(sent).toEqual([`/local/models/key {"key":"${KEY}"}`, '/local/models/key/remove {}']);
    await close();
  });
}
