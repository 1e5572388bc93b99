import { expect, it } from 'vitest';
import { handler } from '#functions/http/webhooks/list-deliveries.ts';
import { deliverWebhook } from '#shared/webhooks/deliver-webhook.ts';
import { askerOf } from '#test/support/http-event.ts';
import { answered, createSettledCall } from '#test/support/in-memory/ended-calls.ts';

const hung = { kind: 'unreachable' as const, problem: 'no answer within 15 s', durationMs: 15_000 };

it('answers 200 with each attempt, the next one and the health of the endpoint', async () => {
  const { deps, message, key } = await createSettledCall([hung, answered(500)]);
  await deliverWebhook(message(1), deps);
  await deliverWebhook(message(2), deps, 'deliver-slow-webhook');
  const at = new Date(deps.clock.now()).toISOString().replace('Z', '000Z');
  const answer = await askerOf(handler.with(deps))({ userId: 1, query: `call_id=${key.callId}` });
  expect(answer).toEqual({
    status: 200,
    body: {
      data: [
        {
          id: message(1).deliveryId,
          call_id: key.callId,
          sms_id: null,
          event: 'call.completed',
          url: 'https://example.com/post-call',
          status: 'pending',
          created_at: at,
          next_attempt_at: new Date(deps.clock.now() + 12 + 300_000).toISOString().replace('Z', '000Z'),
          attempts: [
            {
              attempted_at: at,
              url: 'https://example.com/post-call',
              status: null,
              error: hung.problem,
              duration_ms: 15_000,
            },
            { attempted_at: at, url: 'https://example.com/post-call', status: 500, error: null, duration_ms: 12 },
          ],
          endpoint: {
            origin: 'https://example.com',
            pace: 'slow',
            last_success_at: null,
            failing_since: at,
            last_failure: { failed_at: at, status: null, error: hung.problem },
          },
        },
      ],
    },
  });
});
