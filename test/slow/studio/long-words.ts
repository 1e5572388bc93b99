import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addresses } from '#test/slow/studio/addresses.ts';
import type { Studio, StudioTab } from '#test/slow/studio/use-studio.ts';
import type { World } from '#test/slow/studio/world.ts';
import type { ApiClient } from '#test/support/api-client.ts';
import { assistantRequest } from '#test/support/assistant-request.ts';
import { waitFor } from '#test/support/local-stack.ts';

/** Another user than that of the world, whose records other tests count. */
const USER = 2;
const WIDTHS = [390, 1280];

/** Words without a space, as customers have them: names, tracking links, keys. */
const assistant = 'W'.repeat(255);
const campaign = 'N'.repeat(255);
const value = `https://example.com/?utm=${'x'.repeat(2975)}`;
const word = 'M'.repeat(190);

/** The text that stands on a page when it has its long words; the other pages show what they always show. */
const shows: Readonly<Record<string, string>> = {
  assistants: assistant,
  assistant: assistant,
  settings: assistant,
  versions: assistant,
  widget: assistant,
  calls: assistant,
  call: value.slice(0, 60),
  campaigns: campaign,
  campaign,
  leads: value.slice(0, 60),
  'do-not-call': word,
  numbers: assistant,
  webhooks: 'Delivered',
  tokens: word.slice(0, 60),
};

async function createLongWords(api: ApiClient, sinkUrl: string, numberId: number): Promise<World> {
  const post = async (path: string, body: object): Promise<{ id: number; call_id: number }> => {
    const answered = await api<{ data: { id: number }; call_id: number }>('POST', path, body);
    expect(answered, `${path} ${JSON.stringify(answered.body)}`).toMatchObject({
      status: expect.toSatisfy((status) => status < 300),
    });
    return { id: answered.body.data.id, call_id: answered.body.call_id };
  };
  const long = {
    assistant_name: assistant,
    initial_message: `Hello ${word}`,
    system_prompt: `You confirm ${value}`,
    variables: { [word.slice(0, 64)]: value },
    is_webhook_active: true,
    webhook_url: `${sinkUrl}/${'p'.repeat(900)}`,
    send_webhook_only_on_completed: false,
    record_call: true,
    post_call_schema: [{ name: 'm'.repeat(30), type: 'string', description: word }],
  };
  const { id: callerId } = await post('/user/assistant', assistantRequest(long));
  await api('PUT', `/user/assistant/${callerId}`, { system_prompt: `You confirm ${value}x` });
  const answering = { ...long, calls_direction: 'receive', phone_number_id: numberId };
  const { id: assistantId } = await post('/user/assistant', assistantRequest(answering));
  const { call_id: callId } = await post('/user/make_call', {
    assistant_id: callerId,
    phone_number: '+12025550100',
    variables: { link: value, customer_name: word },
  });
  const { id: campaignId } = await post('/user/campaigns', { name: campaign, assistant_id: callerId, timezone: 'UTC' });
  await post('/user/leads', { campaign_id: campaignId, phone_number: '+12025550101', variables: { link: value } });
  await post('/user/do-not-call', { phone_number: '+12025550140', reason: word });
  await post('/user/tokens', { name: word.slice(0, 60), scopes: ['read'] });
  await waitFor('the call and its webhook', async () => {
    const { body } = await api<{ webhook_response: { status?: number } }>('GET', `/user/calls/${callId}`);
    return body.webhook_response.status === 200;
  });
  return { callerId, assistantId, callId, campaignId };
}

/** How far the page, and what is open over it, are wider than the window or than themselves. */
async function overflowOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate<string[]>(`(() => {
      const root = document.documentElement;
      const found = root.scrollWidth > innerWidth ? ['page ' + root.scrollWidth] : [];
      for (const one of document.querySelectorAll('dialog, .toast, .card, h1, dd'))
        if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
          found.push(one.tagName.toLowerCase() + '.' + one.className + ' ' + one.scrollWidth + ' in ' + one.clientWidth);
      return found;
    })()`);
    found.push(...wide.map((one) => `${width}: ${one}`));
  }
  return found;
}

/** No record, however long a word of it is, makes a page wider than the window. */
export function longWords(studio: Studio): void {
  let world: World;
  let tab: StudioTab;
  beforeAll(async () => {
    const { as, users, stack } = studio.running();
    const numberId = users.find(({ id }) => id === USER)?.phone_numbers[0]?.id ?? 0;
    world = await createLongWords(as(USER), stack.address.webhook_sink_url, numberId);
    tab = await studio.open('/assistants', { user: USER });
  });
  afterAll(async () => tab.close());

  const pages = addresses.filter(({ name, signedOut }) => signedOut !== true && name !== 'playground');
  it.each(pages)('$name fits', async ({ name, path, shows: usual }) => {
    const { page } = tab;
    await tab.goTo(path(world));
    const expected = shows[name] ?? (['numbers', 'event-log', 'sms', 'usage'].includes(name) ? '' : usual);
    await page.getByText(expected).first().waitFor({ state: 'attached' });
    expect(await overflowOf(page)).toEqual([]);
  });

  it.each([
    ['edit a lead', () => '/leads', /^Edit \+/],
    ['delete an assistant', () => `/assistants/${world.callerId}`, 'Delete'],
    ['delete a campaign', () => `/campaigns/${world.campaignId}`, 'Delete'],
    ['revoke a token', () => '/tokens', /^Revoke M{60}/],
    ['start a call', () => '/calls', 'New call'],
    ['webhooks of an assistant', () => '/webhooks', /^Change the webhooks of/],
  ])('the dialog to %s fits', async (_case, path, button) => {
    const { page } = tab;
    await tab.goTo(path());
    await page.getByRole('button', { name: button }).last().click();
    await page.locator('dialog[open]').waitFor();
    expect(await overflowOf(page)).toEqual([]);
  });

  it('rows that an import refuses fit', async () => {
    const { page } = await studio.open(`/leads/import?campaign_id=${world.campaignId}`, { user: USER });
    const csv = `phone_number,${word.slice(0, 64)}\n${word},${value}\n`;
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: `${word}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByText('1 refused').waitFor();
    expect(await overflowOf(page)).toEqual([]);
    await page.context().close();
  });
}
