import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/disable-inbound-webhook.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

function setup() {
  const deps = assistantDeps([
    buildAssistant({
      inboundWebhookUrl: 'https://hooks.example.com/inbound',
      isWebhookActive: true,
      webhookUrl: 'https://hooks.example.com/calls',
    }),
  ]);
  const post = async (body: unknown, userId = 7) => readResponse(await handler.with(deps)(httpEvent({ body, userId })));
  const stored = () => deps.assistants.get(7, 2001);
  return { post, stored };
}

describe('POST /user/assistants/disable-inbound-webhook', () => {
  it('answers 200, and the inbound URL is gone while the post-call webhook stays', async () => {
    const { post, stored } = setup();
    const disabled = { status: 200, body: { message: 'Webhook disabled successfully', data: [] } };
    expect(await post({ assistant_id: 2001 })).toEqual(disabled);
    expect(await stored()).toMatchObject({
      inboundWebhookUrl: null,
      isWebhookActive: true,
      webhookUrl: 'https://hooks.example.com/calls',
    });
    expect(await post({ assistant_id: 2001 })).toEqual(disabled);
  });
});
