import { describe, expect, it } from 'vitest';
import { pathsOf } from '#shared/manifest/manifest-row.ts';
import { manifest } from '#shared/manifest/manifest.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';

const running = useLocalStack();
const endpoints = manifest
  .filter((row) => row.kind === 'http')
  .filter(({ auth }) => auth !== 'none')
  .flatMap((row) => pathsOf(row).map((path) => ({ method: row.method, path })));
// The speech model is not the carrier: it signs as webhooks are signed, and brings tokens.
const callbacks = manifest
  .filter((row) => row.kind === 'carrier')
  .map(({ id, path }) => ({ path, status: id.startsWith('carrier/openai-') ? 401 : 403 }));
const withIds = (path: string) => path.replace('{id}', '5').replace('{user_id}', '1').replace('{call_id}', '5');

describe('the local stack', () => {
  it('knows the demo users by their tokens', async () => {
    const { as, users } = running();
    for (const user of users) {
      const { status, body } = await as(user.id)<Array<{ id: number }>>('GET', '/user/assistants/phone-numbers');
      expect(status).toBe(200);
      expect(body.map(({ id }) => id)).toEqual(user.phone_numbers.map(({ id }) => id));
    }
  });

  it.each(endpoints)('answers 401 to $method $path without a token, and with a wrong one', async ({ method, path }) => {
    const { baseUrl } = running();
    for (const headers of [{}, { authorization: 'Bearer rb_wrong' }, { authorization: 'Basic abc' }]) {
      const response = await fetch(`${baseUrl}${withIds(path)}`, {
        method,
        headers: headers as Record<string, string>,
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('x-request-id')).not.toBeNull();
      await expect(response.json()).resolves.toEqual({ message: 'Unauthorized' });
    }
  });

  it.each(callbacks)('answers $status to $path without a signature', async ({ path, status }) => {
    const { origin } = running();
    const response = await fetch(`${origin}${withIds(path)}`, {
      method: 'POST',
      body: new URLSearchParams({ CallSid: 'CA1', CallStatus: 'completed' }),
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('x-request-id')).not.toBeNull();
  });

  it('keeps webhooks that are sent to its sink, and answers the status of the path', async () => {
    const { stack, webhooks } = running();
    const response = await fetch(`${stack.address.webhook_sink_url}/status/503`, { method: 'POST', body: '{"a":1}' });
    expect(response.status).toBe(503);
    expect(webhooks('/status/503')).toMatchObject([{ body: { a: 1 }, verified: false }]);
  });

  it('calls a customer from the first ring to the signed webhook', async () => {
    const { api, stack, webhooks } = running();
    const assistant = await api<{ data: { id: number } }>('POST', '/user/assistant', {
      assistant_name: 'Front desk',
      voice_id: 1,
      language: 'English',
      llm_model: 'rehearsal',
      calls_direction: 'make',
      engine_type: 'pipeline',
      timezone: 'Europe/Berlin',
      initial_message: 'Hello, this is Mia.',
      system_prompt: 'You are Mia.',
      is_webhook_active: true,
      webhook_url: `${stack.address.webhook_sink_url}/calls`,
    });
    expect(assistant.status).toBe(201);
    const call = await api<{ call_id: number }>('POST', '/user/make_call', {
      phone_number: '+12025550100',
      assistant_id: assistant.body.data.id,
    });
    expect(call.status).toBe(200);
    const [webhook] = await waitFor('the webhook', () => webhooks('/calls').length > 0 && webhooks('/calls'));
    expect(webhook).toMatchObject({ verified: true, body: { event: 'call.completed', id: call.body.call_id } });
  });
});
