import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';

const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    return at === document.body ? 'lost' : at.getAttribute('aria-label') ?? at.innerText.trim();
  })()`);

/** Where the focus is, for those who do not use a mouse. */
export function focusing(studio: Studio): void {
  it('is on the title of a page that is opened from a row, and of the one that it goes back to', async () => {
    const { page, close } = await studio.open('/calls');
    const row = page.getByRole('link', { name: '+1 202 555 0100' }).first();
    await row.waitFor();
    expect(await focused(page)).toBe('lost');
    await row.press('Enter');
    await page.getByText('Evaluation').first().waitFor();
    await expect.poll(() => focused(page)).toBe('Call to +1 202 555 0100');
    await page.goBack();
    await expect.poll(() => focused(page)).toBe('Calls');
    await close();
  });

  it('stays on the tab of an assistant that is opened', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByLabel('Find a setting').waitFor();
    await expect.poll(() => focused(page)).toBe('Settings');
    await close();
  });

  it('comes back to the button when its window is closed', async () => {
    const { page, close } = await studio.open(`/leads?campaign_id=${studio.world().campaignId}`);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Delete +12025550101' }).press('Enter');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Delete +12025550101');
    await page.keyboard.press('Enter');
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page)).toBe('Delete +12025550101');
    await page.getByRole('button', { name: 'Edit +12025550101' }).press('Enter');
    await dialog.getByRole('button', { name: 'Save' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe('Edit +12025550101');
    await close();
  });

  it('stays in a filter, which follows the address', async () => {
    const { page, close } = await studio.open('/calls');
    const filter = page.getByLabel('Search', { exact: true });
    await filter.fill('+12025550150');
    await filter.press('Enter');
    await page.waitForURL('**/calls?phone_number=*');
    await expect.poll(() => focused(page)).toBe('Search');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => filter.inputValue()).toBe('');
    await close();
  });

  it('is kept with the window when a selection of text ends outside', async () => {
    const { page, close } = await studio.open('/leads');
    await page.getByRole('button', { name: 'Add a lead' }).click();
    const dialog = page.getByRole('dialog');
    const box = await dialog.getByLabel('Phone number').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 20, (box?.y ?? 0) + 10);
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    expect(await dialog.count()).toBe(1);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    await close();
  });
}
