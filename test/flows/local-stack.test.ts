import { describe, expect, it } from 'vitest';
import { manifest } from '#shared/manifest/manifest.ts';
import { useLocalStack } from '#test/support/local-stack.ts';

const running = useLocalStack();
// The speech model is not the carrier: it signs as webhooks are signed, and brings tokens.
const callbacks = manifest
  .filter((row) => row.kind === 'carrier')
  .map(({ id, path }) => ({ path, status: id.startsWith('carrier/openai-') ? 401 : 403 }));
const withIds = (path: string) => path.replace('{user_id}', '1').replace('{call_id}', '5');

describe('the local stack', () => {
  it('knows the demo users by their tokens', async () => {
    const { as, users } = running();
    for (const user of users) {
      const { status, body } = await as(user.id)<Array<{ id: number }>>('GET', '/user/assistants/phone-numbers');
      expect(status).toBe(200);
      expect(body.map(({ id }) => id)).toEqual(user.phone_numbers.map(({ id }) => id));
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

  it('shows the studio at / and at its pages, under a policy without inline code', async () => {
    const { origin } = running();
    for (const path of ['/', '/assistants/7']) {
      const page = await fetch(`${origin}${path}`, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'self';/);
      expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    }
  });

  it('answers 404 to a program that asks for a page of the studio, and to files outside of it', async () => {
    const { origin } = running();
    for (const path of ['/assistants/7', '/assets/..%2findex.html', '/assets/none.js']) {
      expect((await fetch(`${origin}${path}`)).status).toBe(404);
    }
  });

  it('keeps webhooks that are sent to its sink, and answers the status of the path', async () => {
    const { stack, webhooks } = running();
    const response = await fetch(`${stack.address.webhook_sink_url}/status/503`, { method: 'POST', body: '{"a":1}' });
    expect(response.status).toBe(503);
    expect(webhooks('/status/503')).toMatchObject([{ body: { a: 1 }, verified: false }]);
  });
});
