import type { Browser, Page } from 'playwright-core';
import type { StackAddress } from '#infra/local/address/stack-address.ts';
import { openTab } from '#test/slow/studio/open-tab.ts';

/** A step of a new user, by what it is called in the table. */
type Step = [name: string, run: (page: Page, address: StackAddress) => Promise<void>];

const ASSISTANT = 'Appointment reminder';

/** What a new user does in the studio, in this order. Each step ends when its result is on the page. */
const studioSteps: readonly Step[] = [
  [
    'sign in',
    async (page) => {
      await page.getByRole('button', { name: /Northwind Dental/ }).click();
      await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
    },
  ],
  [
    'make an assistant from a template',
    async (page) => {
      await page.getByRole('link', { name: 'Create an assistant' }).click();
      await page.getByRole('radio', { name: new RegExp(ASSISTANT) }).check();
      await page.getByRole('button', { name: 'Create the assistant' }).click();
      await page.getByRole('heading', { name: ASSISTANT, level: 1 }).waitFor();
    },
  ],
  ['write its own prompt, and speak to it', (page) => ask(page, '140 dollars')],
  ['change a sentence, and hear the other answer', (page) => ask(page, '95 dollars')],
  [
    'set its webhook',
    async (page, address) => {
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('button', { name: `Change the webhooks of ${ASSISTANT}` }).click();
      await page.getByLabel('After every call').fill(`${address.webhook_sink_url}/first`);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByText('The webhooks are changed.').waitFor();
    },
  ],
  [
    'call a number, until it is over',
    async (page) => {
      await page.getByRole('link', { name: 'Calls', exact: true }).click();
      await page.getByRole('button', { name: 'New call' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New call' });
      // The page behind it has a filter of the same name.
      await dialog.getByLabel('Assistant').selectOption({ label: ASSISTANT });
      await dialog.getByLabel('Number to call').fill('+1 202 555 0100');
      await dialog.getByRole('button', { name: 'Call now' }).click();
      await page.getByRole('heading', { name: 'Call to +1 202 555 0100' }).waitFor();
      await page.getByRole('rowheader', { name: 'Total' }).waitFor();
    },
  ],
  [
    'read its record',
    async (page) => {
      await page
        .getByRole('log', { name: 'Transcript' })
        .getByText(/Northwind Dental/)
        .first()
        .waitFor();
    },
  ],
  [
    'see its webhook delivered',
    async (page) => {
      await page.getByText('Delivered at the first attempt.').waitFor();
    },
  ],
];

/** The prompt says the price, and the visitor asks for it by voice. */
async function ask(page: Page, price: string): Promise<void> {
  const said = page.getByRole('log', { name: 'Transcript' });
  const close = page.getByRole('button', { name: 'Close', exact: true });
  if (await close.isVisible()) await close.click();
  await page.getByLabel('Prompt', { exact: true }).fill(`A filling costs ${price}. Ask for the name.`);
  await page.getByRole('button', { name: 'Speak to it' }).click();
  await said.getByText(/this is Northwind Dental/).waitFor();
  await page.evaluate(`window.visitor.says('How much does a filling cost?')`);
  await said.getByText(`A filling costs ${price}. May I have your name, please?`).waitFor();
  await page.waitForFunction(`window.visitor.heard.some((words) => words.includes('${price}'))`);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('You hung up').waitFor();
}

/** Chromium has its words recognised and spoken by other machines: the visitor's ears and mouth stand in for both. */
const VISITOR = `
  window.visitor = { heard: [], says: () => undefined };
  window.SpeechRecognition = class extends EventTarget {
    start() {
      window.visitor.says = (transcript) =>
        this.onresult({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] });
    }
    abort() {}
  };
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  speechSynthesis.speak = ({ text }) => window.visitor.heard.push(text);
`;

/** The page of a user who has no token yet. @throws Error if the browser's console has an error at the end */
export async function visitStudio(
  browser: Browser,
  address: StackAddress,
  time: (name: string, run: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { page, problems } = await openTab(browser, address.studio_url, { token: null });
  page.setDefaultTimeout(60_000);
  await page.addInitScript(VISITOR);
  await page.reload();
  for (const [name, run] of studioSteps) await time(name, () => run(page, address));
  if (problems.length > 0) throw new Error(`the browser's console: ${problems.join('\n')}`);
}
