import * as v from 'valibot';

const CallMessage = v.object({ userId: v.number(), callId: v.number() });

/**
 * Dial this call. `lane`: it is a campaign's, and gives way to calls that somebody waits for. `slotAt`: its turn at
 * the carrier, epoch milliseconds, which goes to whoever is first in the line then.
 */
export const PlaceCallMessage = v.object({
  ...CallMessage.entries,
  lane: v.optional(v.literal('campaign')),
  slotAt: v.optional(v.number()),
});

/** Send this text message, or find out what became of it; once it is too old to be sent, give its price back. */
export const SendSmsMessage = v.object({ userId: v.number(), smsId: v.number() });

/** The line is down (or never came up): settle, evaluate, announce. */
export const FinishCallMessage = CallMessage;

/**
 * Ask the carrier how the call stands. `waitedSeconds` is set on the watch that every call has from its start: the call
 * seconds since then. Once they reach the allowed duration and five minutes more, the call is closed whatever is known of it.
 * `limit` is set on the first look at a call that came in: give it its time limit at the carrier.
 */
export const CheckCallMessage = v.object({
  ...CallMessage.entries,
  waitedSeconds: v.optional(v.number()),
  limit: v.optional(v.boolean()),
});

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
  /** When the customer began to speak for whose words the timer waited already. */
  waitedFor: v.optional(v.number()),
});

/**
 * Bring the recording of this call from the carrier into our store. For a call that is being deleted, `carrierCallId` is set:
 * nothing of it may be left, here or there.
 */
export const FetchRecordingMessage = v.object({ ...CallMessage.entries, carrierCallId: v.optional(v.string()) });

/**
 * See whom this campaign may call now. `endedCallId`: the line of that call is down, and free for the next one.
 * `reconcile`: look first whether a crash has left an attempt half begun or half told.
 */
export const DialCampaignMessage = v.object({
  userId: v.number(),
  campaignId: v.number(),
  endedCallId: v.optional(v.number()),
  reconcile: v.optional(v.boolean()),
});

/**
 * Visit a call that a speech model holds: to have it greet, to break a silence, to say goodbye because the time is up, to
 * say the last words and hang up, or to hang up what should have ended by now.
 */
export const SteerRealtimeMessage = v.object({
  ...CallMessage.entries,
  realtimeCallId: v.string(),
  act: v.picklist(['greet', 'silence', 'goodbye', 'last_words', 'hang_up']),
  /** Of `silence`: seconds of silence that have passed, and when that silence began. */
  silentSeconds: v.optional(v.number(), 0),
  silentSince: v.optional(v.number()),
});

/** Remove the leads of this campaign, which has been deleted, some at a time. */
export const EmptyCampaignMessage = v.object({ userId: v.number(), campaignId: v.number() });

/** The schema of every queue's message, for sender and worker alike. */
export const queueMessages = {
  'place-call': PlaceCallMessage,
  'send-sms': SendSmsMessage,
  'finish-call': FinishCallMessage,
  'check-call': CheckCallMessage,
  'deliver-webhook': DeliverWebhookMessage,
  'continue-conversation': ContinueConversationMessage,
  'steer-realtime': SteerRealtimeMessage,
  'dial-campaign': DialCampaignMessage,
  'empty-campaign': EmptyCampaignMessage,
  'fetch-recording': FetchRecordingMessage,
} as const;

export type QueueName = keyof typeof queueMessages;
export type QueueMessage<Name extends QueueName> = v.InferOutput<(typeof queueMessages)[Name]>;
