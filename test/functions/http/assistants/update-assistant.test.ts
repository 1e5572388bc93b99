import { expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/update-assistant.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { findLanguageByName, phrasesFor } from '#shared/catalog/languages.ts';
import { buildAssistant, buildPhoneNumber } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { assistantDeps } from '#test/support/in-memory/service.ts';

async function setup(changes: Partial<Assistant> = {}) {
  const before = buildAssistant(changes);
  const deps = assistantDeps();
  await deps.assistants.create(before);
  const ask = askerOf(handler.with(deps));
  const put = (body: unknown) => ask({ id: before.id, body });
  return { before, deps, put, stored: () => deps.assistants.get(7, before.id) };
}

const webhookUrl = 'https://hooks.example.com/calls';
const tools = [{ type: 'end_call' as const, data: { description: 'Bye.' } }];
const french = findLanguageByName('French')!;

// Its fields and their faults are in test/api/rows/assistants.ts and assistant-fields.ts.
it.each<[sent: object, before: Partial<Assistant>, after: Partial<Assistant>]>([
  [{ webhook_url: '' }, { webhookUrl }, { webhookUrl: null }],
  [{ phone_number_id: null }, { phoneNumberId: 1 }, { phoneNumberId: null }],
  [{ use_min_interrupt_words: true }, { minInterruptWords: 4 }, { minInterruptWords: 4 }],
  [{ end_call_tool: {} }, { tools }, { tools }],
  [{ language: 'French' }, {}, { languageId: french.id, fillerConfig: phrasesFor(french.id).fillers }],
  [{ webhook_url: null, is_webhook_active: false }, { isWebhookActive: true, webhookUrl }, { webhookUrl: null }],
])('for %j turns %j into %j', async (sent, before, after) => {
  const { put, stored } = await setup(before);
  expect((await put(sent)).status).toBe(200);
  expect(await stored()).toMatchObject(after);
});

it.each([
  [{ status: 'inactive' }, 'The status inactive is set automatically.'],
  [{ status: 'inactive', name: 'Night desk' }, 'The status inactive is set automatically.'],
  [{ status: 'paused', speech_speed: 9 }, 'The selected status is invalid.'],
])('refuses another status than the service has set: %j', async (sent, sentence) => {
  const { put, stored, before } = await setup();
  const errors = { status: [sentence] };
  expect(await put(sent)).toMatchObject({ status: 422, body: { message: 'Validation failed', errors } });
  expect(await stored()).toEqual(before);
});

it.each(['active', 'inactive'] as const)('takes back the status %s that it shows', async (status) => {
  const { put, stored } = await setup({ status });
  expect((await put({ status, name: 'Night desk' })).status).toBe(200);
  expect(await stored()).toMatchObject({ status, name: 'Night desk' });
  expect(await stored()).not.toHaveProperty('sentStatus');
});

it('takes back what a client has read, after the subscription of its number has ended', async () => {
  const { put, deps, stored } = await setup({ type: 'inbound', phoneNumberId: 1 });
  deps.phoneNumbers.get = async () => buildPhoneNumber({ id: 1, subscriptionExpiresAt: 1 });
  expect((await put({ type: 'inbound', phone_number_id: 1, name: 'Night desk' })).status).toBe(200);
  expect(await stored()).toMatchObject({ name: 'Night desk', phoneNumberId: 1 });
});

it.each([{ phone_number_id: 99 }, { phone_number_id: 99, type: 'outbound' }])(
  'refuses an unknown number: %j',
  async (sent) => {
    const { put, stored, before } = await setup();
    const errors = { phone_number_id: ['The selected phone number id is invalid.'] };
    expect(await put(sent)).toMatchObject({ status: 422, body: { errors } });
    expect(await stored()).toEqual(before);
  },
);

it('refuses an ended number for an assistant that is to answer it from now on', async () => {
  const { put, deps } = await setup({ type: 'outbound', phoneNumberId: 1 });
  deps.phoneNumbers.get = async () => buildPhoneNumber({ id: 1, subscriptionExpiresAt: 1 });
  expect(await put({ type: 'inbound' })).toMatchObject({ status: 422 });
});

it('keeps what another update changed in between', async () => {
  const { deps, put, stored } = await setup();
  const realStore = { ...deps.assistants };
  deps.assistants.replace = async (before, after) => {
    Object.assign(deps.assistants, realStore);
    await realStore.replace(before, { ...before, maxDuration: 60, version: before.version + 1 });
    return realStore.replace(before, after);
  };
  expect((await put({ assistant_name: 'Night desk' })).status).toBe(200);
  expect(await stored()).toMatchObject({ name: 'Night desk', maxDuration: 60, version: 3 });
});

it('answers 500 with its own text when the conflicts do not end', async () => {
  const { deps, put } = await setup();
  deps.assistants.replace = async () => 'conflict';
  expect(await put({})).toEqual({ status: 500, body: { message: 'Assistant update failed' } });
});

it('answers 409 when the assistants would have too many kilobytes, and changes nothing', async () => {
  const { deps, put, stored, before } = await setup();
  deps.assistants.replace = async () => 'too_large';
  const message = 'All assistants of the account would have more than 4.9 MB. Shorten or delete some first.';
  expect(await put({ system_prompt: 'Longer.' })).toEqual({ status: 409, body: { message } });
  expect(await stored()).toEqual(before);
});
