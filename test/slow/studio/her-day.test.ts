import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTab, type Tab } from '#test/slow/studio/open-tab.ts';
import { accessibilityProblems } from '#test/slow/studio/use-studio.ts';
import { hasChromium, launchChromium } from '#test/support/chromium.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

/** As she exports it from the program of the practice: its headings, a row that cannot be called, and columns for no one else. */
const patients = [
  'Patient;Mobile;Appointment;Insurance',
  'Ada Lovelace;+1 202 555 0101;Tuesday at ten;A-1',
  'Grace Hopper;+1 202 555 0102;Tuesday at eleven;A-2',
  'Edsger Dijkstra;by e-mail;Tuesday at noon;A-3',
].join('\r\n');

/** The day of a practice manager, from an empty stack to “who confirmed?”: by keyboard alone, and readable on every page. */
describe.skipIf(!hasChromium)('the day of a practice manager', () => {
  const running = useLocalStack();
  let browser: Browser;
  let tab: Tab;
  beforeAll(async () => {
    browser = await launchChromium();
    tab = await openTab(browser, running().origin, { token: null });
    tab.page.setDefaultTimeout(15_000);
  });
  afterAll(async () => browser.close());

  const button = (name: string | RegExp) => tab.page.getByRole('button', { name, exact: true });
  const link = (name: string) => tab.page.getByRole('link', { name, exact: true });
  const field = (name: string) => tab.page.getByLabel(name, { exact: true });
  const heading = (name: string) => tab.page.getByRole('heading', { name, exact: true });
  const enter = (control: Locator) => control.press('Enter');
  const tick = (control: Locator) => control.press('Space');
  /** Types as a person does, over what stands there. */
  const type = async (control: Locator, text: string) => {
    await control.press('ControlOrMeta+a');
    await control.pressSequentially(text);
  };
  const barriers = () => accessibilityProblems(tab.page);

  it('begins with what to do first', async () => {
    await enter(button(/Northwind Dental/));
    await heading('First steps').waitFor();
    expect(await barriers()).toEqual([]);
    await enter(link('Create an assistant'));
  });

  it('makes an assistant from a template', async () => {
    await tick(tab.page.getByRole('radio', { name: /Appointment reminder/ }));
    expect(await barriers()).toEqual([]);
    await enter(button('Create the assistant'));
    await heading('Appointment reminder').waitFor();
  });

  it('talks to it', async () => {
    await enter(button('Talk to it'));
    const said = tab.page.getByRole('log', { name: 'Transcript' });
    await said.getByText(/^Hello Ada, this is Northwind Dental/).waitFor();
    await type(field('Say something'), 'Yes, Tuesday at ten is fine.');
    await enter(field('Say something'));
    await said.locator('.assistant').nth(1).waitFor();
    expect(await barriers()).toEqual([]);
    await enter(button('Hang up'));
    await tab.page.getByText('You hung up').waitFor();
  });

  it('says what the campaign is for, and when it calls', async () => {
    await enter(link('Campaigns'));
    await enter(link('New campaign').first());
    await type(field('Name'), 'Appointments of Tuesday');
    await field('Goal').selectOption('confirmed');
    for (const day of ['Sat', 'Sun']) await tick(field(day));
    await field('From').fill('00:00');
    await field('To').fill('23:59');
    expect(await barriers()).toEqual([]);
    await enter(button('Create campaign'));
    await heading('Appointments of Tuesday').waitFor();
  });

  it('brings its patients from a file with headings of its own, and corrects a row', async () => {
    await enter(link('Import leads'));
    const file = { name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(patients) };
    await tab.page.getByLabel('CSV file').setInputFiles(file);
    await tab.page.getByText('No column is {customer_name}: the assistant says “Ada” to everyone.').waitFor();
    await type(field('Variable of Patient'), 'customer_name');
    await field('Insurance becomes').selectOption('none');
    await tab.page.getByText('Variables: customer_name, appointment').waitFor();
    expect(await barriers()).toEqual([]);
    await enter(button('Import 3 rows'));
    await tab.page.getByText('2 created, 0 known, 1 refused').waitFor();
    await type(field('Mobile of line 4'), '+1 202 555 0103');
    expect(await barriers()).toEqual([]);
    await enter(button('Import these again'));
    await tab.page.getByText('3 created, 0 known, 0 refused').waitFor();
    await enter(link('Open the campaign'));
  });

  it('starts after a check, and waits until everyone was called', async () => {
    await enter(button('Start'));
    await tab.page.getByRole('dialog').getByText('3 leads, 3 calls at the same time').waitFor();
    expect(await barriers()).toEqual([]);
    await enter(button('Start now'));
    await tab.page.getByText('3 of 3', { exact: true }).waitFor();
    await tab.page.getByText('Completed', { exact: true }).first().waitFor();
    expect(await barriers()).toEqual([]);
  });

  it('sees who confirmed', async () => {
    await enter(link('Its calls'));
    const confirmed = tab.page.getByRole('columnheader', { name: 'Confirmed' });
    await confirmed.waitFor();
    const rows = tab.page.getByRole('row').filter({ hasText: '+1 202 555 01' });
    await expect.poll(() => rows.count()).toBe(3);
    expect(await barriers()).toEqual([]);
    // From row to row, into the record of a patient.
    await tab.page.keyboard.press('ArrowDown');
    await tab.page.keyboard.press('Enter');
    await heading('Evaluation').waitFor();
    await tab.page.getByRole('rowheader', { name: 'Confirmed' }).waitFor();
    expect(await barriers()).toEqual([]);
    expect(tab.problems).toEqual([]);
  });
});
