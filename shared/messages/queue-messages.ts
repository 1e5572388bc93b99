import * as v from 'valibot';

const CallMessage = v.object({ userId: v.number(), callId: v.number() });

/** Dial this call. */
export const PlaceCallMessage = CallMessage;

/** Send this text message, or find out what became of it; once it is too old to be sent, give its price back. */
export const SendSmsMessage = v.object({ userId: v.number(), smsId: v.number() });

/** The line is down (or never came up): settle, evaluate, announce. */
export const FinishCallMessage = CallMessage;

/**
 * Ask the carrier how the call stands. `waitedSeconds` is set on the watch that every call has from its start: the call
 * seconds since then. Once they reach the allowed duration and five minutes more, the call is closed whatever is known of it.
 */
export const CheckCallMessage = v.object({ ...CallMessage.entries, waitedSeconds: v.optional(v.number()) });

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
  /** Of a silence timer: seconds of silence that have passed when it runs out, and when that silence began. */
  silentSeconds: v.optional(v.number(), 0),
  silentSince: v.optional(v.number()),
});

/** The schema of every queue's message, for sender and worker alike. */
export const queueMessages = {
  'place-call': PlaceCallMessage,
  'send-sms': SendSmsMessage,
  'finish-call': FinishCallMessage,
  'check-call': CheckCallMessage,
  'deliver-webhook': DeliverWebhookMessage,
  'continue-conversation': ContinueConversationMessage,
} as const;

export type QueueName = keyof typeof queueMessages;
export type QueueMessage<Name extends QueueName> = v.InferOutput<(typeof queueMessages)[Name]>;
