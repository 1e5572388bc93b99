import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/update-assistant.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

async function setup(changes: Partial<Assistant> = {}) {
  const before = buildAssistant(changes);
  const deps = assistantDeps();
  await deps.assistants.create(before);
  const put = async (body: unknown, id: string | number = before.id) =>
    readResponse(await handler.with(deps)(httpEvent({ id, body })));
  const stored = () => deps.assistants.get(7, before.id);
  return { before, deps, put, stored };
}

describe('PUT /user/assistant/{id}', () => {
  it('answers 200 with the summary of the assistant', async () => {
    const { put } = await setup();
    expect(await put({ assistant_name: 'Night desk' })).toEqual({
      status: 200,
      body: {
        message: 'Assistant updated successfully',
        data: { id: 2001, name: 'Night desk', status: 'active', type: 'outbound', mode: 'pipeline' },
      },
    });
  });

  it('changes what was sent and leaves the rest as it was', async () => {
    const { before, deps, put, stored } = await setup({
      webhookUrl: 'https://hooks.example.com/calls',
      isWebhookActive: true,
      variables: { customer_name: 'Ada' },
      tools: [{ type: 'end_call', data: { description: 'Hang up.' } }],
      minInterruptWords: 3,
      speechSpeed: 1.1,
    });
    deps.clock.move(1000);
    await put({ assistant_name: 'Night desk', max_call_duration: 90 });
    expect(await stored()).toEqual({
      ...before,
      name: 'Night desk',
      maxDuration: 90,
      updatedAt: deps.clock.now(),
      version: 2,
    });
  });

  it('changes nothing but the time for an empty request', async () => {
    const { before, deps, put, stored } = await setup();
    expect((await put({})).status).toBe(200);
    expect(await stored()).toEqual({ ...before, updatedAt: deps.clock.now(), version: 2 });
  });

  it.each([
    { sent: { speech_speed: null }, before: { speechSpeed: 0.8 }, after: { speechSpeed: 1 } },
    { sent: { variables: null }, before: { variables: { a: 1 } }, after: { variables: {} } },
    { sent: { variables: {} }, before: { variables: { a: 1 } }, after: { variables: {} } },
    { sent: { webhook_url: '' }, before: { webhookUrl: 'https://a.example.com' }, after: { webhookUrl: null } },
    { sent: { phone_number_id: null }, before: { phoneNumberId: 1 }, after: { phoneNumberId: null } },
    {
      sent: { end_call_on_voicemail: null },
      before: { endCallOnVoicemail: false },
      after: { endCallOnVoicemail: true },
    },
    { sent: { who_speaks_first: null }, before: { waitForCustomer: true }, after: { waitForCustomer: false } },
    { sent: { use_min_interrupt_words: false }, before: { minInterruptWords: 4 }, after: { minInterruptWords: null } },
    { sent: { use_min_interrupt_words: true }, before: { minInterruptWords: 4 }, after: { minInterruptWords: 4 } },
    {
      sent: { end_call_tool: null },
      before: { tools: [{ type: 'end_call' as const, data: { description: 'Bye.' } }] },
      after: { tools: [] },
    },
    {
      sent: { end_call_tool: {} },
      before: { tools: [{ type: 'end_call' as const, data: { description: 'Bye.' } }] },
      after: { tools: [{ type: 'end_call', data: { description: 'Bye.' } }] },
    },
  ])('turns $before into $after for $sent', async ({ sent, before, after }) => {
    const { put, stored } = await setup(before);
    expect((await put(sent)).status).toBe(200);
    expect(await stored()).toMatchObject(after);
  });

  it('changes the fillers with the language', async () => {
    const { put, stored } = await setup();
    await put({ language: 'French' });
    const french = findLanguageByName('French')!;
    expect(await stored()).toMatchObject({
      language: 'French',
      languageId: french.id,
      fillerConfig: phrasesFor(french.id).fillers,
    });
  });

  it('moves to the other mode with a voice and a model that fit it', async () => {
    const { put, stored } = await setup();
    const { status } = await put({ engine_type: 'multimodal', voice_id: 101, llm_model: 'gpt-realtime' });
    expect(status).toBe(200);
    expect(await stored()).toMatchObject({ mode: 'multimodal', llmModelId: null, multimodalModelId: 101 });
  });

  it('answers 422 to another mode that voice and model do not fit', async () => {
    const { put, stored, before } = await setup();
    expect(await put({ engine_type: 'multimodal' })).toEqual({
      status: 422,
      body: {
        message: 'Validation failed',
        errors: {
          voice_id: ['The selected voice id is invalid.'],
          llm_model: ['The selected llm model is invalid.'],
        },
      },
    });
    expect(await stored()).toEqual(before);
  });

  it.each([
    { numberId: 2, why: 'is a caller ID' },
    { numberId: 3, why: 'is held by another assistant' },
  ])('answers 422 when an assistant becomes inbound and its number $why', async ({ numberId }) => {
    const { put } = await setup({ phoneNumberId: numberId });
    expect(await put({ calls_direction: 'receive' })).toMatchObject({
      status: 422,
      body: { errors: { phone_number_id: ['The selected phone number id is invalid.'] } },
    });
  });

  it('takes, keeps and frees the number with the type', async () => {
    const { deps, put } = await setup({ phoneNumberId: 1 });
    const holder = async () => (await deps.phoneNumbers.get(7, 1))?.inboundAssistantId;
    await put({ calls_direction: 'receive' });
    await expect(holder()).resolves.toBe(2001);
    expect((await put({ phone_number_id: 1, calls_direction: 'receive' })).status).toBe(200);
    await expect(holder()).resolves.toBe(2001);
    await put({ calls_direction: 'make' });
    await expect(holder()).resolves.toBeNull();
  });

  describe('the webhook rule holds on what comes out', () => {
    const webhookUrl = 'https://hooks.example.com/calls';
    const missing = {
      status: 422,
      body: {
        message: 'Validation failed',
        errors: { webhook_url: ['The webhook url field is required when is webhook active is true.'] },
      },
    };

    it.each([
      { before: {}, sent: { is_webhook_active: true } },
      { before: { isWebhookActive: true, webhookUrl }, sent: { webhook_url: null } },
      { before: { webhookUrl }, sent: { webhook_url: '', is_webhook_active: true } },
    ])('answers 422 to $sent on $before', async ({ before, sent }) => {
      const { put } = await setup(before);
      expect(await put(sent)).toEqual(missing);
    });

    it.each([
      { before: { webhookUrl }, sent: { is_webhook_active: true } },
      { before: { isWebhookActive: true, webhookUrl }, sent: { webhook_url: null, is_webhook_active: false } },
      { before: { isWebhookActive: true, webhookUrl }, sent: { webhook_url: null, is_webhook_active: null } },
      { before: {}, sent: { webhook_url: webhookUrl, is_webhook_active: true } },
    ])('answers 200 to $sent on $before', async ({ before, sent }) => {
      const { put } = await setup(before);
      expect((await put(sent)).status).toBe(200);
    });
  });

  it('reports faults of form and records that do not exist at once', async () => {
    const { put } = await setup();
    const { body } = await put({ speech_speed: 1.3, voice_id: 999, is_webhook_active: true, webhook_url: 'nowhere' });
    expect(body).toEqual({
      message: 'Validation failed',
      errors: {
        speech_speed: ['The speech speed must be between 0.7 and 1.2.'],
        voice_id: ['The selected voice id is invalid.'],
        webhook_url: ['The webhook url must be a valid URL.'],
      },
    });
  });

  it.each([
    { id: 999, body: {}, why: 'an assistant that does not exist' },
    { id: 999, body: { speech_speed: 9 }, why: 'one that does not exist, whatever the body' },
    { id: 'abc', body: {}, why: 'an id that is none' },
    { id: '9007199254740993', body: {}, why: 'an id past the range' },
  ])('answers 404 to $why', async ({ id, body }) => {
    const { put } = await setup();
    expect(await put(body, id)).toEqual({ status: 404, body: { message: 'Assistant not found' } });
  });

  it("answers 404 to another user's assistant, and leaves it alone", async () => {
    const { deps, before } = await setup();
    const response = await handler.with(deps)(
      httpEvent({ userId: 8, id: before.id, body: { assistant_name: 'Mine' } }),
    );
    expect(readResponse(response)).toEqual({ status: 404, body: { message: 'Assistant not found' } });
    await expect(deps.assistants.get(7, before.id)).resolves.toEqual(before);
  });

  it('never mixes halves of two updates at once', async () => {
    const { put, stored } = await setup();
    const updates = Array.from({ length: 10 }, (_, index) => ({
      assistant_name: `Name ${index}`,
      system_prompt: `Prompt ${index}`,
    }));
    const outcomes = await Promise.all(updates.map((update) => put(update)));
    expect(outcomes.map((outcome) => outcome.status)).toEqual(updates.map(() => 200));
    const after = (await stored())!;
    expect(after.systemPrompt).toBe(after.name.replace('Name', 'Prompt'));
    expect(after.version).toBe(11);
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
});
