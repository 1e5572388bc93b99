import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { User } from '#shared/accounts/account.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isCallableUrl } from '#shared/platform/http/callable-url.ts';
import { plainText } from '#shared/platform/http/record-fields.ts';
import { createRecordId } from '#shared/platform/ids.ts';
import type { SmsEvent } from '#shared/sms/sms.ts';
import type { CallCompletedPayload } from '#shared/webhooks/call-completed.ts';
import { cut, toAttempt, type DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';
import { AttemptRecord, toAttemptRecord } from '#shared/webhooks/deliveries.ts';
import { signWebhook } from '#shared/webhooks/signed-webhook.ts';
import { smsChangedPayload, type SmsChangedPayload } from '#shared/webhooks/sms-changed.ts';
import { isSmsEvent, type DeliveryEvent, type WebhookEvent } from '#shared/webhooks/webhook.ts';

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
  event: DeliveryEvent;
}

/** A call or an SMS that never was, marked by `test`. @throws AppError assistant_not_found; validation_failed on `url` */
export async function testWebhook(input: TestWebhookInput, deps: TestWebhookDeps): Promise<TestedWebhook> {
  const { userId, event } = input;
  const user = await deps.users.get(userId);
  if (!user) throw new Error(`there is no user ${userId}`);
  const { url, assistant } = await targetOf(input, user, deps);
  const at = deps.clock.now();
  const id = `evt_test_${randomUUID()}`;
  const recordId = createRecordId(at, deps.random);
  const payload = isSmsEvent(event) ? sampleSmsPayload(event, recordId, at) : samplePayload(event, recordId, at);
  const body = JSON.stringify({ ...payload, ...assistant });
  const answer = await deps.transport.post({ url, ...(await signWebhook({ id, at, body }, user, deps)) });
  return {
    id,
    ...toAttemptRecord(toAttempt(answer, at), url),
    body: answer.kind === 'answered' ? cut(answer.body) : '',
  };
}

async function targetOf({ userId, assistantId, url, event }: TestWebhookInput, user: User, deps: TestWebhookDeps) {
  if (url !== undefined && !isCallableUrl(url, deps)) throw refused('url', sentences.url);
  if (isSmsEvent(event)) {
    if (assistantId !== undefined) throw refused('assistant_id', sentences.noWebhook);
    const chosen = url ?? user.smsWebhookUrl ?? null;
    if (chosen === null) throw refused('url', sentences.required);
    return { url: chosen, assistant: {} };
  }
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

function samplePayload(event: WebhookEvent, callId: number, at: number): Sample {
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
    model: null,
    transcript_turns: turns,
    tool_calls: [],
    transfers: [],
    carrier_cost: 0.014,
    total_cost: 0.114,
    answered_by: 'human',
    created_at: begun ?? '',
    finished_at: over ?? '',
    lead: null,
    campaign: null,
  };
}

/** The number of the user is `from`, or of a received SMS `to`. */
function sampleSmsPayload(event: SmsEvent, id: number, at: number): SmsChangedPayload {
  const isInbound = event === 'sms.received';
  const [own, customer] = ['+12025550199', '+12025550100'];
  const sms = {
    id,
    direction: isInbound ? ('inbound' as const) : undefined,
    phoneNumberId: 1,
    from: isInbound ? customer : own,
    to: isInbound ? own : customer,
    body: isInbound ? 'Yes, see you on Tuesday.' : 'Your appointment is on Tuesday at ten.',
    segments: 1,
    totalCost: isInbound ? 0 : 10_000,
    carrierMessageId: event === 'sms.failed' ? null : 'SM0123456789abcdef0123456789abcdef',
    failure: event === 'sms.undelivered' ? '30003' : 'The carrier does not accept the SMS.',
    createdAt: at - 4_000,
  };
  return { ...smsChangedPayload(event, sms, at), test: true };
}
