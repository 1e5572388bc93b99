import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/list-outbound-assistants.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

function setup() {
  const deps = assistantDeps([
    buildAssistant({ id: 1 }),
    buildAssistant({ id: 2, type: 'inbound' }),
    buildAssistant({ id: 3, isWebhookActive: true, webhookUrl: 'https://hooks.example.com/calls' }),
    buildAssistant({ id: 4, userId: 8 }),
  ]);
  return { list: async (userId = 7) => readResponse(await handler.with(deps)(httpEvent({ userId }))) };
}

describe('GET /user/assistants/outbound', () => {
  it('answers 200 with the reduced records of outbound assistants alone, newest first', async () => {
    const { list } = setup();
    const record = {
      id: 3,
      user_id: 7,
      name: 'Reception',
      type: 'outbound',
      mode: 'pipeline',
      status: 'active',
      voice_id: 1,
      language_id: 1,
      timezone: 'Europe/Berlin',
      initial_message: 'Hello, this is Mia. How can I help you?',
      system_prompt: 'You are a friendly receptionist.',
      variables: {},
      webhook_url: 'https://hooks.example.com/calls',
      is_webhook_active: true,
      created_at: '2026-01-01T00:00:00.000000Z',
      updated_at: '2026-01-01T00:00:00.000000Z',
    };
    expect(await list()).toEqual({
      status: 200,
      body: [record, { ...record, id: 1, webhook_url: null, is_webhook_active: false }],
    });
  });
});
