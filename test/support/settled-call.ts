import type { Assistant } from '#shared/assistants/assistant.ts';
import { finishCall } from '#shared/call-life/finish-call.ts';
import type { Call } from '#shared/calls/call.ts';
import type { GuardedAnswer } from '#shared/platform/http/guarded-transport.ts';
import { buildAssistant, buildUser } from '#test/support/builders.ts';
import { createEndedCall, postCallUrl } from '#test/support/ended-call.ts';
import { createMemoryAssistantStore, createMemoryUserStore } from '#test/support/memory/accounts.ts';
import { createMemoryQueue, createMemorySecrets, createMemoryTimer } from '#test/support/memory/platform.ts';
import { createMemoryWebhookTransport } from '#test/support/memory/webhooks.ts';

export const SIGNING_KEY = 'the-signing-key-of-this-test';

export const answered = (
  status: number,
  changes: Partial<GuardedAnswer & { kind: 'answered' }> = {},
): GuardedAnswer => ({ kind: 'answered', status, body: 'thanks', retryAfterSeconds: null, durationMs: 12, ...changes });

/** A call of user 1 that is settled, its webhook waiting for its first attempt, and everything that delivering it needs. */
export async function createSettledCall(
  script: GuardedAnswer[] = [],
  changes: Partial<Assistant> = {},
  call: Partial<Call> = {},
) {
  const userId = 1;
  const assistant = { userId, isWebhookActive: true, webhookUrl: postCallUrl, ...changes };
  const ended = await createEndedCall({ call: { userId, assistantId: 2001, ...call }, assistant });
  const { calls, deliveries, endpoints, clock } = ended.deps;
  const { logger, metrics } = ended.observers;
  await finishCall(ended.key, ended.deps);
  const users = createMemoryUserStore();
  await users.create(buildUser({ id: userId, webhookSecretVersions: [2, 1] }));
  const assistants = createMemoryAssistantStore([buildAssistant(assistant)]);
  const deliveryId = `evt_${ended.key.callId}_call.completed`;
  const transport = createMemoryWebhookTransport(script);
  const timer = createMemoryTimer(clock);
  const queue = createMemoryQueue();
  const recordingPolicy = { publicUrl: 'https://api.example.com', retentionDays: 30 };
  const secrets = createMemorySecrets({
    'webhook-signing-key': SIGNING_KEY,
    'webhook-signing-key:previous': 'the key before its rotation',
  });
  const always = { clock, random: () => 0.5, logger, metrics };
  return {
    key: ended.key,
    observers: ended.observers,
    message: (attempt: number) => ({ userId, deliveryId, attempt }),
    delivery: () => deliveries.get(userId, ended.key.callId, 'call.completed'),
    response: async () => (await calls.getBody(ended.key))?.webhookResponse,
    replayQueue: createMemoryQueue(),
    endpoints,
    queue,
    deps: {
      calls,
      deliveries,
      endpoints,
      queue,
      users,
      assistants,
      secrets,
      transport,
      timer,
      recordingPolicy,
      allowLoopback: false,
      ...always,
    },
  };
}
