import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/enable-inbound-webhook.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { assistantDeps } from '#test/support/assistant-endpoints.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

function setup() {
  const deps = assistantDeps([buildAssistant()]);
  const post = async (body: unknown, userId = 7) => readResponse(await handler.with(deps)(httpEvent({ body, userId })));
  const stored = () => deps.assistants.get(7, 2001);
  return { deps, post, stored };
}

describe('POST /user/assistants/enable-inbound-webhook', () => {
  it.each(['http://localhost:3000/hook', 'http://10.0.0.1/hook', 'http://[::1]/'])(
    'answers 422 to the URL %s',
    async (url) => {
      const { post, stored } = setup();
      expect(await post({ assistant_id: 2001, webhook_url: url })).toEqual({
        status: 422,
        body: {
          message: 'The given data was invalid.',
          errors: { webhook_url: ['The webhook url must be a valid URL.'] },
        },
      });
      expect(await stored()).toMatchObject({ inboundWebhookUrl: null });
    },
  );

  it('takes a loopback URL where the deployment allows it', async () => {
    const { deps } = setup();
    const body = { assistant_id: 2001, webhook_url: 'http://127.0.0.1:3000/hook' };
    const response = await handler.with({ ...deps, allowLoopback: true })(httpEvent({ body }));
    expect(response.statusCode).toBe(200);
  });
});
