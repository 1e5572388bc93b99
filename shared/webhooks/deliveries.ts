import * as v from 'valibot';
import type { CallStore } from '#shared/calls/call-store.ts';
import { toIsoMicroseconds } from '#shared/platform/clock.ts';
import { AppError, fillSentence, invalidFields, sentences } from '#shared/platform/errors.ts';
import { isoTime, plainText, recordId, sentUrl, wholeNumber } from '#shared/platform/http/record-fields.ts';
import type { SmsStore } from '#shared/sms/sms-deps.ts';
import { reopenDelivery, type SendDeliveryDeps } from '#shared/webhooks/announce-call.ts';
import { findDelivery, type DeliverWebhookDeps } from '#shared/webhooks/deliver-webhook.ts';
import { endpointOf, type EndpointHealth, type EndpointHealthStore } from '#shared/webhooks/endpoint-health.ts';
import {
  deliveryEvents,
  deliveryStatuses,
  isSmsEvent,
  lastUrl,
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
  v.description('The recent answers of this server to all webhooks.'),
);

export const DeliveryRecord = v.pipe(
  v.strictObject({
    id: v.pipe(plainText('evt_123456789012345_call.completed'), v.description('The `webhook-id` of every attempt.')),
    call_id: v.pipe(v.nullable(recordId()), v.description('The call, or null if the event is of an SMS.')),
    sms_id: v.pipe(v.nullable(recordId()), v.description('The SMS, or null if the event is of a call.')),
    event: v.picklist(deliveryEvents),
    url: v.pipe(
      sentUrl('https://crm.example.com/hooks/calls'),
      v.description('The address of the last attempt. The next one goes to the address that is set then.'),
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
  messages: Pick<SmsStore, 'get'>;
  deliveries: Pick<WebhookDeliveryStore, 'listOfCall' | 'listOfSms'>;
  endpoints: Pick<EndpointHealthStore, 'get'>;
}

interface ListDeliveriesInput {
  userId: number;
  callId?: number | undefined;
  smsId?: number | undefined;
}

/** Of a call or of an SMS. @throws AppError call_not_found, sms_not_found; validation_failed without one of both */
export async function listDeliveries(input: ListDeliveriesInput, deps: ListDeliveriesDeps): Promise<DeliveryRecord[]> {
  const { userId } = input;
  const found = await findDeliveries(input, deps);
  return Promise.all(
    found.map(async (delivery) => {
      const endpoint = endpointOf(userId, lastUrl(delivery));
      return toDeliveryRecord(delivery, endpoint.origin, await deps.endpoints.get(endpoint));
    }),
  );
}

async function findDeliveries(
  { userId, callId, smsId }: ListDeliveriesInput,
  { calls, messages, deliveries }: ListDeliveriesDeps,
): Promise<WebhookDelivery[]> {
  if (callId !== undefined) {
    const [call, found] = await Promise.all([calls.get({ userId, callId }), deliveries.listOfCall(userId, callId)]);
    if (!call) throw new AppError('call_not_found');
    return found;
  }
  if (smsId === undefined) throw invalidFields({ call_id: [fillSentence(sentences.required, 'call_id')] });
  const [sms, found] = await Promise.all([messages.get({ userId, smsId }), deliveries.listOfSms(userId, smsId)]);
  if (!sms) throw new AppError('sms_not_found');
  return found;
}

interface DeliveryKey {
  userId: number;
  deliveryId: string;
}

export interface ReplayDeliveryDeps extends SendDeliveryDeps {
  endpoints: Pick<EndpointHealthStore, 'get'>;
}

/** A delivery is one item: an attempt takes about 100 bytes. */
export const MOST_ATTEMPTS = 200;

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
    call_id: isSmsEvent(event) ? null : callId,
    sms_id: isSmsEvent(event) ? callId : null,
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

export type ReadPayloadDeps = BuildWebhookDeps & Pick<DeliverWebhookDeps, 'deliveries' | 'messages' | 'clock'>;

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

/** The same to the byte, as nothing in it changes. @throws AppError delivery_not_found, also for a deleted call */
export async function readPayload(
  key: DeliveryKey,
  deps: ReadPayloadDeps,
): Promise<v.InferOutput<typeof DeliveryPayload>> {
  const delivery = await findDelivery(key, deps);
  const webhook = delivery && (await buildWebhook(delivery, delivery.attempts.at(-1)?.at ?? deps.clock.now(), deps));
  if (!delivery || !webhook) throw new AppError('delivery_not_found');
  return { id: delivery.id, url: lastUrl(delivery), ...webhook };
}
