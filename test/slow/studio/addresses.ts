import type { Page } from 'playwright-core';
import type { World } from '#test/slow/studio/world.ts';

/** Every page of the studio: axe checks it and the screenshots show it. */
interface StudioAddress {
  /** The name of its screenshots. */
  name: string;
  path: (world: World) => string;
  /** No one is signed in. */
  signedOut?: true;
  /** Before the screenshot. */
  prepare?: (page: Page) => Promise<void>;
  /** A text that stands there when the page has its data. */
  shows: string | RegExp;
}

export const addresses: readonly StudioAddress[] = [
  { name: 'sign-in', path: () => '/', signedOut: true, shows: 'Northwind Dental' },
  { name: 'home', path: () => '/home', shows: 'Latest calls' },
  { name: 'assistants', path: () => '/assistants', shows: 'Reception' },
  { name: 'new-assistant', path: () => '/assistants/new', shows: 'Create the assistant' },
  { name: 'assistant', path: ({ assistantId }) => `/assistants/${assistantId}`, shows: 'Playground' },
  {
    name: 'playground',
    path: ({ assistantId }) => `/assistants/${assistantId}`,
    shows: 'Playground',
    prepare: async (page) => {
      const said = page.getByRole('log', { name: 'Transcript' });
      await page.getByRole('button', { name: 'Talk to it' }).click();
      for (const [turn, words] of ['Yes, Tuesday at ten is fine.', 'My name is Ada Lovelace.'].entries()) {
        await said.locator('.assistant').nth(turn).locator('.caret').waitFor({ state: 'hidden' });
        await page.getByLabel('Say something').fill(words);
        await page.getByLabel('Say something').press('Enter');
        await said
          .getByText(/^after \d+ ms$/)
          .nth(turn)
          .waitFor();
      }
      await page.getByLabel('Latency by turn').scrollIntoViewIfNeeded();
    },
  },
  { name: 'settings', path: ({ assistantId }) => `/assistants/${assistantId}/settings`, shows: 'Voice and model' },
  { name: 'versions', path: ({ assistantId }) => `/assistants/${assistantId}/versions`, shows: 'Versions' },
  { name: 'widget', path: ({ assistantId }) => `/assistants/${assistantId}/widget`, shows: 'On your web page' },
  { name: 'calls', path: () => '/calls', shows: /^\+1 202 555 01/ },
  { name: 'call', path: ({ callId }) => `/calls/${callId}`, shows: 'Ended on our side' },
  { name: 'campaigns', path: () => '/campaigns', shows: 'Spring reminders' },
  { name: 'campaign', path: ({ campaignId }) => `/campaigns/${campaignId}`, shows: 'Results' },
  { name: 'edit-campaign', path: ({ campaignId }) => `/campaigns/${campaignId}/edit`, shows: 'When it calls' },
  { name: 'new-campaign', path: () => '/campaigns/new', shows: 'When it calls' },
  { name: 'leads', path: () => '/leads', shows: '+1 202 555 0101' },
  {
    name: 'import',
    path: () => '/leads/import',
    shows: 'CSV file',
    prepare: async (page) => {
      const text = 'Patient;Mobile;Day\nAda;+1 202 555 0101;Tuesday\nGrace;+1 202 555 0102;Wednesday\n';
      const file = { name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
      await page.getByLabel('CSV file').setInputFiles(file);
      await page.getByText('Import 2 rows').waitFor();
    },
  },
  { name: 'do-not-call', path: () => '/do-not-call', shows: 'Asked by e-mail' },
  { name: 'sms', path: () => '/sms', shows: 'New SMS' },
  { name: 'numbers', path: () => '/numbers', shows: 'It is only shown as the caller' },
  { name: 'usage', path: () => '/usage', shows: 'Spend by day' },
  { name: 'webhooks', path: () => '/webhooks', shows: 'Delivered' },
  { name: 'tokens', path: () => '/tokens', shows: 'demo' },
  { name: 'models', path: () => '/models', shows: 'Store the key' },
  { name: 'event-log', path: () => '/console', shows: 'Carrier simulator' },
];
