import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/create-assistant.ts';
import { toAssistantRecord } from '#shared/assistants/assistant-record.ts';
import type { AssistantStore } from '#shared/assistants/assistant-store.ts';
import { findLanguageByName } from '#shared/catalog/languages.ts';
import { phrasesFor } from '#shared/catalog/phrases.ts';
import { assistantDeps, assistantRequest } from '#test/support/assistant-endpoints.ts';
import { askerOf } from '#test/support/http-event.ts';

function setup(create?: AssistantStore['create']) {
  const deps = assistantDeps();
  if (create) deps.assistants.create = create;
  const ask = askerOf(handler.with(deps));
  return { deps, post: (changes: Record<string, unknown> = {}) => ask({ body: assistantRequest(changes) }) };
}

// Its fields, their defaults and their faults are in test/api/rows/assistants.ts and assistant-fields.ts.
describe('POST /user/assistant', () => {
  it('speaks the fillers of the language; languages and models may be written in any case', async () => {
    const { deps, post } = setup();
    const { status, body } = await post({ language: 'german', llm_model: 'GPT-4.1-MINI' });
    expect(status).toBe(201);
    const assistant = await deps.assistants.get(7, (body as { data: { id: number } }).data.id);
    const german = findLanguageByName('German')!;
    expect(toAssistantRecord(assistant!)).toMatchObject({
      language: 'German',
      language_id: german.id,
      filler_config: phrasesFor(german.id).fillers,
      llm_model_id: 1,
      created_at: '2026-06-30T11:53:20.000000Z',
      updated_at: '2026-06-30T11:53:20.000000Z',
    });
  });

  it('reports faults of form and records that do not exist at once', async () => {
    const { post } = setup();
    const noRecords = { voice_id: 999, language: 'Klingon', llm_model: 'gpt-0', phone_number_id: 77 };
    const { body } = await post({ assistant_name: '', is_webhook_active: true, webhook_url: ' ', ...noRecords });
    const selected = Object.keys(noRecords).map((field) => [
      field,
      [`The selected ${field.replaceAll('_', ' ')} is invalid.`],
    ]);
    expect(body).toEqual({
      message: 'Validation failed',
      errors: {
        assistant_name: ['The assistant name field is required.'],
        webhook_url: ['The webhook url field is required when is webhook active is true.'],
        ...Object.fromEntries(selected),
      },
    });
  });

  it('draws another id when the first is taken', async () => {
    const outcomes = ['id_taken', 'created'] as const;
    let draws = 0;
    const { post } = setup(async () => outcomes[draws++]!);
    expect((await post()).status).toBe(201);
    expect(draws).toBe(2);
  });

  it('answers 422 when the number is taken between the look and the write', async () => {
    const { post } = setup(async () => 'number_taken');
    const errors = { phone_number_id: ['The selected phone number id is invalid.'] };
    expect(await post({ calls_direction: 'receive', phone_number_id: 1 })).toEqual({
      status: 422,
      body: { message: 'Validation failed', errors },
    });
  });

  it('answers 500 with its own text when the table fails', async () => {
    const { post } = setup(() => Promise.reject(new Error('table down')));
    expect(await post()).toEqual({ status: 500, body: { message: 'Assistant creation failed' } });
  });
});
