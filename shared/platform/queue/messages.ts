import * as v from 'valibot';

const CallMessage = v.object({ userId: v.number(), callId: v.number() });

const DeliverWebhookMessage = v.object({
  userId: v.number(),
  deliveryId: v.string(),
  attempt: v.pipe(v.number(), v.minValue(1)),
});

export const queueMessages = {
  /** Dial the calls that wait. */
  'dial-calls': v.object({ wokenBy: v.picklist(['call', 'pump', 'schedule']) }),
  /** Send it, or resolve its unknown outcome. One that is too old to send is refunded. */
  'send-sms': v.object({ userId: v.number(), smsId: v.number() }),
  'finish-call': CallMessage,
  // Reconcile with the carrier. `waitedSeconds`: call seconds since the start; at the allowed duration plus five minutes
  // it is closed in any state. `limit`: set the limit of an inbound call. `end`: the user has ended it, hang up.
  'check-call': v.object({
    ...CallMessage.entries,
    waitedSeconds: v.optional(v.number()),
    limit: v.optional(v.boolean()),
    end: v.optional(v.boolean()),
    /** The call may wait no longer. */
    expiry: v.optional(v.boolean()),
    /** The carrier was told to connect the call again: by now its connection of this number has a conversation. */
    connection: v.optional(v.number()),
    /** Serve the line of the call's number, as long as this waiter is in it. */
    waiter: v.optional(v.object({ name: v.string(), since: v.number() })),
  }),
  'deliver-webhook': DeliverWebhookMessage,
  'deliver-slow-webhook': DeliverWebhookMessage,
  /** A timer has fired. One of an older `generation` is ignored, because one side has spoken since. */
  'continue-conversation': v.object({
    connectionId: v.string(),
    generation: v.number(),
    /** `answered`: decide who has answered. `on_hold`: the line has played announcements for as long as it may. */
    timer: v.picklist(['silence', 'goodbye', 'hang_up', 'answered', 'on_hold']),
    /** Silence timers only: seconds of silence when it fires, and its start in epoch milliseconds; of `hang_up`, the start of the end. */
    silentSeconds: v.optional(v.number(), 0),
    silentSince: v.optional(v.number()),
    /** Epoch milliseconds: since when the timer has waited for the end of a sound of the customer. */
    waitedFor: v.optional(v.number()),
  }),
  /**
   * `silence`: reprompt. `goodbye`: at the time limit. `last_words`: and hang up. `hang_up`: it should be over.
   * `answered`: decide who has answered. `go_on`: the model has the result of a tool, behind which it would wait.
   */
  'steer-realtime': v.object({
    ...CallMessage.entries,
    realtimeCallId: v.string(),
    /** `greet_again`: only if the run that was to greet has not come to its end. `be_patient`: the customer has asked for time. */
    act: v.picklist([
      'greet',
      'greet_again',
      'silence',
      'be_patient',
      'goodbye',
      'last_words',
      'hang_up',
      'go_on',
      'answered',
    ]),
    silentSeconds: v.optional(v.number(), 0),
    silentSince: v.optional(v.number()),
  }),
  /** `run`: a tool outside that would outlast its turn. `settle`: what a run that was killed has left of a turn. */
  'run-tool': v.object({
    ...CallMessage.entries,
    /** The name of the words of the customer. */
    turn: v.string(),
    act: v.picklist(['run', 'settle']),
    /** Of the use to run. */
    key: v.optional(v.string()),
  }),
  /** Fill the user's call slots. `endedCallId`: release its slot first. `reconcile`: complete interrupted attempts. */
  'dial-campaign': v.object({
    userId: v.number(),
    campaignId: v.number(),
    endedCallId: v.optional(v.number()),
    reconcile: v.optional(v.boolean()),
    /** The lead waited for a call to its number: it is due. */
    leadId: v.optional(v.number()),
    /** The owner of a run: take over from it, if it was killed. */
    takesOver: v.optional(v.string()),
  }),
  'empty-campaign': v.object({ userId: v.number(), campaignId: v.number() }),
  /** `carrierCallId`, `carrierAccount`: of a call that is being deleted; delete the recording in both places. */
  'fetch-recording': v.object({
    ...CallMessage.entries,
    carrierCallId: v.optional(v.string()),
    carrierAccount: v.optional(v.string()),
  }),
} as const;

export type QueueName = keyof typeof queueMessages;
export type QueueMessage<Name extends QueueName> = v.InferOutput<(typeof queueMessages)[Name]>;

/** Seconds that a message may wait after it became visible. In the shortest ones a customer holds the line. */
export const LATE_SECONDS: Record<QueueName, number> = {
  'dial-calls': 60,
  'send-sms': 60,
  'finish-call': 300,
  'check-call': 300,
  'deliver-webhook': 300,
  // 10,000 deliveries to receivers that hang take 13 minutes: 200 at once, 15 s each.
  'deliver-slow-webhook': 3600,
  'steer-realtime': 30,
  'continue-conversation': 30,
  'run-tool': 30,
  'dial-campaign': 300,
  'empty-campaign': 1200,
  'fetch-recording': 1200,
};
