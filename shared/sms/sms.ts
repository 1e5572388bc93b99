import * as v from 'valibot';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';

export interface SmsKey {
  userId: number;
  smsId: number;
}

export const smsStatuses = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;

/**
 * `queued`: charged, and not known to be at the carrier. `sent`: the carrier accepted it. `delivered`, `undelivered`: the
 * carrier's final report. `failed`: the carrier did not accept it, and the charge was refunded.
 */
export type SmsStatus = (typeof smsStatuses)[number];

/** A text message as stored. It is charged when it is accepted. At most 1.6 KB: its body has at most 300 characters. */
export const SmsItem = v.object({
  id: v.number(),
  userId: v.number(),
  phoneNumberId: v.number(),
  /** E.164 */
  from: v.string(),
  /** The account of the carrier that sends it. */
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  /** E.164 */
  to: v.string(),
  body: v.string(),
  segments: v.number(),
  /** Micro-units per segment. */
  segmentPrice: v.number(),
  /** Micro-units. */
  totalCost: v.number(),
  status: v.picklist(smsStatuses),
  /**
   * When a worker claimed the message for sending, in epoch milliseconds. While `carrierMessageId` is null, it is unknown
   * whether the carrier accepted a claimed message.
   */
  claimedAt: v.nullable(v.number()),
  /** The carrier's id of the message. */
  carrierMessageId: v.nullable(v.string()),
  /** Why it was not sent or not delivered, as reported by the carrier. */
  failure: v.nullable(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
  /** The token that the idempotency key of the request reserved. */
  reservationToken: v.optional(v.string()),
});
export type Sms = v.InferOutput<typeof SmsItem>;

const before: Record<SmsStatus, readonly SmsStatus[]> = {
  queued: [],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  undelivered: ['queued', 'sent'],
  failed: ['queued'],
};

/** The statuses from which a message may move to `next`. A late or repeated report finds the message in another status. */
export function smsStatusesBefore(next: SmsStatus): readonly SmsStatus[] {
  return before[next];
}

/** Whether the carrier accepted the message, delivered or not. */
export function isWithCarrier(status: SmsStatus): boolean {
  return status === 'sent' || status === 'delivered' || status === 'undelivered';
}

/** `failure` of a message whose recipient must not get any. */
export const RECIPIENT_IS_LISTED = 'The recipient is on the do-not-call list.';
