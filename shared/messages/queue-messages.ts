import * as v from 'valibot';

const CallMessage = v.object({ userId: v.number(), callId: v.number() });

/** Dial this call. */
export const PlaceCallMessage = CallMessage;

/** The line is down (or never came up): settle, evaluate, announce. */
export const FinishCallMessage = CallMessage;

/** Nothing was heard for long: ask the carrier how the call stands. */
export const CheckCallMessage = CallMessage;

/** Send attempt number `attempt` (from 1) of this webhook delivery. */
export const DeliverWebhookMessage = v.object({
  userId: v.number(),
  deliveryId: v.string(),
  attempt: v.pipe(v.number(), v.minValue(1)),
});

/**
 * A timer of a live conversation has run out. `generation` is the conversation's generation when the timer was set:
 * a timer of an older generation means nothing, because somebody has spoken since.
 */
export const ContinueConversationMessage = v.object({
  connectionId: v.string(),
  generation: v.number(),
  timer: v.picklist(['silence', 'goodbye', 'hang_up']),
  /** Seconds of silence that have passed when this timer runs out. */
  silentSeconds: v.optional(v.number(), 0),
});

/** The schema of every queue's message, for sender and worker alike. */
export const queueMessages = {
  'place-call': PlaceCallMessage,
  'finish-call': FinishCallMessage,
  'check-call': CheckCallMessage,
  'deliver-webhook': DeliverWebhookMessage,
  'continue-conversation': ContinueConversationMessage,
} as const;

export type QueueName = keyof typeof queueMessages;
export type QueueMessage<Name extends QueueName> = v.InferOutput<(typeof queueMessages)[Name]>;
