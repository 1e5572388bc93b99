import { setTimeout as sleep } from 'node:timers/promises';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { patientCustomer } from '#test/slow/studio/patient-customer.ts';
import { accessibilityProblems, type Studio } from '#test/slow/studio/use-studio.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { waitFor } from '#test/support/local-stack.ts';

const csv = [
  'phone_number;customer_name;seats',
  '+12025550111;Ada;2',
  '+12025550112;Grace;3',
  'by phone;Edsger;1',
  '+12025550113;Barbara;4;too much',
].join('\r\n');

export function campaigning(studio: Studio): void {
  async function createCampaign(name: string): Promise<number> {
    const campaign = { name, assistant_id: studio.world().callerId, timezone: 'UTC' };
    const { body } = await studio.running().api<{ data: { id: number } }>('POST', '/user/campaigns', campaign);
    return body.data.id;
  }

  it('imports a file, and keeps the rows that are refused until they are corrected', async () => {
    const id = await createCampaign('Imported');
    const { page, problems } = await studio.open(`/leads/import?campaign_id=${id}`);
    const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
    await page.getByLabel('CSV file').setInputFiles(file);
    await page.getByText('Variables: customer_name, seats').waitFor();
    await page.getByRole('button', { name: 'Import 4 rows' }).click();
    await page.getByText('2 created, 0 known, 2 refused').waitFor();
    await page.getByText('The row has more cells than the heading.').waitFor();
    await page.getByLabel('phone_number of line 4').fill('+1 202 555 0114');
    await page.getByRole('button', { name: 'Import these again' }).click();
    await page.getByText('4 created, 0 known, 0 refused').waitFor();
    expect(problems).toEqual([]);
    const leads = await studio
      .running()
      .api<{ data: Array<{ phone_number: string }> }>('GET', `/user/leads?campaign_id=${id}`);
    expect(leads.body.data.map(({ phone_number }) => phone_number).toSorted()).toEqual([
      '+12025550111',
      '+12025550112',
      '+12025550113',
      '+12025550114',
    ]);
    await page.getByRole('link', { name: 'Open the campaign' }).click();
    await page.getByText('customer_name: Grace, seats: 3').waitFor();
    await page.context().close();
  });

  it('imports a workbook, and numbers without a plus in the country that is chosen', async () => {
    const id = await createCampaign('Workbook');
    const { page, close } = await studio.open(`/leads/import?campaign_id=${id}`);
    const rows = [
      ['Phone Number', 'customer_name'],
      [12_025_550_115, 'Zoë'],
      ['(202) 555-0116', 'Jörg'],
    ];
    const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: 'Leads', rows }] }));
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'leads.xlsx', mimeType: 'application/octet-stream', buffer });
    await page.getByLabel('Country of numbers').selectOption('US');
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 created, 0 known, 0 refused').waitFor();
    const old = Buffer.from('phone_number;customer_name\n+12025550117;J\u00F6rg\n', 'latin1');
    await page.getByLabel('CSV file').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: old });
    await page.getByText('Read as windows-1252.').waitFor();
    expect(await page.getByRole('cell', { name: 'Jörg' }).count()).toBe(1);
    await close();
  });

  it('takes any headings, remembers what they were, and goes on while other pages are open', async () => {
    const id = await createCampaign('Any headings');
    const { page, close } = await studio.open(`/leads/import?campaign_id=${id}`);
    const text = 'Patient;Kontakt;Intern\nAda;+12025550124;x\nGrace;+12025550125;y\n';
    const file = { name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel('CSV file').setInputFiles(file);
    expect(await page.getByLabel('Kontakt becomes').inputValue()).toBe('phone');
    await page.getByLabel('Variable of Patient').fill('customer_name');
    await page.getByLabel('Intern becomes').selectOption({ label: 'Leave it out' });
    await page.getByText('Variables: customer_name').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const answering = Promise.withResolvers<void>();
    await page.route('**/api/user/leads', async (route) => {
      if (route.request().method() === 'POST') await answering.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    expect(await page.getByLabel('Campaign').isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByText('Importing patients.csv: 0 %').waitFor();
    answering.resolve();
    await page.getByText('patients.csv: 2 leads created.').waitFor();
    await page.goBack();
    await page.getByText('2 created, 0 known, 0 refused').waitFor();
    await page.getByLabel('CSV file').setInputFiles({ ...file, name: 'next.csv' });
    expect(await page.getByLabel('Variable of Patient').inputValue()).toBe('customer_name');
    expect(await page.getByLabel('Intern becomes').inputValue()).toBe('none');
    await close();
  });

  it('adds, changes and deletes a lead', async () => {
    const id = await createCampaign('By hand');
    const { page, close } = await studio.open(`/leads?campaign_id=${id}`);
    await page.getByText('No leads yet').waitFor();
    await page.getByRole('button', { name: 'Add a lead' }).first().click();
    await page.getByRole('dialog').getByLabel('Phone number').fill('+1 202 555 0120');
    await page.getByLabel('Variables').fill('customer_name: Ada');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('customer_name: Ada').waitFor();
    await page.getByRole('button', { name: 'Edit +12025550120' }).click();
    await page.getByLabel('Variables').fill('customer_name: Ada Lovelace');
    await page.getByRole('dialog').getByLabel('Status').selectOption({ label: 'Done: do not call' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('customer_name: Ada Lovelace').waitFor();
    await page.getByRole('cell', { name: 'Done' }).waitFor();
    // Without a change of the variables.
    const saved = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Edit +12025550120' }).click();
    await page.getByRole('dialog').getByLabel('Status').selectOption({ label: 'Call again from the start' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await saved).postDataJSON()).not.toHaveProperty('variables');
    await page.getByRole('button', { name: 'Delete +12025550120' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No leads yet').waitFor();
    expect(await page.getByText('Ada Lovelace').count()).toBe(0);
    await close();
  });

  it('shows the page before when the last lead of the last one is deleted', async () => {
    const id = await createCampaign('Two pages');
    for (let number = 10; number <= 30; number += 1) {
      await studio.running().api('POST', '/user/leads', { campaign_id: id, phone_number: `+120255502${number}` });
    }
    const { page, close } = await studio.open(`/leads?campaign_id=${id}&page=2`);
    await page.getByRole('button', { name: /^Delete / }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`**/leads?campaign_id=${id}`);
    await expect.poll(() => page.getByRole('button', { name: /^Delete / }).count()).toBe(20);
    await close();
  });

  it('changes a campaign, and shows the changes of another tab before it overwrites them', async () => {
    const id = await createCampaign('Edited');
    const { page } = await studio.open(`/campaigns/${id}`);
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Attempts after the first').fill('2');
    await page.getByLabel('Minutes between attempts').fill('30');
    await page.getByRole('group', { name: 'Calls from' }).getByRole('checkbox').first().check();
    await studio.running().api('PUT', `/user/campaigns/${id}`, { max_retries: 5, name: 'Edited elsewhere' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: 'Attempts after the first 5 2' }).waitFor();
    await page.getByRole('row', { name: 'Name Edited elsewhere as stored' }).waitFor();
    await page.getByRole('button', { name: 'Take the stored ones' }).click();
    expect(await page.getByLabel('Minutes between attempts').inputValue()).toBe('30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Edited elsewhere' }).waitFor();
    await page.getByText('5 times, after 30 min').waitFor();
    const { body } = await studio.running().api<{ phone_number_ids: number[] }>('GET', `/user/campaigns/${id}`);
    expect(body.phone_number_ids).toHaveLength(1);
    await page.context().close();
  });

  it('starts or pauses once on a double click', async () => {
    const { api } = studio.running();
    const campaign = { name: 'Clicked twice', assistant_id: studio.world().callerId, timezone: 'UTC' };
    const request = { ...campaign, mark_complete_when_no_leads: false };
    const { body } = await api<{ data: { id: number } }>('POST', '/user/campaigns', request);
    await api('POST', '/user/leads', { campaign_id: body.data.id, phone_number: '+12025550151' });
    const { page, close } = await studio.open(`/campaigns/${body.data.id}`);
    const asked: unknown[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/update-status')) asked.push(sent.postDataJSON());
    });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).dblclick();
    const pause = page.getByRole('button', { name: 'Pause', exact: true });
    await pause.waitFor();
    const box = await pause.boundingBox();
    const at = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10] as const;
    await page.mouse.click(...at);
    await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await sleep(300);
    expect(asked).toMatchObject([{ action: 'start' }, { action: 'stop' }]);
    await close();
  });

  it('pauses a campaign whose customer talks on, and hangs up when asked to', async () => {
    const { api } = studio.running();
    const calm = { max_silence_duration: 120, max_call_duration: 1200, re_engagement_interval: 600 };
    const request = assistantRequest({ assistant_name: 'Calm desk', initial_message: 'Hello.', ...calm });
    const assistant = await api<{ data: { id: number } }>('POST', '/user/assistant', request);
    const campaign = { name: 'Talked on', assistant_id: assistant.body.data.id, timezone: 'UTC' };
    const { body } = await api<{ data: { id: number } }>('POST', '/user/campaigns', campaign);
    const id = body.data.id;
    const customer = await patientCustomer(studio, '+12025550133');
    await api('POST', '/user/leads', { campaign_id: id, phone_number: '+12025550133' });
    const { page, close } = await studio.open(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Start now' }).click();
    const callOf = async () => {
      const { body: calls } = await api<{ data: Array<{ id: number; status: string }> }>(
        'GET',
        `/user/calls?campaign_id=${id}`,
      );
      return calls.data[0];
    };
    await waitFor('the answer', async () => (await callOf())?.status === 'in-progress');
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('1 call of this campaign was answered before the pause, and goes on to the end.').waitFor();
    await customer.say('Is somebody there?');
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('dialog', { name: 'Hang up 1 call?' }).getByRole('button', { name: 'Hang up' }).click();
    await page.getByText('1 call of this campaign').waitFor({ state: 'detached' });
    const call = (await callOf())!;
    const recordOf = async () => (await api<{ end_reason: string | null }>('GET', `/user/calls/${call.id}`)).body;
    // The line is down before the call is settled.
    await waitFor('the end of the call', async () => (await recordOf()).end_reason !== null);
    expect(await recordOf()).toMatchObject({
      end_reason: 'campaign_stopped',
      transcript: expect.stringContaining('somebody'),
    });
    await customer.stop();
    await close();
  });

  it('says before a start who is not called, and offers the way out of a refusal', async () => {
    const id = await createCampaign('Checked');
    const { api } = studio.running();
    await api('POST', '/user/leads', { campaign_id: id, phone_number: '+12025550123' });
    await api('POST', '/user/leads', { campaign_id: id, phone_number: '+12025550140' });
    const { page } = await studio.open(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Start' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 lead, 3 calls at the same time').waitFor();
    await dialog.getByText('1: The number is on the do-not-call list.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.route('**/update-status', (route) =>
      route.fulfill({ status: 400, json: { message: 'Insufficient balance' } }),
    );
    await dialog.getByRole('button', { name: 'Start now' }).click();
    await dialog.getByRole('link', { name: 'See balance and charges' }).click();
    await page.getByRole('heading', { name: 'Usage and spend' }).waitFor();
    await page.context().close();
  });

  it('starts a campaign, and follows it until every lead is done', async () => {
    const id = await createCampaign('Followed');
    const { api } = studio.running();
    for (const phone_number of ['+12025550121', '+12025550122']) {
      await api('POST', '/user/leads', { campaign_id: id, phone_number, variables: { customer_name: 'Ada' } });
    }
    const { page, close } = await studio.open(`/campaigns/${id}`);
    await page.getByText('0 of 2').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Start now' }).click();
    await page.getByText('2 of 2', { exact: true }).waitFor();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    const done = page.getByRole('listitem').filter({ hasText: /^ ?Done/ });
    expect(await done.innerText()).toContain('2');
    await page.getByText('2 of 2 calls').waitFor();
    await page.getByRole('table', { name: 'By attempt' }).waitFor();
    await page.getByRole('link', { name: '+1 202 555 0121' }).click();
    await page.waitForURL(`**/calls?phone_number=%2B12025550121&campaign_id=${id}`);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await close();
  });
}
