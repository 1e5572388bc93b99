import * as v from 'valibot';
import type { Assistant } from '#shared/assistants/assistant.ts';
import { hadConversation, type Call } from '#shared/calls/call.ts';

export const webhookEvents = ['call.completed', 'inbound_call.completed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** `disabled`: the receiver responded 410, or the webhook was switched off before the attempt. `exhausted`: every attempt failed. */
export const deliveryStatuses = ['pending', 'delivered', 'exhausted', 'disabled'] as const;

/** One attempt of a delivery. */
const DeliveryAttempt = v.object({
  /** Epoch milliseconds. */
  at: v.number(),
  /** HTTP status; 0 without a response. */
  status: v.number(),
  /** Why there was no response, or why the URL was not called; null with a response. */
  problem: v.nullable(v.string()),
  /** The `Retry-After` header of the response. */
  retryAfterSeconds: v.nullish(v.number()),
  durationMs: v.number(),
});
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>;

/** One event for one URL, as stored. The payload is built from the final call. */
export const WebhookDeliveryItem = v.object({
  /** `evt_<call id>_<event>`: the `webhook-id` of every attempt. */
  id: v.string(),
  userId: v.number(),
  callId: v.number(),
  event: v.picklist(webhookEvents),
  url: v.string(),
  status: v.picklist(deliveryStatuses),
  attempts: v.array(DeliveryAttempt),
  /** When the next attempt is due, after one that failed. Epoch milliseconds. */
  nextAttemptAt: v.nullish(v.number()),
  /** Epoch milliseconds. */
  createdAt: v.number(),
});
export type WebhookDelivery = v.InferOutput<typeof WebhookDeliveryItem>;

export function webhookDeliveryId(callId: number, event: WebhookEvent): string {
  return `evt_${callId}_${event}`;
}

/** Parses a delivery id. Returns undefined if the text is not one. */
export function parseWebhookDeliveryId(id: string): { callId: number; event: WebhookEvent } | undefined {
  const match = /^evt_(\d{1,16})_(.+)$/.exec(id);
  const event = webhookEvents.find((known) => known === match?.[2]);
  return match && event ? { callId: Number(match[1]), event } : undefined;
}

interface WebhookTarget {
  event: WebhookEvent;
  url: string;
}

/** The events and URLs of a finished call, by the assistant's settings when the call started. */
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
  /** `exists`: the delivery of this event is already stored; nothing changes. */
  create(delivery: WebhookDelivery): Promise<'created' | 'exists'>;
  get(userId: number, callId: number, event: WebhookEvent): Promise<WebhookDelivery | undefined>;
  /** The deliveries of one call. */
  listOfCall(userId: number, callId: number): Promise<WebhookDelivery[]>;
  /** Deletes the deliveries of one call. Attempts under way are not recorded. Idempotent. */
  removeOfCall(userId: number, callId: number): Promise<void>;
  /**
   * Claims the next attempt until `until`, in epoch milliseconds, so that a message that is delivered twice does not post
   * twice. `taken`: another worker holds the claim at `at`, or the attempt is already recorded.
   */
  claimAttempt(delivery: WebhookDelivery, at: number, until: number): Promise<'claimed' | 'taken'>;
  /**
   * Appends attempt number `attempts.length + 1`, and sets the status and the time of the next attempt. Returns the delivery
   * with it; undefined if that attempt is already recorded.
   */
  recordAttempt(
    delivery: WebhookDelivery,
    attempt: DeliveryAttempt,
    status: WebhookDelivery['status'],
    nextAttemptAt?: number,
  ): Promise<WebhookDelivery | undefined>;
  /**
   * Sets the delivery to `pending` for a replay at once, and keeps its attempts. Returns false if it was attempted since it was read,
   * or removed.
   */
  reopen(delivery: WebhookDelivery): Promise<boolean>;
}
