export const webhookEvents = ['call.completed', 'inbound_call.completed'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export interface DeliveryAttempt {
  at: number;
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** Why there was no answer, or why the attempt was refused. */
  problem: string | null;
  /** What the receiver asked for by `Retry-After`. */
  retryAfterSeconds?: number | null | undefined;
  durationMs: number;
}

/** One event on its way to one URL. The payload is built from the final call, which never changes again. */
export interface WebhookDelivery {
  /** `evt_<call id>_<event>`: the `webhook-id` of every attempt. */
  id: string;
  userId: number;
  callId: number;
  event: WebhookEvent;
  url: string;
  /** `disabled` = the receiver answered 410; `exhausted` = every attempt failed. */
  status: 'pending' | 'delivered' | 'exhausted' | 'disabled';
  attempts: DeliveryAttempt[];
  createdAt: number;
}

export function webhookDeliveryId(callId: number, event: WebhookEvent): string {
  return `evt_${callId}_${event}`;
}

/** The call and the event that a delivery id names; undefined when it is none. */
export function parseWebhookDeliveryId(id: string): { callId: number; event: WebhookEvent } | undefined {
  const match = /^evt_(\d{1,16})_(.+)$/.exec(id);
  const event = webhookEvents.find((known) => known === match?.[2]);
  return match && event ? { callId: Number(match[1]), event } : undefined;
}
