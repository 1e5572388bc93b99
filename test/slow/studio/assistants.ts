import { expect, it } from 'vitest';
import type { Studio } from '#test/slow/studio/use-studio.ts';

interface Listed {
  data: Array<{ id: number; name: string; initial_message: string; voice_stability: string }>;
}

export function assistants(studio: Studio): void {
  const listed = async () => (await studio.running().api<Listed>('GET', '/user/assistants/get?per_page=100')).body.data;

  it('are created from a template, and are ready to be talked to', async () => {
    const { page, close } = await studio.open('/assistants');
    await page.getByRole('link', { name: 'New assistant' }).click();
    await page.getByRole('radio', { name: /Receptionist/ }).check();
    await page.getByLabel('Assistant name').fill('Front desk');
    await page.getByRole('button', { name: 'Create the assistant' }).click();
    await page.getByRole('heading', { name: 'Front desk', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Talk to it' }).waitFor();
    expect((await listed()).find(({ name }) => name === 'Front desk')).toMatchObject({
      type: 'inbound',
      initial_message: 'Northwind Dental, good day. How can I help you?',
    });
    await close();
  });

  it('are filtered by direction, page by page', async () => {
    const { page, close } = await studio.open('/assistants?type=inbound');
    await page.getByRole('link', { name: 'After-hours line', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Reception', exact: true }).count()).toBe(0);
    await page.getByLabel('Direction of calls').selectOption({ label: 'Makes calls' });
    await page.getByRole('link', { name: 'Reception', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'After-hours line', exact: true }).count()).toBe(0);
    await close();
  });

  it('show the sentence of the service at the field that it is about', async () => {
    const { page, problems } = await studio.open('/assistants/new');
    await page.getByLabel('Assistant name').fill('');
    await page.getByRole('button', { name: 'Create the assistant' }).click();
    const field = page.getByLabel('Assistant name');
    await page.getByText('The assistant name field is required.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(problems).toEqual([expect.stringContaining('422')]);
    await page.context().close();
  });

  it('have every setting with what each engine does with it, and store what is changed', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}/settings`);
    await page.getByText('Voices of the speech model have no stability.').waitFor();
    await page.getByLabel('Voice stability').fill('0.4');
    await page.getByText('1 setting is changed').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The next call uses it.').waitFor();
    const stored = (await listed()).find(({ id }) => id === studio.world().assistantId);
    expect(stored?.voice_stability).toBe('0.40');
    await close();
  });

  it('show what changed between two versions, and take an earlier one back', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}/versions`);
    await page.getByText('Voice stability', { exact: true }).waitFor();
    const diff = await page.locator('.diff').innerText();
    expect(diff.split('\n').filter((line) => line !== '')).toEqual(['− 0.70', '+ 0.40']);
    await page.getByRole('button', { name: 'Take version 1 back' }).click();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('Version 1 is in use again.').waitFor();
    const stored = (await listed()).find(({ id }) => id === studio.world().assistantId);
    expect(stored?.voice_stability).toBe('0.70');
    await close();
  });

  it('take decimals as they are typed, and mark the setting of which a part is wrong', async () => {
    const { page } = await studio.open(`/assistants/${studio.world().assistantId}/settings`);
    const stability = page.getByLabel('Voice stability');
    await stability.fill('');
    await stability.pressSequentially('0.05');
    expect(await stability.inputValue()).toBe('0.05');
    await page.getByRole('link', { name: 'Widget', exact: true }).click();
    await page.getByLabel('Allowed origins').fill('not an origin');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Not saved. Check: Widget settings.').waitFor();
    const setting = page.locator('.setting', { has: page.getByLabel('Allowed origins') });
    expect(await setting.locator('[id$="-problem"]').innerText()).toContain('origin');
    await page.context().close();
  });

  it('keep what is typed while they are saved', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    const saving = Promise.withResolvers<void>();
    await page.route('**/api/user/assistant/*', async (route) => {
      if (route.request().method() !== 'GET') await saving.promise;
      await route.continue();
    });
    const first = page.getByLabel('First words');
    const before = await first.inputValue();
    await first.fill('Good day.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await first.fill('Good day. How are you?');
    saving.resolve();
    await page.getByText('Saved. The next call uses it.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    expect(await first.inputValue()).toBe('Good day. How are you?');
    await first.fill(before);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' });
    await close();
  });

  it('are not overwritten by another tab in silence: its changes are shown, and other settings are both kept', async () => {
    const { api } = studio.running();
    const { id } = (await listed()).find(({ name }) => name === 'Recall reminders')!;
    const { page } = await studio.open(`/assistants/${id}`);
    const prompt = page.getByLabel('Prompt', { exact: true });
    await prompt.fill('Of this tab.');
    await api('PUT', `/user/assistant/${id}`, { initial_message: 'Good evening.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. The next call uses it.').waitFor();
    expect((await listed()).find((one) => one.id === id)).toMatchObject({ initial_message: 'Good evening.' });
    await prompt.fill('Of this tab again.');
    await api('PUT', `/user/assistant/${id}`, { system_prompt: 'Of another tab.' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('alert').filter({ hasText: 'Nothing is overwritten yet' });
    await conflict.getByText('− Of another tab.').waitFor();
    await conflict.getByText('+ Of this tab again.').waitFor();
    await conflict.getByRole('button', { name: 'Take the stored ones' }).click();
    expect(await prompt.inputValue()).toBe('Of another tab.');
    await page.context().close();
  });

  it('are left only after a question while something is not saved', async () => {
    const { page, close } = await studio.open('/assistants');
    await page.getByRole('link', { name: 'Reception', exact: true }).click();
    await page.getByLabel('First words').fill('Precious words.');
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('1 setting is changed').waitFor();
    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave this page?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.goBack();
    expect(await page.getByLabel('First words').inputValue()).toBe('Precious words.');
    await page.goBack();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await page.getByLabel('First words').inputValue()).toBe('Precious words.');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL('**/assistants');
    await page.getByRole('link', { name: 'New assistant' }).waitFor();
    await close();
  });

  it('are duplicated and deleted', async () => {
    const { page, close } = await studio.open(`/assistants/${studio.world().assistantId}`);
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: 'Reception (copy)' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Reception (copy) is deleted.').waitFor();
    expect((await listed()).map(({ name }) => name)).not.toContain('Reception (copy)');
    await close();
  });
}
