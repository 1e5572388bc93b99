import type { AssistantStore } from '#shared/assistants/assistant.ts';
import type { Clock } from '#shared/platform/clock.ts';
import { RetryLater } from '#shared/platform/errors.ts';
import type { GuardedAnswer, GuardedTransport } from '#shared/platform/http/guarded-transport.ts';
import type { Logger, Metrics } from '#shared/platform/observability/telemetry.ts';
import type { QueueMessage } from '#shared/platform/queue/messages.ts';
import type { Queue } from '#shared/platform/queue/queue.ts';
import type { Timer } from '#shared/platform/timer/timer.ts';
import type { SmsStore } from '#shared/sms/sms-deps.ts';
import { findSubject, type DeliverySubject } from '#shared/webhooks/delivery-subject.ts';
import {
  endpointOf,
  QUICK_MS,
  withAttempt,
  attemptIfQuick,
  recordHealth,
  type EndpointHealth,
  type EndpointHealthStore,
} from '#shared/webhooks/endpoint-health.ts';
import type { HangingSlot } from '#shared/webhooks/hanging-slot.ts';
import { MAX_ATTEMPTS, nextAttemptAt } from '#shared/webhooks/retry-schedule.ts';
import type { BuildWebhookDeps } from '#shared/webhooks/signed-webhook.ts';
import {
  isSmsEvent,
  lastUrl,
  parseWebhookDeliveryId,
  type DeliveryAttempt,
  type WebhookDelivery,
  type WebhookDeliveryStore,
} from '#shared/webhooks/webhook.ts';

export interface DeliverWebhookDeps extends BuildWebhookDeps {
  deliveries: WebhookDeliveryStore;
  endpoints: EndpointHealthStore;
  hanging: HangingSlot;
  assistants: AssistantStore;
  messages: Pick<SmsStore, 'get'>;
  transport: GuardedTransport;
  queue: Queue;
  timer: Timer;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  /** From 0 to 1: spreads the retries. */
  random: () => number;
}

export type WebhookQueue = 'deliver-webhook' | 'deliver-slow-webhook';

/** Longer than the worker's timeout (25 s): a worker that has not recorded the attempt by then has crashed. */
const CLAIM_SECONDS = 30;
const LONGEST_KEPT_ANSWER_BYTES = 2048;

/** Repeats no recorded attempt, but its next step, for crashes. @throws RetryLater while another worker makes it */
export async function deliverWebhook(
  message: QueueMessage<'deliver-webhook'>,
  deps: DeliverWebhookDeps,
  queue: WebhookQueue = 'deliver-webhook',
): Promise<void> {
  // One after the other: a delivery is stored with the change of its SMS, which is read as it was or later.
  const delivery = await findDelivery(message, deps);
  const subject = delivery && (await findSubject(message, deps));
  if (!delivery || !subject) {
    const named = parseWebhookDeliveryId(message.deliveryId);
    // Of an SMS that did not change after all: this is the timer that was set before.
    const log = named && isSmsEvent(named.event) ? 'info' : 'warn';
    deps.logger[log]('webhook delivery not found', { ...message });
    return;
  }
  let recorded: WebhookDelivery | undefined;
  if (delivery.status === 'pending' && delivery.attempts.length < message.attempt) {
    const url = await subject.address(delivery);
    const run = async (known?: EndpointHealth) => {
      if (url !== undefined) recorded = await attempt({ delivery, url, subject, known }, deps);
    };
    if (url === undefined) recorded = await skip(delivery, deps);
    else if (queue === 'deliver-slow-webhook') await runAlone(run, deps);
    else if (!(await attemptIfQuick({ userId: delivery.userId, url }, run, deps))) {
      await deps.queue.send('deliver-slow-webhook', message, { groupId: String(message.userId) });
      return;
    }
  }
  const after = recorded ?? (await findDelivery(message, deps));
  if (after?.attempts.length === message.attempt) await follow(after, { subject, queue }, deps);
}

/** While another worker waits for a receiver, this delivery waits in its queue. */
const BEHIND_SECONDS = 10;

async function runAlone(run: () => Promise<void>, { hanging, random }: DeliverWebhookDeps): Promise<void> {
  if (await hanging.whileHeld(run)) return;
  throw new RetryLater('another worker waits for a receiver', BEHIND_SECONDS + Math.round(BEHIND_SECONDS * random()));
}

export async function findDelivery(
  { userId, deliveryId }: { userId: number; deliveryId: string },
  { deliveries }: Pick<DeliverWebhookDeps, 'deliveries'>,
): Promise<WebhookDelivery | undefined> {
  const named = parseWebhookDeliveryId(deliveryId);
  return named && deliveries.get(userId, named.callId, named.event);
}

async function skip(delivery: WebhookDelivery, { clock, deliveries }: DeliverWebhookDeps) {
  const at = clock.now();
  const claim = await deliveries.claimAttempt(delivery, at, at + CLAIM_SECONDS * 1000);
  if (claim === 'taken') throw claimedElsewhere();
  const skipped = { at, status: 0, problem: 'the webhook was switched off', durationMs: 0 };
  return deliveries.recordAttempt(delivery, skipped, 'disabled');
}

const claimedElsewhere = () => new RetryLater('attempt is claimed by another worker', CLAIM_SECONDS);

interface Attempt {
  delivery: WebhookDelivery;
  url: string;
  subject: DeliverySubject;
  known: EndpointHealth | undefined;
}

/** Stores the response with the call first: the attempt does not contain it. Undefined if another worker was faster. */
async function attempt(
  { delivery, url, subject, known }: Attempt,
  deps: DeliverWebhookDeps,
): Promise<WebhookDelivery | undefined> {
  const at = deps.clock.now();
  const [claim, webhook] = await Promise.all([
    deps.deliveries.claimAttempt(delivery, at, at + CLAIM_SECONDS * 1000),
    subject.build(delivery, at),
  ]);
  if (claim === 'taken') throw claimedElsewhere();
  if (!webhook) {
    const { userId, callId } = delivery;
    deps.logger.info('webhook dropped: its call or SMS was deleted', { userId, callId });
    // Stored behind the deletion, by the worker that was finishing the call.
    await deps.deliveries.removeOfCall(userId, callId);
    return undefined;
  }
  const answer = await deps.transport.post({ url, ...webhook });
  const made = { ...toAttempt(answer, at), ...(url !== delivery.url && { url }) };
  const attempts = delivery.attempts.length + 1;
  const status = statusAfter(made, attempts);
  await subject.recordResponse({
    status: made.status,
    body: answer.kind === 'answered' ? cut(answer.body) : '',
    attempts,
    deliveredAt: status === 'delivered' ? deps.clock.now() : null,
  });
  const next = status === 'pending' ? nextAttemptAt([...delivery.attempts, made], deps.random) : null;
  const recorded = await deps.deliveries.recordAttempt(delivery, made, status, next ?? undefined);
  const key = endpointOf(delivery.userId, url);
  await recordHealth(key, (health) => withAttempt(health, made), deps, known);
  deps.metrics.count('WebhookAttempt', { outcome: status === 'delivered' ? 'delivered' : 'refused' });
  const { id: deliveryId, userId, callId } = delivery;
  deps.logger.info('webhook attempted', { userId, callId, deliveryId, attempts, status, answer: made.status });
  return recorded;
}

export function toAttempt(answer: GuardedAnswer, at: number): DeliveryAttempt {
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

/** A character that is cut in half is dropped. */
export function cut(text: string): string {
  return new TextDecoder().decode(Buffer.from(text).subarray(0, LONGEST_KEPT_ANSWER_BYTES), { stream: true });
}

async function follow(
  delivery: WebhookDelivery,
  { subject, queue }: { subject: DeliverySubject; queue: WebhookQueue },
  deps: DeliverWebhookDeps,
): Promise<void> {
  const { id: deliveryId, userId, callId, attempts } = delivery;
  switch (delivery.status) {
    case 'pending': {
      // Deliveries that older releases have attempted have no time.
      const next = delivery.nextAttemptAt ?? nextAttemptAt(attempts, deps.random);
      if (next === null) return;
      const isSlow = (attempts.at(-1)?.durationMs ?? 0) > QUICK_MS;
      await deps.timer.at(next, isSlow ? 'deliver-slow-webhook' : queue, {
        userId,
        deliveryId,
        attempt: attempts.length + 1,
      });
      return;
    }
    case 'disabled': {
      // Not by 410: its user has switched it off, and may have switched it on again.
      if (attempts.at(-1)?.status !== 410) return;
      await subject.switchOff(lastUrl(delivery));
      return;
    }
    case 'exhausted':
      deps.metrics.count('WebhookExhausted');
      deps.logger.warn('webhook exhausted', { userId, callId, deliveryId });
      return;
    case 'delivered':
  }
}
