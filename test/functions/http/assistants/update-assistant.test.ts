import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/update-assistant.ts';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';

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
const selectedNumber = { phone_number_id: ['The selected phone number id is invalid.'] };
const french = findLanguageByName('French')!;

// Its fields and their faults are in test/api/rows/assistants.ts and assistant-fields.ts.
describe('PUT /user/assistant/{id}', () => {
  it('changes what was sent and the time, and leaves the rest as it was', async () => {
    const parts = { webhookUrl, isWebhookActive: true, variables: { customer_name: 'Ada' }, tools, speechSpeed: 1.1 };
    const { before, deps, put, stored } = await setup({ ...parts, minInterruptWords: 3 });
    deps.clock.move(1000);
    const changed = { ...before, name: 'Night desk', maxDuration: 90, updatedAt: deps.clock.now() };
    expect((await put({ assistant_name: 'Night desk', max_call_duration: 90 })).status).toBe(200);
    expect(await stored()).toEqual({ ...changed, version: 2 });
    expect((await put({})).status).toBe(200);
    expect(await stored()).toEqual({ ...changed, version: 3 });
  });

  it.each<[sent: object, before: Partial<Assistant>, after: Partial<Assistant>]>([
    [{ variables: {} }, { variables: { a: 1 } }, { variables: {} }],
    [{ webhook_url: '' }, { webhookUrl }, { webhookUrl: null }],
    [{ phone_number_id: null }, { phoneNumberId: 1 }, { phoneNumberId: null }],
    [{ end_call_on_voicemail: null }, { endCallOnVoicemail: false }, { endCallOnVoicemail: true }],
    [{ who_speaks_first: null }, { waitForCustomer: true }, { waitForCustomer: false }],
    [{ use_min_interrupt_words: false }, { minInterruptWords: 4 }, { minInterruptWords: null }],
    [{ use_min_interrupt_words: true }, { minInterruptWords: 4 }, { minInterruptWords: 4 }],
    [{ end_call_tool: null }, { tools }, { tools: [] }],
    [{ end_call_tool: {} }, { tools }, { tools }],
    [{ language: 'French' }, {}, { languageId: french.id, fillerConfig: phrasesFor(french.id).fillers }],
    [
      { engine_type: 'multimodal', voice_id: 101, llm_model: 'gpt-realtime' },
      {},
      { mode: 'multimodal', llmModelId: null, multimodalModelId: 101 },
    ],
    [{ is_webhook_active: true }, { webhookUrl }, { isWebhookActive: true }],
    [{ webhook_url: null, is_webhook_active: false }, { isWebhookActive: true, webhookUrl }, { webhookUrl: null }],
    [{ webhook_url: null, is_webhook_active: null }, { isWebhookActive: true, webhookUrl }, { webhookUrl: null }],
    [{ webhook_url: webhookUrl, is_webhook_active: true }, {}, { isWebhookActive: true, webhookUrl }],
  ])('for %j turns %j into %j', async (sent, before, after) => {
    const { put, stored } = await setup(before);
    expect((await put(sent)).status).toBe(200);
    expect(await stored()).toMatchObject(after);
  });

  const noUrl = { webhook_url: ['The webhook url field is required when is webhook active is true.'] };
  it.each<[why: string, before: Partial<Assistant>, sent: object, errors: object]>([
    ['an inbound assistant on a caller ID', { phoneNumberId: 2 }, { calls_direction: 'receive' }, selectedNumber],
    ['an inbound assistant on a taken number', { phoneNumberId: 3 }, { calls_direction: 'receive' }, selectedNumber],
    ['an active webhook without a URL', {}, { is_webhook_active: true }, noUrl],
    ['an active webhook that loses its URL', { webhookUrl }, { webhook_url: '', is_webhook_active: true }, noUrl],
  ])('answers 422 to %s', async (_, before, sent, errors) => {
    const { put } = await setup(before);
    expect(await put(sent)).toEqual({ status: 422, body: { message: 'Validation failed', errors } });
  });

  it('takes, keeps and frees the number with the type', async () => {
    const { deps, put } = await setup({ phoneNumberId: 1 });
    const holders = [];
    for (const calls_direction of ['receive', 'receive', 'make']) {
      expect((await put({ phone_number_id: 1, calls_direction })).status).toBe(200);
      holders.push((await deps.phoneNumbers.get(7, 1))?.inboundAssistantId);
    }
    expect(holders).toEqual([2001, 2001, null]);
  });

  it('never mixes halves of two updates at once', async () => {
    const { put, stored } = await setup();
    const updates = Array.from({ length: 10 }, (_, index) => ({
      assistant_name: `Name ${index}`,
      system_prompt: `Prompt ${index}`,
    }));
    const outcomes = await Promise.all(updates.map(put));
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
