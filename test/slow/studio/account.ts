import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';

/** Tokens, numbers, SMS, webhooks, the do-not-call list and the event log. */
export function account(studio: Studio): void {
  it('shows a new token once; it has the rights that were chosen, until it is revoked', async () => {
    const { baseUrl } = studio.running();
    const { page, close } = await studio.open('/tokens');
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Nightly import');
    await page.getByRole('checkbox', { name: /^Calls/ }).uncheck();
    await page.getByRole('button', { name: 'Create token' }).click();
    const secret = await page.getByText(/^rb_[\w-]{20,}$/).innerText();
    const ask = (path: string, method = 'GET') =>
      fetch(`${baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      });
    expect((await ask('/user/me')).status).toBe(200);
    expect((await ask(`/user/calls/${studio.world().callId}/end`, 'POST')).status).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.getByText(secret).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke Nightly import' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Revoked', { exact: true }).waitFor();
    await close();
  });

  it('shows the days of the usage in UTC', async () => {
    const { page, close } = await studio.open('/usage');
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Los_Angeles' });
    await page.reload();
    const chart = page.locator('.chart').first();
    await chart.locator('.u-over').hover();
    const time = chart.locator('.u-legend .u-value').first();
    await expect.poll(() => time.innerText()).toMatch(/ 12:00am$/);
    await close();
  });

  it('gives a number to an inbound assistant', async () => {
    const { page, close } = await studio.open('/numbers');
    await page.getByLabel('Who answers +1 202 555 0002').selectOption({ label: 'After-hours line' });
    await page.getByText('After-hours line answers +1 202 555 0002 now.').waitFor();
    const { body } = await studio
      .running()
      .api<Array<{ name: string; phone_number_id: number | null }>>('GET', '/user/assistants');
    expect(body.find(({ name }) => name === 'After-hours line')?.phone_number_id).not.toBeNull();
    await page.getByLabel('Who answers +1 202 555 0002').selectOption({ label: 'No assistant' });
    await page.getByText('No assistant answers +1 202 555 0002 now.').waitFor();
    await close();
  });

  it('gives a number back when the other assistant cannot have it', async () => {
    const { api } = studio.running();
    await api('POST', '/user/assistant', assistantRequest({ assistant_name: 'Day line', calls_direction: 'receive' }));
    const { page } = await studio.open('/numbers');
    const answers = page.getByLabel('Who answers +1 202 555 0002');
    await answers.selectOption({ label: 'After-hours line' });
    await page.getByText('After-hours line answers +1 202 555 0002 now.').waitFor();
    let updates = 0;
    await page.route('**/api/user/assistant/*', (route) => {
      updates += 1;
      return updates === 2 ? route.abort('connectionreset') : route.continue();
    });
    await answers.selectOption({ label: 'Day line' });
    await page.getByText('The service does not answer.').waitFor();
    // The message is shown before the list is read again.
    await expect.poll(() => answers.locator('option:checked').innerText()).toBe('After-hours line');
    const { body } = await api<Array<{ name: string; phone_number_id: number | null }>>('GET', '/user/assistants');
    expect(body.find(({ name }) => name === 'After-hours line')?.phone_number_id).not.toBeNull();
    await answers.selectOption({ label: 'No assistant' });
    await page.getByText('No assistant answers +1 202 555 0002 now.').waitFor();
    await page.context().close();
  });

  it('counts the segments of an SMS, sends it, and shows its price', async () => {
    const { page, close } = await studio.open('/sms');
    await page.getByLabel('To', { exact: true }).fill('+1 202 555 0100');
    expect(await page.getByLabel(/^To\b/).count()).toBe(1);
    await page.getByLabel('Text').fill('See you on Tuesday at ten.');
    await page.getByText('1 segment of GSM-7').waitFor();
    const text = 'a'.repeat(161);
    await page.getByLabel('Text').fill(text);
    await page.getByText('2 segments of GSM-7').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    const sent = page.getByRole('row').filter({ has: page.getByRole('cell', { name: text }) });
    expect(await sent.getByRole('cell', { name: /^\$/ }).innerText()).toMatch(/^\$0\.\d{4}$/);
    await close();
  });

  it('sends a test event before an address is saved, and shows the secret when it is asked for', async () => {
    const { stack, users, webhooks } = studio.running();
    const { page, close } = await studio.open('/webhooks');
    await page.getByRole('button', { name: 'Change the webhooks of Reception' }).click();
    await page.getByLabel('After every call').fill(`${stack.address.webhook_sink_url}/tested`);
    await page.getByRole('dialog').getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText(/^200 in /).waitFor();
    expect(webhooks('/tested')).toMatchObject([{ verified: true }]);
    await page.keyboard.press('Escape');
    const secret = users[0]?.webhook_secret ?? '';
    expect(await page.getByText(secret).count()).toBe(0);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText(secret).waitFor();
    await close();
  });

  it('puts a number on the do-not-call list, and takes it off', async () => {
    const { page, close } = await studio.open('/do-not-call');
    await page.getByLabel('Phone number').fill('+1 202 555 0148');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const takeOff = page.getByRole('button', { name: 'Take off +1 202 555 0148' });
    await takeOff.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click();
    await takeOff.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Take off / }).count()).toBeGreaterThan(0);
    await close();
  });

  it('reads numbers without a plus in the default country, and shows what it understood', async () => {
    const { page, close } = await studio.open('/numbers');
    const country = page.getByLabel('Country of numbers without +');
    await country.selectOption({ label: 'Germany' });
    await page.getByText('Numbers without + are of Germany now.').waitFor();
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('link', { name: 'Do-not-call list' }).click();
    await page.getByText('Without +: Germany.').waitFor();
    await page.getByLabel('Phone number').fill('030 901820');
    await page.getByText('+4930901820, Germany').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Take off +49 30 901820' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).click();
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('link', { name: 'Import' }).click();
    await expect.poll(() => country.locator('option:checked').innerText()).toBe('Germany');
    await page.getByLabel(/^CSV file/).setInputFiles({
      name: 'national.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('phone_number\n030 901821\n'),
    });
    await page.getByRole('cell', { name: '+4930901821, Germany' }).waitFor();
    await page.getByRole('link', { name: 'Numbers', exact: true }).click();
    await country.selectOption({ label: 'Refuse these numbers' });
    await page.getByText('Numbers without + are refused now.').waitFor();
    await close();
  });

  it('shows the webhooks that the stack received and what its carrier did, in the menu of a local stack only', async () => {
    const { stack } = studio.running();
    await fetch(`${stack.address.webhook_sink_url}/by-hand`, { method: 'POST', body: '{"event":"call.ended"}' });
    const { page, close } = await studio.open('/assistants');
    await page.getByRole('link', { name: 'Event log' }).click();
    await page.getByText(/^Calls run \d+ times as fast as real ones\.$/).waitFor();
    const received = page.getByRole('listitem').filter({ hasText: '/by-hand' });
    expect(await received.innerText()).toMatch(/^not signed call\.ended/);
    await page
      .getByRole('listitem')
      .filter({ hasText: /dialogue assistant: / })
      .first()
      .waitFor();
    await page.route('**/studio.json', (route) => route.fulfill({ json: {} }));
    await page.reload();
    await page.getByRole('link', { name: 'Access tokens' }).waitFor();
    expect(await page.getByRole('link', { name: 'Event log' }).count()).toBe(0);
    await close();
  });
}
