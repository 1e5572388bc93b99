import * as v from 'valibot';
import type { CallStore } from '#shared/calls/call-store.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { AppError } from '#shared/platform/errors.ts';
import { isoTime, plainText, recordId, sentUrl, wholeNumber } from '#shared/platform/http/record-fields.ts';
import { reopenDelivery, type SendDeliveryDeps } from '#shared/webhooks/announce-call.ts';
import { findDelivery, type DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';
import { endpointOf, type EndpointHealth, type EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';
import {
  deliveryStatuses,
  lastUrl,
  webhookEvents,
  type DeliveryAttempt,
  type WebhookDelivery,
  type WebhookDeliveryStore,
} from '#shared/webhooks/webhook.ts';
import { buildWebhook, type BuildWebhookDeps } from './signed-webhook.ts';

const httpStatus = () =>
  v.pipe(v.nullable(wholeNumber(503)), v.description('The HTTP status of the answer, or null if there was none.'));
const problem = () =>
  v.pipe(
    v.nullable(plainText('no answer within 15 s')),
    v.description('The reason why there was no answer, or null if there was one.'),
  );

export const AttemptRecord = v.pipe(
  v.strictObject({
    attempted_at: isoTime(),
    url: v.pipe(sentUrl('https://crm.example.com/hooks/calls'), v.description('The address of this attempt.')),
    status: httpStatus(),
    error: problem(),
    duration_ms: wholeNumber(120),
  }),
  v.title('DeliveryAttempt'),
);

const FailureRecord = v.pipe(
  v.strictObject({ failed_at: isoTime(), status: httpStatus(), error: problem() }),
  v.title('DeliveryFailure'),
);

const EndpointRecord = v.pipe(
  v.strictObject({
    origin: plainText('https://crm.example.com'),
    pace: v.pipe(
      v.picklist(['unknown', 'quick', 'slow']),
      v.description('The server is `slow` after an answer took more than 2 s, until an attempt succeeds within 1 s.'),
    ),
    last_success_at: v.pipe(v.nullable(isoTime()), v.description('The time of the last success, to the minute.')),
    failing_since: v.pipe(
      v.nullable(isoTime()),
      v.description('The time of the first failure since the last success.'),
    ),
    last_failure: v.nullable(FailureRecord),
  }),
  v.title('WebhookEndpoint'),
  v.description('The recent answers of this server to the webhooks of all calls.'),
);

export const DeliveryRecord = v.pipe(
  v.strictObject({
    id: v.pipe(plainText('evt_123456789012345_call.completed'), v.description('The `webhook-id` of every attempt.')),
    call_id: recordId(),
    event: v.picklist(webhookEvents),
    url: v.pipe(
      sentUrl('https://crm.example.com/hooks/calls'),
      v.description('The address of the last attempt. The next one goes to the address that the assistant has then.'),
    ),
    status: v.picklist(deliveryStatuses),
    created_at: isoTime(),
    next_attempt_at: v.pipe(
      v.nullable(isoTime()),
      v.description('The time of the next attempt. It is null if none is due, or if the first one is under way.'),
    ),
    attempts: v.array(AttemptRecord),
    endpoint: EndpointRecord,
  }),
  v.title('DeliveryRecord'),
);
export type DeliveryRecord = v.InferOutput<typeof DeliveryRecord>;

export interface ListDeliveriesDeps {
  calls: Pick<CallStore, 'get'>;
  deliveries: Pick<WebhookDeliveryStore, 'listOfCall'>;
  endpoints: Pick<EndpointHealthStore, 'get'>;
}

/** @throws AppError call_not_found */
export async function listDeliveries(
  key: { userId: number; callId: number },
  { calls, deliveries, endpoints }: ListDeliveriesDeps,
): Promise<DeliveryRecord[]> {
  const [call, found] = await Promise.all([calls.get(key), deliveries.listOfCall(key.userId, key.callId)]);
  if (!call) throw new AppError('call_not_found');
  return Promise.all(
    found.map(async (delivery) => {
      const endpoint = endpointOf(key.userId, lastUrl(delivery));
      return toDeliveryRecord(delivery, endpoint.origin, await endpoints.get(endpoint));
    }),
  );
}

interface DeliveryKey {
  userId: number;
  deliveryId: string;
}

export interface ReplayDeliveryDeps extends SendDeliveryDeps {
  endpoints: Pick<EndpointHealthStore, 'get'>;
}

/** A delivery is one item: an attempt takes about 100 bytes. */
const MOST_ATTEMPTS = 200;

/** Each repeat attempts it once more. @throws AppError delivery_not_found, too_many_attempts */
export async function replayDelivery(key: DeliveryKey, deps: ReplayDeliveryDeps): Promise<DeliveryRecord> {
  const delivery = await findDelivery(key, deps);
  if (!delivery) throw new AppError('delivery_not_found');
  if (delivery.attempts.length >= MOST_ATTEMPTS) throw new AppError('too_many_attempts');
  const reopened = await reopenDelivery(delivery, deps);
  if (!reopened) throw new AppError('delivery_not_found');
  const endpoint = endpointOf(key.userId, lastUrl(delivery));
  return toDeliveryRecord(reopened, endpoint.origin, await deps.endpoints.get(endpoint));
}

function toDeliveryRecord(delivery: WebhookDelivery, origin: string, health?: EndpointHealth): DeliveryRecord {
  const { id, callId, event, status, createdAt, attempts } = delivery;
  return {
    id,
    call_id: callId,
    event,
    url: lastUrl(delivery),
    status,
    created_at: toIsoMicroseconds(createdAt),
    next_attempt_at: status === 'pending' ? isoOrNull(delivery.nextAttemptAt) : null,
    attempts: attempts.map((attempt) => toAttemptRecord(attempt, delivery.url)),
    endpoint: toEndpointRecord(origin, health),
  };
}

export function toAttemptRecord(attempt: DeliveryAttempt, firstUrl: string): v.InferOutput<typeof AttemptRecord> {
  const { at, url = firstUrl, durationMs } = attempt;
  return { attempted_at: toIsoMicroseconds(at), url, ...outcomeOf(attempt), duration_ms: durationMs };
}

function toEndpointRecord(origin: string, health?: EndpointHealth): DeliveryRecord['endpoint'] {
  const failure = health?.lastFailure ?? null;
  return {
    origin,
    pace: !health || health.observedAt === 0 ? 'unknown' : health.pace,
    last_success_at: isoOrNull(health?.lastSuccessAt),
    failing_since: isoOrNull(health?.failingSince),
    last_failure: failure && { failed_at: toIsoMicroseconds(failure.at), ...outcomeOf(failure) },
  };
}

function outcomeOf({ status, problem }: Pick<DeliveryAttempt, 'status' | 'problem'>) {
  return { status: status === 0 ? null : status, error: problem };
}

function isoOrNull(time: number | null | undefined): string | null {
  return time === null || time === undefined ? null : toIsoMicroseconds(time);
}

export type ReadPayloadDeps = BuildWebhookDeps & Pick<DeliverWebhookDeps, 'deliveries' | 'clock'>;

/** For a program that posts it elsewhere. */
export const DeliveryPayload = v.pipe(
  v.strictObject({
    id: plainText('evt_123456789012345_call.completed'),
    url: sentUrl('https://crm.example.com/hooks/calls'),
    headers: v.pipe(
      v.strictObject({
        'webhook-id': plainText('evt_123456789012345_call.completed'),
        'webhook-timestamp': plainText('1751284447'),
        'webhook-signature': plainText('v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
      }),
      v.title('WebhookHeaders'),
      v.description('The headers of the last attempt. If there was no attempt, the headers are signed now.'),
    ),
    body: v.pipe(
      plainText('{"event":"call.completed","id":123456789012345}'),
      v.description('The exact body. Verify the signature against this text.'),
    ),
  }),
  v.title('DeliveryPayload'),
);

/** A final call never changes: the same to the byte. @throws AppError delivery_not_found, also for a deleted call */
export async function readPayload(
  key: DeliveryKey,
  deps: ReadPayloadDeps,
): Promise<v.InferOutput<typeof DeliveryPayload>> {
  const delivery = await findDelivery(key, deps);
  const webhook = delivery && (await buildWebhook(delivery, delivery.attempts.at(-1)?.at ?? deps.clock.now(), deps));
  if (!delivery || !webhook) throw new AppError('delivery_not_found');
  return { id: delivery.id, url: lastUrl(delivery), ...webhook };
}
