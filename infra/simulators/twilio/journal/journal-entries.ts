import * as v from 'valibot';

const messageStatuses = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type MessageStatus = (typeof messageStatuses)[number];

const messageEntry = v.object({
  sid: v.string(),
  to: v.string(),
  from: v.string(),
  body: v.string(),
  segments: v.number(),
  status: v.picklist(messageStatuses),
  statusCallback: v.optional(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
  sentAt: v.optional(v.number()),
  errorCode: v.optional(v.number()),
  /** The statuses whose callback was sent or given up. */
  told: v.array(v.picklist(messageStatuses)),
});
export type Message = v.InferOutput<typeof messageEntry>;

/** A message from a customer to a number of the account. */
const receivedMessageEntry = v.object({
  sid: v.string(),
  to: v.string(),
  from: v.string(),
  body: v.string(),
  createdAt: v.number(),
});
export type ReceivedMessage = v.InferOutput<typeof receivedMessageEntry>;

const messageAttemptEntry = v.object({
  at: v.number(),
  to: v.string(),
  from: v.string(),
  body: v.string(),
  httpStatus: v.number(),
  code: v.optional(v.number()),
  messageSid: v.optional(v.string()),
});
/** A request to send, accepted or refused. */
export type MessageAttempt = v.InferOutput<typeof messageAttemptEntry>;

const statuses = ['queued', 'ringing', 'in-progress', 'completed', 'busy', 'failed', 'no-answer', 'canceled'] as const;
const ends = ['completed', 'busy', 'failed', 'no-answer', 'canceled'] as const;
export type EndStatus = (typeof ends)[number];

const parameters = v.record(v.string(), v.array(v.string()));

const callEntry = v.object({
  sid: v.string(),
  direction: v.optional(v.picklist(['inbound', 'outbound-api', 'outbound-dial']), 'outbound-api'),
  /** The call that has dialled this one. */
  parentSid: v.optional(v.string()),
  /** The simulated customer of an inbound call, where it is not that of the number in `from`. */
  actsAs: v.optional(v.string()),
  to: v.string(),
  from: v.string(),
  status: v.picklist(statuses),
  /** The parameters of the request that created the call. */
  parameters,
  createdAt: v.number(),
  updatedAt: v.number(),
  queueMs: v.number(),
  timeLimitSeconds: v.number(),
  dialledAt: v.optional(v.number()),
  answeredAt: v.optional(v.number()),
  endedAt: v.optional(v.number()),
  durationSeconds: v.optional(v.number()),
  answeredBy: v.optional(v.string()),
  endedBy: v.optional(v.picklist(['caller', 'app', 'carrier'])),
  sipCode: v.optional(v.number()),
  /** The number of the next progress event. */
  sequence: v.number(),
  /** Whether the final callback was sent or given up. */
  told: v.boolean(),
});
export type Call = v.InferOutput<typeof callEntry>;

const eventEntry = v.object({
  id: v.number(),
  callSid: v.optional(v.string()),
  messageSid: v.optional(v.string()),
  at: v.number(),
  callSeconds: v.number(),
  type: v.string(),
  data: v.record(v.string(), v.unknown()),
});
export type JournalEvent = v.InferOutput<typeof eventEntry>;

const violationEntry = v.object({
  at: v.number(),
  callSid: v.optional(v.string()),
  messageSid: v.optional(v.string()),
  code: v.number(),
  message: v.string(),
});
export type Violation = v.InferOutput<typeof violationEntry>;

const attemptEntry = v.object({
  at: v.number(),
  to: v.string(),
  from: v.string(),
  url: v.string(),
  httpStatus: v.number(),
  code: v.optional(v.number()),
  callSid: v.optional(v.string()),
});
/** A request to dial, accepted or refused. */
export type DialAttempt = v.InferOutput<typeof attemptEntry>;

const recordingEntry = v.object({
  sid: v.string(),
  callSid: v.string(),
  status: v.picklist(['in-progress', 'processing', 'completed', 'deleted']),
  channels: v.picklist([1, 2]),
  startedAt: v.number(),
  updatedAt: v.number(),
  durationSeconds: v.optional(v.number()),
  callback: v.optional(v.object({ url: v.string(), method: v.picklist(['GET', 'POST']), events: v.array(v.string()) })),
  told: v.boolean(),
});
export type Recording = v.InferOutput<typeof recordingEntry>;

const numberEntry = v.object({
  sid: v.string(),
  phoneNumber: v.string(),
  /** By the parameter names of the API. */
  settings: v.record(v.string(), v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
});
/** A phone number of the account, for inbound calls. */
export type IncomingNumber = v.InferOutput<typeof numberEntry>;

/** A line of the data file. */
export const journalEntry = v.variant('kind', [
  v.object({ kind: v.literal('call'), value: callEntry }),
  v.object({ kind: v.literal('event'), value: eventEntry }),
  v.object({ kind: v.literal('violation'), value: violationEntry }),
  v.object({ kind: v.literal('attempt'), value: attemptEntry }),
  v.object({ kind: v.literal('recording'), value: recordingEntry }),
  v.object({ kind: v.literal('number'), value: numberEntry }),
  v.object({ kind: v.literal('message'), value: messageEntry }),
  v.object({ kind: v.literal('received-message'), value: receivedMessageEntry }),
  v.object({ kind: v.literal('message-attempt'), value: messageAttemptEntry }),
]);
export type JournalEntry = v.InferOutput<typeof journalEntry>;
