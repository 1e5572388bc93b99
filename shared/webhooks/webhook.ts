import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { hadConversation } from '#shared/calls/call-status.ts';
import { type Call } from '#shared/calls/call.ts';
import { smsEvents, type SmsEvent } from '#shared/sms/sms.ts';

export const webhookEvents = ['call.completed', 'inbound_call.completed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const deliveryEvents = [...webhookEvents, ...smsEvents] as const;
export type DeliveryEvent = WebhookEvent | SmsEvent;

/** `disabled`: by a 410, or switched off before the attempt. `exhausted`: every attempt failed. */
export const deliveryStatuses = ['pending', 'delivered', 'exhausted', 'disabled'] as const;

const DeliveryAttempt = v.object({
  /** Epoch milliseconds. */
  at: v.number(),
  /** 0 without a response. */
  status: v.number(),
  /** Why there was no response, or why the URL was not called. */
  problem: v.nullable(v.string()),
  retryAfterSeconds: v.nullish(v.number()),
  durationMs: v.number(),
  /** Only if it is not that of the delivery. */
  url: v.optional(v.string()),
});
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>;

/** The payload is not stored: it is built from the final call, or from the SMS. */
export const WebhookDeliveryItem = v.object({
  /** `evt_<id of the call or SMS>_<event>`: the `webhook-id` of every attempt. */
  id: v.string(),
  userId: v.number(),
  /** The id of the SMS for an event of an SMS. */
  callId: v.number(),
  event: v.picklist(deliveryEvents),
  /** The address when the event happened. */
  url: v.string(),
  status: v.picklist(deliveryStatuses),
  attempts: v.array(DeliveryAttempt),
  /** Epoch milliseconds, as is `createdAt`. */
  nextAttemptAt: v.nullish(v.number()),
  createdAt: v.number(),
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDeliveryItem>;

/** Of the last attempt, or of the first one if there was none. */
export function lastUrl({ url, attempts }: Pick<WebhookDelivery, 'url' | 'attempts'>): string {
  return attempts.at(-1)?.url ?? url;
}

export function isSmsEvent(event: DeliveryEvent): event is SmsEvent {
  return smsEvents.some((one) => one === event);
}

export function webhookDeliveryId(callId: number, event: DeliveryEvent): string {
  return `evt_${callId}_${event}`;
}

export function parseWebhookDeliveryId(id: string): { callId: number; event: DeliveryEvent } | undefined {
  const match = /^evt_(\d{1,16})_(.+)$/.exec(id);
  const event = deliveryEvents.find((known) => known === match?.[2]);
  return match && event ? { callId: Number(match[1]), event } : undefined;
}

interface WebhookTarget {
  event: WebhookEvent;
  url: string;
}

/** By the assistant's settings when the call started. */
export function webhookTargets(call: Pick<Call, 'type' | 'status'>, assistant: Assistant): WebhookTarget[] {
  const targets: WebhookTarget[] = [];
  const { isWebhookActive, webhookUrl, sendWebhookOnlyOnCompleted, inboundWebhookUrl } = assistant;
  const wanted = isWebhookActive && (!sendWebhookOnlyOnCompleted || hadConversation(call.status));
  if (wanted && webhookUrl !== null) targets.push({ event: 'call.completed', url: webhookUrl });
  if (call.type === 'inbound' && inboundWebhookUrl !== null) {
    targets.push({ event: 'inbound_call.completed', url: inboundWebhookUrl });
  }
  return targets;
}

export interface WebhookDeliveryStore {
  create(delivery: WebhookDelivery): Promise<'created' | 'exists'>;
  get(userId: number, callId: number, event: DeliveryEvent): Promise<WebhookDelivery | undefined>;
  listOfCall(userId: number, callId: number): Promise<WebhookDelivery[]>;
  listOfSms(userId: number, smsId: number): Promise<WebhookDelivery[]>;
  /** Attempts under way are not recorded. Idempotent. */
  removeOfCall(userId: number, callId: number): Promise<void>;
  /** Until `until` (epoch milliseconds). `taken`: claimed by another worker, or the attempt is already recorded. */
  claimAttempt(delivery: WebhookDelivery, at: number, until: number): Promise<'claimed' | 'taken'>;
  /** Undefined if attempt number `attempts.length + 1` is already recorded. */
  recordAttempt(
    delivery: WebhookDelivery,
    attempt: DeliveryAttempt,
    status: WebhookDelivery['status'],
    nextAttemptAt?: number,
  ): Promise<WebhookDelivery | undefined>;
  /** For a replay at once. False if it was attempted since it was read, or removed. */
  reopen(delivery: WebhookDelivery): Promise<boolean>;
}
