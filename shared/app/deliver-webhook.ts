import { postWebhook, type PostWebhookDeps } from '#shared/app/post-webhook.ts';
import { RetryLater } from '#shared/domain/errors/retry-later.ts';
import { MAX_ATTEMPTS, nextAttemptAt } from '#shared/domain/webhook/retry-ladder.ts';
import {
  parseWebhookDeliveryId,
  type DeliveryAttempt,
  type WebhookDelivery,
} from '#shared/domain/webhook/webhook-delivery.ts';
import type { QueueMessage } from '#shared/messages/queue-messages.ts';
import type { AssistantStore } from '#shared/ports/assistant-store.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Logger } from '#shared/ports/logger.ts';
import type { Metrics } from '#shared/ports/metrics.ts';
import type { Timer } from '#shared/ports/timer.ts';
import type { WebhookDeliveryStore } from '#shared/ports/webhook-delivery-store.ts';
import type { WebhookAnswer } from '#shared/ports/webhook-transport.ts';

export interface DeliverWebhookDeps extends PostWebhookDeps {
  deliveries: WebhookDeliveryStore;
  assistants: AssistantStore;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** From 0 to 1: spreads the retries. */
  random: () => number;
}

/** Longer than the worker lives (25 s): whoever has not recorded the attempt by then has crashed. */
const CLAIM_SECONDS = 30;
const LONGEST_KEPT_ANSWER_BYTES = 2048;

/**
 * Makes one attempt of a webhook and sees to what follows from it: the next attempt, or the end.
 * An attempt that was recorded before is not made again, but what follows from it is seen to again: a crash may have
 * come in between. A next attempt that is set twice is still made once.
 * @throws RetryLater while another worker makes the same attempt
 */
export async function deliverWebhook(
  message: QueueMessage<'deliver-webhook'>,
  deps: DeliverWebhookDeps,
): Promise<void> {
  const delivery = await load(message, deps);
  if (!delivery) {
    deps.logger.warn('there is no such webhook delivery', { ...message });
    return;
  }
  if (delivery.status === 'pending' && delivery.attempts.length < message.attempt) {
    await attempt(delivery, deps);
  }
  // Read again, because another worker may have recorded this attempt first.
  const after = await load(message, deps);
  if (after?.attempts.length === message.attempt) await follow(after, deps);
}

async function load({ userId, deliveryId }: QueueMessage<'deliver-webhook'>, { deliveries }: DeliverWebhookDeps) {
  const named = parseWebhookDeliveryId(deliveryId);
  return named && deliveries.get(userId, named.callId, named.event);
}

/** The answer goes to the call first: it is not in the log, so that it could not be written after a crash. */
async function attempt(delivery: WebhookDelivery, deps: DeliverWebhookDeps): Promise<void> {
  const at = deps.clock.now();
  const claim = await deps.deliveries.claimAttempt(delivery, at, at + CLAIM_SECONDS * 1000);
  if (claim === 'taken') throw new RetryLater('another worker makes this attempt', CLAIM_SECONDS);
  const answer = await postWebhook(delivery, at, deps);
  if (!answer) {
    deps.logger.info('the call of a webhook was removed', { userId: delivery.userId, callId: delivery.callId });
    return;
  }
  const made = toAttempt(answer, at);
  const attempts = delivery.attempts.length + 1;
  const status = statusAfter(made, attempts);
  await deps.calls.recordWebhookResponse(
    { userId: delivery.userId, callId: delivery.callId },
    {
      status: made.status,
      body: answer.kind === 'answered' ? cut(answer.body) : '',
      attempts,
      deliveredAt: status === 'delivered' ? deps.clock.now() : null,
    },
  );
  await deps.deliveries.recordAttempt(delivery, made, status);
  deps.metrics.count('WebhookAttempt', { outcome: status === 'delivered' ? 'delivered' : 'refused' });
  const { id: deliveryId, userId, callId } = delivery;
  deps.logger.info('webhook attempted', { userId, callId, deliveryId, attempts, status, answer: made.status });
}

function toAttempt(answer: WebhookAnswer, at: number): DeliveryAttempt {
  const { durationMs } = answer;
  if (answer.kind !== 'answered') return { at, status: 0, problem: answer.problem, durationMs };
  const { status, retryAfterSeconds } = answer;
  return { at, status, problem: null, retryAfterSeconds, durationMs };
}

function statusAfter({ status }: DeliveryAttempt, attempts: number): WebhookDelivery['status'] {
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'disabled';
  return attempts < MAX_ATTEMPTS ? 'pending' : 'exhausted';
}

/** Decoded as a stream, which leaves out a character that the cut goes through. */
function cut(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, LONGEST_KEPT_ANSWER_BYTES), { stream: true });
}

async function follow(delivery: WebhookDelivery, deps: DeliverWebhookDeps): Promise<void> {
  const { id: deliveryId, userId, callId, attempts, url } = delivery;
  switch (delivery.status) {
    case 'pending': {
      const next = nextAttemptAt(attempts, deps.random);
      if (next === null) return;
      await deps.timer.at(next, 'deliver-webhook', { userId, deliveryId, attempt: attempts.length + 1 });
      return;
    }
    case 'disabled': {
      const call = await deps.calls.get({ userId, callId });
      if (call) await deps.assistants.switchOffWebhook(userId, call.assistantId, url);
      return;
    }
    case 'exhausted':
      deps.metrics.count('WebhookExhausted');
      deps.logger.warn('webhook exhausted', { userId, callId, deliveryId });
      return;
    case 'delivered':
  }
}
