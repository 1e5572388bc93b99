import * as v from 'valibot';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { knownWord } from '#shared/platform/table/table.ts';

export interface SmsKey {
  userId: number;
  smsId: number;
}

export const smsStatuses = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;

/** `queued`: charged, not known to be at the carrier. `failed`: refunded, the carrier did not accept it. */
export type SmsStatus = (typeof smsStatuses)[number];

/** What an SMS is in lists. An inbound one is `received`. */
export const smsListStatuses = [...smsStatuses, 'received'] as const;
export type SmsListStatus = (typeof smsListStatuses)[number];

export const smsDirections = ['inbound', 'outbound'] as const;
export type SmsDirection = (typeof smsDirections)[number];

/** Charged when it is accepted. At most 1.6 KB: its body has at most 300 characters; an inbound one has at most 1,600. */
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
  /** Only of inbound ones. Their `status` is `delivered`, a word that earlier releases can read. */
  direction: v.optional(v.literal('inbound')),
  /** What an inbound one has changed on the do-not-call list. */
  optOut: knownWord(['stop', 'start']),
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

export function listStatusOf({ direction, status }: Pick<Sms, 'direction' | 'status'>): SmsListStatus {
  return direction === 'inbound' ? 'received' : status;
}

/** The number of the customer. */
export function otherSideOf({ direction, from, to }: Pick<Sms, 'direction' | 'from' | 'to'>): string {
  return direction === 'inbound' ? from : to;
}

export function isWithCarrier(status: SmsStatus): boolean {
  return status === 'sent' || status === 'delivered' || status === 'undelivered';
}

export const RECIPIENT_IS_LISTED = 'The recipient is on the do-not-call list.';

export const smsEvents = ['sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.received'] as const;
export type SmsEvent = (typeof smsEvents)[number];

/** The event of a status that a queued SMS moves to. */
export function smsEventOf(status: Exclude<Sms['status'], 'queued'>): SmsEvent {
  return `sms.${status}`;
}
