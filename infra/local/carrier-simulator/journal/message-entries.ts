import * as v from 'valibot';

const statuses = ['queued', 'sending', 'sent', 'delivered', 'undelivered', 'failed'] as const;
export type MessageStatus = (typeof statuses)[number];

export const messageEntry = v.object({
  sid: v.string(),
  to: v.string(),
  from: v.string(),
  body: v.string(),
  segments: v.number(),
  status: v.picklist(statuses),
  statusCallback: v.optional(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
  sentAt: v.optional(v.number()),
  errorCode: v.optional(v.number()),
  /** The statuses of which the service was told, or can no longer be told. */
  told: v.array(v.picklist(statuses)),
});
export type Message = v.InferOutput<typeof messageEntry>;

export const messageAttemptEntry = v.object({
  at: v.number(),
  to: v.string(),
  from: v.string(),
  body: v.string(),
  httpStatus: v.number(),
  code: v.optional(v.number()),
  messageSid: v.optional(v.string()),
});
/** A request to send, whether it was taken or refused. */
export type MessageAttempt = v.InferOutput<typeof messageAttemptEntry>;
