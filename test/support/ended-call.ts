import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import type { EvaluationRequest } from '#shared/conversations/language-model.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import { buildAssistant, buildCall, buildScript, buildState } from '#test/support/builders.ts';
import { noCampaigns } from '#test/support/dialer-deps.ts';
import { createFixedClock, createObservers } from '#test/support/fakes.ts';
import { createMemoryCallStore } from '#test/support/memory/calls.ts';
import { createMemoryConversationStore } from '#test/support/memory/conversations.ts';
import { createMemoryQueue } from '#test/support/memory/platform.ts';
import { createMemoryEndpointHealthStore, createMemoryWebhookDeliveryStore } from '#test/support/memory/webhooks.ts';

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
  const clock = createFixedClock();
  const now = clock.now();
  const observers = createObservers();
  const calls = createMemoryCallStore();
  const conversations = createMemoryConversationStore();
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
  calls.state.wallets.set(call.userId, { balance: 10_000_000, available: 10_000_000 });
  const key = { userId: call.userId, callId: call.id };
  const assistant = buildAssistant({ isWebhookActive: true, webhookUrl: postCallUrl, ...parts.assistant });
  await calls.createWithHold(call, {
    assistant,
    variables: { customer_name: 'Ada' },
    ...(goal !== undefined && { goal }),
  });
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
  const queue = createMemoryQueue();
  const deliveries = createMemoryWebhookDeliveryStore();
  const endpoints = createMemoryEndpointHealthStore();
  let drawn = 0;
  const ids = { recordId: () => createRecordId(clock.now(), () => (drawn += 1) / 4096), uuid: () => 'uuid' };
  const { logger, metrics } = observers;
  return {
    key,
    evaluations,
    pauses,
    observers,
    wallet: () => calls.state.wallets.get(call.userId),
    ledger: calls.state.ledger,
    deps: {
      ...noCampaigns(clock),
      calls,
      callList: calls,
      conversations,
      endpoints,
      languageModel,
      deliveries,
      queue,
      clock,
      pause: async (milliseconds: number) => void pauses.push(milliseconds),
      ids,
      logger,
      metrics,
    },
  };
}
