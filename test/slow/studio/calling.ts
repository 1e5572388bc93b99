import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { patientCustomer } from '#test/slow/studio/patient-customer.ts';
import { accessibilityProblems, type Studio } from '#test/slow/studio/use-studio.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { waitFor } from '#test/support/local-stack.ts';

/** Presses Tab until a control is reached, as a user without a pointer does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate<string>(
      `(() => { const one = document.activeElement; return one.labels?.[0]?.textContent || one.ariaLabel || one.textContent || ''; })()`,
    );
    if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
  }
  throw new Error(`Tab does not reach ${String(name)}`);
}

export function calling(studio: Studio): void {
  it('starts a call by keyboard alone, shows what is said while it is said, and hangs up', async () => {
    const { api } = studio.running();
    // The stack is 60 times faster than a call: its limits leave the page the time to be read.
    const slow = { assistant_name: 'Patient desk', max_silence_duration: 120, max_call_duration: 1200 };
    const request = assistantRequest({
      ...slow,
      re_engagement_interval: 600,
      initial_message: 'Hello {customer_name}.',
    });
    await api('POST', '/user/assistant', request);
    const customer = await patientCustomer(studio, '+12025550131');
    const { page, close } = await studio.open('/calls');
    await page
      .getByRole('link', { name: /^\+1 202 555 01/ })
      .first()
      .waitFor();
    await tabTo(page, /New call/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New call' }).waitFor();
    await tabTo(page, 'Assistant');
    await page.keyboard.type('Patient');
    await page.getByText('No value yet: customer_name').waitFor();
    await tabTo(page, 'Number to call');
    await page.keyboard.type('+1 202 555 0131');
    await tabTo(page, 'customer_name');
    await page.keyboard.type('Ada');
    expect(await page.getByText('No value yet').count()).toBe(0);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Call to +1 202 555 0131' }).waitFor();
    const transcript = page.getByRole('log', { name: 'Transcript' });
    await transcript.getByText('Hello Ada.').waitFor();
    await page.getByText('Talking').waitFor();
    await customer.say('I have a question about Tuesday.');
    await transcript.getByText('I have a question about Tuesday.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('The user ended the call.').waitFor();
    await page.getByText('Ended on our side').waitFor();
    await page.getByRole('rowheader', { name: 'Total' }).waitFor();
    await customer.stop();
    await close();
  });

  it('replays a webhook, and shows the second attempt', async () => {
    const { page, close } = await studio.open(`/calls/${studio.world().callId}`);
    await page.getByText('Delivered at the first attempt.').waitFor();
    const before = studio.running().webhooks('/crm').length;
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('Delivered after 2 attempts.').waitFor();
    expect(studio.running().webhooks('/crm').length).toBeGreaterThan(before);
    await close();
  });

  it('filters by what stands in the address, and deletes a call after a question', async () => {
    const { page, close } = await studio.open('/calls?status=busy');
    await page.getByLabel('Status', { exact: true }).waitFor();
    await page.getByRole('link', { name: '+1 202 555 0150' }).first().waitFor();
    expect(await page.getByRole('link', { name: '+1 202 555 0100' }).count()).toBe(0);
    const rows = await page.getByRole('row').count();
    await page.getByRole('link', { name: '+1 202 555 0150' }).first().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The call is deleted.').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Busy' });
    await page.waitForURL('**/calls?status=busy');
    await waitFor('one row less', async () => (await page.getByRole('row').count()) === rows - 1);
    await page.getByLabel('Status', { exact: true }).selectOption({ label: 'Any status' });
    await page.getByLabel('Outcome', { exact: true }).selectOption({ label: 'Goal reached' });
    await page.waitForURL('**/calls?outcome=goal_reached');
    const reached = page.getByRole('cell', { name: 'Goal reached' });
    // But for the row of the headings. The list of the filter before may still stand there.
    await waitFor('every row of the new filter', async () => {
      const others = page.getByRole('row').filter({ hasNot: reached });
      return (await reached.count()) > 0 && (await others.count()) === 1;
    });
    expect(await page.getByRole('link', { name: '+1 202 555 0150' }).count()).toBe(0);
    await close();
  });

  it('is searched, walked and saved by keyboard, and exported', async () => {
    const { page, close } = await studio.open('/calls');
    const first = page.getByRole('link', { name: /^\+1 202 555 01/ }).first();
    await first.waitFor();
    await page.keyboard.press('ArrowDown');
    const hasRow = `document.activeElement?.matches('tr.is-link td:first-child a')`;
    await expect.poll(() => page.evaluate<boolean>(hasRow)).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('spring rem');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/calls?campaign_id=${studio.world().campaignId}`);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Reminders');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Reminders', exact: true }).waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    expect((await saving).suggestedFilename()).toBe('calls.csv');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('link', { name: 'Reminders', exact: true }).click();
    await page.waitForURL('**/calls');
    await close();
  });
}
