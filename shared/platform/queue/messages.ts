import * as v from 'valibot';

const CallMessage = v.object({ userId: v.number(), callId: v.number() });

const DeliverWebhookMessage = v.object({
  userId: v.number(),
  deliveryId: v.string(),
  attempt: v.pipe(v.number(), v.minValue(1)),
});

/** The schema of every queue's message, for sender and worker. */
export const queueMessages = {
  /**
   * Dial the calls that wait on the dial queue, which decides which one is next. `wokenBy`: who asks. `newcomer`: an entry of the
   * queue that need not wait for the pumps.
   */
  'dial-calls': v.object({
    wokenBy: v.picklist(['call', 'pump', 'schedule']),
    newcomer: v.optional(
      v.object({
        ...CallMessage.entries,
        carrierAccount: v.string(),
        priority: v.picklist(['interactive', 'campaign']),
        fairnessRound: v.number(),
      }),
    ),
  }),
  /** Send this text message, or resolve its unknown outcome. A message that is too old to send is refunded. */
  'send-sms': v.object({ userId: v.number(), smsId: v.number() }),
  /** The call is over or was never answered: settle it, evaluate it, queue its webhooks. */
  'finish-call': CallMessage,
  /**
   * Reconcile this call with the carrier. `waitedSeconds`: set by the call watchdog, call seconds since the start. At the allowed
   * duration plus five minutes the call is closed in any state. `limit`: set on the first check of an inbound call, to set its
   * time limit at the carrier. `end`: the user has ended the call; hang up if the carrier still has it.
   */
  'check-call': v.object({
    ...CallMessage.entries,
    waitedSeconds: v.optional(v.number()),
    limit: v.optional(v.boolean()),
    end: v.optional(v.boolean()),
    /** The call may wait no longer. */
    expiry: v.optional(v.boolean()),
    /** The carrier was told to connect the call again: by now its connection of this number has a conversation. */
    connection: v.optional(v.number()),
  }),
  /** Send attempt number `attempt` (from 1) of this webhook delivery. */
  'deliver-webhook': DeliverWebhookMessage,
  /** The same, for an endpoint that hangs or is slow. */
  'deliver-slow-webhook': DeliverWebhookMessage,
  /**
   * A timer of a live conversation has fired. `generation`: the conversation's generation when the timer was set. A timer of an
   * older generation is ignored, because one side has spoken since.
   */
  'continue-conversation': v.object({
    connectionId: v.string(),
    generation: v.number(),
    timer: v.picklist(['silence', 'goodbye', 'hang_up']),
    /** Silence timers only: seconds of silence when the timer fires, and the start of the silence in epoch milliseconds. */
    silentSeconds: v.optional(v.number(), 0),
    silentSince: v.optional(v.number()),
    /** The start of the customer's speech that the timer has already waited for, in epoch milliseconds. */
    waitedFor: v.optional(v.number()),
  }),
  /**
   * Act on a call of the speech model: greet, reprompt after a silence, say goodbye at the time limit, say the last words and
   * hang up, or hang up a call that should be over.
   */
  'steer-realtime': v.object({
    ...CallMessage.entries,
    realtimeCallId: v.string(),
    /** `greet_again`: only if the run that was to greet has not come to its end. */
    act: v.picklist(['greet', 'greet_again', 'silence', 'goodbye', 'last_words', 'hang_up']),
    /** `silence` only: seconds of silence, and the start of the silence in epoch milliseconds. */
    silentSeconds: v.optional(v.number(), 0),
    silentSince: v.optional(v.number()),
  }),
  /**
   * Fill the free call slots of this campaign's user. `endedCallId`: a call that is over; release its call slot first.
   * `reconcile`: first complete attempts that a crash interrupted.
   */
  'dial-campaign': v.object({
    userId: v.number(),
    campaignId: v.number(),
    endedCallId: v.optional(v.number()),
    reconcile: v.optional(v.boolean()),
  }),
  /** Remove the leads of this deleted campaign in batches. */
  'empty-campaign': v.object({ userId: v.number(), campaignId: v.number() }),
  /**
   * Copy the recording of this call from the carrier to our store. `carrierCallId`, `carrierAccount`: set for a call that is being
   * deleted, to delete the recording in both places.
   */
  'fetch-recording': v.object({
    ...CallMessage.entries,
    carrierCallId: v.optional(v.string()),
    carrierAccount: v.optional(v.string()),
  }),
} as const;

export type QueueName = keyof typeof queueMessages;
export type QueueMessage<Name extends QueueName> = v.InferOutput<(typeof queueMessages)[Name]>;
