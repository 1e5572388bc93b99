import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { plainText } from '#shared/platform/http/record-fields.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { cut, toAttempt, type DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';
import { AttemptRecord, toAttemptRecord } from '#shared/webhooks/deliveries.ts';
import { signWebhook } from '#shared/webhooks/signed-webhook.ts';
import type { WebhookEvent } from '#shared/webhooks/webhook.ts';

export type TestWebhookDeps = Pick<
  DeliverWebhookDeps,
  'assistants' | 'users' | 'secrets' | 'transport' | 'clock' | 'random'
> & { allowLoopback: boolean };

/** Not stored, and not attempted again. */
export const TestedWebhook = v.pipe(
  v.strictObject({
    id: v.pipe(
      plainText('evt_test_0b0f6f3c-8f0a-4b0e-9a53-3b8f4c9e2d10'),
      v.description('The `webhook-id` of the request.'),
    ),
    ...AttemptRecord.entries,
    body: v.pipe(plainText('ok'), v.description('The first 2 KB of the answer. It is empty if there was no answer.')),
  }),
  v.title('TestedWebhook'),
);
export type TestedWebhook = v.InferOutput<typeof TestedWebhook>;

interface TestWebhookInput {
  userId: number;
  assistantId: number | undefined;
  url: string | undefined;
  event: WebhookEvent;
}

/** A call that never was, marked by `test`. @throws AppError assistant_not_found; validation_failed on `url` */
export async function testWebhook(input: TestWebhookInput, deps: TestWebhookDeps): Promise<TestedWebhook> {
  const { userId, event } = input;
  const { url, assistant } = await targetOf(input, deps);
  const user = await deps.users.get(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  const at = deps.clock.now();
  const id = `evt_test_${randomUUID()}`;
  const callId = createRecordId(at, deps.random);
  const body = JSON.stringify({ ...samplePayload({ event, callId, at }), ...assistant });
  const answer = await deps.transport.post({ url, ...(await signWebhook({ id, at, body }, user, deps)) });
  return {
    id,
    ...toAttemptRecord(toAttempt(answer, at), url),
    body: answer.kind === 'answered' ? cut(answer.body) : '',
  };
}

async function targetOf({ userId, assistantId, url, event }: TestWebhookInput, deps: TestWebhookDeps) {
  if (url !== undefined && !isCallableUrl(url, deps)) throw refused('url', sentences.url);
  if (assistantId === undefined) {
    if (url === undefined) throw refused('url', sentences.required);
    return { url, assistant: {} };
  }
  const assistant = await deps.assistants.get(userId, assistantId);
  if (!assistant) throw new AppError('assistant_not_found');
  const own = event === 'call.completed' ? assistant.webhookUrl : assistant.inboundWebhookUrl;
  const chosen = url ?? own;
  if (chosen === null) throw refused('assistant_id', sentences.noWebhook);
  return { url: chosen, assistant: { assistant_id: assistant.id, assistant_name: assistant.name } };
}

const refused = (field: string, sentence: string) => invalidFields({ [field]: [fillSentence(sentence, field)] });

type Sample = CallCompletedPayload & { test: true };

function samplePayload({ event, callId, at }: { event: WebhookEvent; callId: number; at: number }): Sample {
  const [begun, said, over] = [at - 42_000, at - 38_000, at].map(toIsoMicroseconds);
  const turns = [
    { sender: 'bot' as const, text: 'Hello Ada, do you have a minute?', timestamp: begun ?? '' },
    { sender: 'human' as const, text: 'Yes, I do.', timestamp: said ?? '' },
  ];
  return {
    event,
    test: true,
    id: callId,
    type: event === 'call.completed' ? 'outbound' : 'inbound',
    status: 'ended_by_customer',
    outcome: 'goal_reached',
    end_reason: 'customer_hung_up',
    reason: { by: 'customer', code: 'customer_hung_up', text: 'The customer hung up.' },
    customer_phone: '+12025550100',
    assistant_phone: '+12025550199',
    assistant_id: 1,
    assistant_name: 'Reception',
    duration: 42,
    extracted_variables: { status: true, summary: 'The customer confirmed the appointment.' },
    input_variables: { customer_name: 'Ada' },
    transcript: 'Assistant: Hello Ada, do you have a minute?\nCustomer: Yes, I do.',
    latency: null,
    transcript_turns: turns,
    carrier_cost: 0.014,
    total_cost: 0.114,
    answered_by: 'human',
    created_at: begun ?? '',
    finished_at: over ?? '',
    lead: null,
    campaign: null,
  };
}
