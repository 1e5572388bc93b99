import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';

/** What the service refuses, and what the network loses. */
export function failing(studio: Studio): void {
  it('shows a refusal at the field that it is about, and sends the corrected form', async () => {
    const { page, problems } = await studio.open('/campaigns/new');
    await page.getByLabel('Name').fill('Autumn check-ups');
    await page.getByLabel('Attempts after the first').fill('9');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByText('The max retries must be between 1 and 5.').waitFor();
    const field = page.getByLabel('Attempts after the first');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate<string>('document.activeElement.id')).toBe(await field.getAttribute('id'));
    expect(problems).toEqual([expect.stringContaining('422')]);
    await field.fill('2');
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { name: 'Autumn check-ups' }).waitFor();
    await page.getByText('2 times, after 1 h').waitFor();
    await page.context().close();
  });

  it('says when to try again after too many requests, and tries again by itself', async () => {
    const { page } = await studio.open('/do-not-call');
    let refusals = 0;
    await page.route('**/api/user/calls?*', async (route) => {
      refusals += 1;
      // The client repeats a request twice by itself.
      if (refusals > 3) return route.continue();
      const body = JSON.stringify({ message: 'Too Many Requests', retry_after: 0.2 });
      return route.fulfill({ status: 429, headers: { 'content-type': 'application/json' }, body });
    });
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByText('Too many requests. Try again in 1 s.').waitFor();
    await page.getByRole('link', { name: '+1 202 555 0100' }).first().waitFor();
    expect(await page.getByText('Too many requests').count()).toBe(0);
    await page.context().close();
  });

  it('says that the network is gone, keeps what it has shown, and comes back with the network', async () => {
    const { page } = await studio.open(`/campaigns/${studio.world().campaignId}`);
    await page.getByText('Results', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('The service does not answer.').first().waitFor();
    expect(await page.getByText('Results', { exact: true }).count()).toBe(1);
    await page.context().setOffline(false);
    await page.getByText('The service does not answer.').first().waitFor({ state: 'detached' });
    await page.context().close();
  });
}
