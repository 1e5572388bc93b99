import * as v from 'valibot';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';

export interface SmsKey {
  userId: number;
  smsId: number;
}

export const smsStatuses = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;

/** `queued`: charged, not known to be at the carrier. `failed`: refunded, the carrier did not accept it. */
export type SmsStatus = (typeof smsStatuses)[number];

/** Charged when it is accepted. At most 1.6 KB: its body has at most 300 characters. */
export const SmsItem = v.object({
  id: v.number(),
  userId: v.number(),
  phoneNumberId: v.number(),
  from: v.string(),
  carrierAccount: v.optional(v.string(), DEFAULT_CARRIER_ACCOUNT),
  to: v.string(),
  body: v.string(),
  segments: v.number(),
  /** Micro-units per segment; the total is in micro-units, too. */
  segmentPrice: v.number(),
  totalCost: v.number(),
  /** Counts among what its user spends on expensive destinations. */
  isExpensive: v.optional(v.boolean()),
  status: v.picklist(smsStatuses),
  /** Epoch milliseconds. Without a `carrierMessageId`, whether the carrier accepted a claimed message is unknown. */
  claimedAt: v.nullable(v.number()),
  carrierMessageId: v.nullable(v.string()),
  /** Of the carrier: why it was not sent or not delivered. */
  failure: v.nullable(v.string()),
  createdAt: v.number(),
  updatedAt: v.number(),
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

export function smsStatusesBefore(next: SmsStatus): readonly SmsStatus[] {
  return before[next];
}

export function isWithCarrier(status: SmsStatus): boolean {
  return status === 'sent' || status === 'delivered' || status === 'undelivered';
}

export const RECIPIENT_IS_LISTED = 'The recipient is on the do-not-call list.';
