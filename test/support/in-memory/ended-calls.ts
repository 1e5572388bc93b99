import type { Assistant } from '#shared/assistants/assistant.ts';
import { finishCall } from '#shared/call-life/finish-call.ts';
import type { Call } from '#shared/calls/call.ts';
import type { EvaluationRequest } from '#shared/conversations/language-model.ts';
import type { GuardedAnswer } from '#shared/platform/http/guarded-transport.ts';
import { buildAssistant, buildCall, buildScript, buildState, buildUser } from '#test/support/builders.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryQueue, createMemorySecrets } from '#test/support/memory/platform.ts';
import { createMemoryWebhookTransport } from '#test/support/memory/webhooks.ts';

export const postCallUrl = 'https://example.com/post-call';

interface EndedCallParts {
  call?: Partial<Call>;
  assistant?: Partial<Assistant>;
  /** The item of the evaluation that the call's campaign names. */
  goal?: string;
  /** Answers of the language model, one per try; an error is thrown. */
  answers?: unknown[];
  /** What the customer says after the greeting; null = there was no conversation. */
  said?: string[] | null;
}

/** A call of one minute that has just ended, its money held, and everything that finishing it needs. */
export async function createEndedCall(parts: EndedCallParts = {}) {
  const { answers = [{ status: true, summary: 'They talked.' }], said = ['Hello, who is this?'], goal } = parts;
  const { userId = 7 } = parts.call ?? {};
  const assistant = buildAssistant({ userId, isWebhookActive: true, webhookUrl: postCallUrl, ...parts.assistant });
  const service = memoryService({
    userId,
    users: [buildUser({ id: userId, webhookSecretVersions: [2, 1] })],
    assistants: [assistant],
  });
  const { calls, conversations } = service;
  const now = service.clock.now();
  const call = buildCall({
    status: 'ended',
    answeredBy: 'human',
    durationSeconds: 61,
    answeredAt: now - 62_000,
    endedAt: now - 1000,
    endedBy: 'customer',
    connectionId: said === null ? null : 'connection-1',
    ...parts.call,
  });
  const key = { userId, callId: call.id };
  await calls.createWithHold(call, { assistant, variables: { customer_name: 'Ada' }, ...(goal && { goal }) });
  if (said !== null) {
    const script = buildScript({ greeting: 'Hello Ada!' });
    await conversations.open(buildState({ call: key, openedAt: now - 60_000 }), script);
    for (const [index, text] of said.entries()) {
      await conversations.recordCustomerTurn('connection-1', text, now - 50_000 + index * 1000);
    }
  }
  const evaluations: EvaluationRequest[] = [];
  const languageModel = {
    reply: () => {
      throw new Error('the conversation is over');
    },
    evaluate: async (request: EvaluationRequest) => {
      const answer = answers[Math.min(evaluations.length, answers.length - 1)];
      evaluations.push(request);
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const pauses: number[] = [];
  const pause = async (milliseconds: number) => void pauses.push(milliseconds);
  return {
    key,
    evaluations,
    pauses,
    observers: service,
    wallet: () => calls.state.wallets.get(userId),
    ledger: calls.state.ledger,
    deps: { ...service, languageModel, pause },
  };
}

export const SIGNING_KEY = 'the-signing-key-of-this-test';

export const answered = (
  status: number,
  changes: Partial<GuardedAnswer & { kind: 'answered' }> = {},
): GuardedAnswer => ({ kind: 'answered', status, body: 'thanks', retryAfterSeconds: null, durationMs: 12, ...changes });

/** A call of user 1 that is settled, its webhook waiting for its first attempt, and everything that delivering it needs. */
export async function createSettledCall(
  script: GuardedAnswer[] = [],
  assistant: Partial<Assistant> = {},
  call: Partial<Call> = {},
) {
  const userId = 1;
  const { key, deps: ended } = await createEndedCall({ call: { userId, assistantId: 2001, ...call }, assistant });
  await finishCall(key, ended);
  const queue = createMemoryQueue();
  const deps = {
    ...ended,
    queue,
    transport: createMemoryWebhookTransport(script),
    recordingPolicy: { publicUrl: 'https://api.example.com', retentionDays: 30 },
    secrets: createMemorySecrets({
      'webhook-signing-key': SIGNING_KEY,
      'webhook-signing-key:previous': 'the key before its rotation',
    }),
    random: () => 0.5,
  };
  const deliveryId = `evt_${key.callId}_call.completed`;
  return {
    key,
    observers: ended,
    message: (attempt: number) => ({ userId, deliveryId, attempt }),
    delivery: () => deps.deliveries.get(userId, key.callId, 'call.completed'),
    response: async () => (await deps.calls.getBody(key))?.webhookResponse,
    replayQueue: createMemoryQueue(),
    endpoints: deps.endpoints,
    queue,
    deps,
  };
}
