import type { Micros } from '#shared/accounts/money.ts';

export interface SmsKey {
  userId: number;
  smsId: number;
}

/** A text message that a user sends; charged when it is accepted. */
export interface Sms {
  id: number;
  userId: number;
  phoneNumberId: number;
  /** E.164 */
  from: string;
  /** E.164 */
  to: string;
  body: string;
  segments: number;
  segmentPrice: Micros;
  totalCost: Micros;
  status: SmsStatus;
  /** When a worker claimed the message for sending. Claimed without `carrierMessageId` = unknown whether it left. */
  claimedAt: number | null;
  /** The carrier's own id of the message. */
  carrierMessageId: string | null;
  /** Why it was not sent or not delivered, in the carrier's words. */
  failure: string | null;
  createdAt: number;
  updatedAt: number;
  /** Of the idempotency key that the request came with. */
  reservationToken?: string | undefined;
}

export const smsStatuses = ['queued', 'sent', 'delivered', 'undelivered', 'failed'] as const;

/**
 * `queued`: charged, and not known to be with the carrier. `sent`: the carrier has it. `failed`: the carrier never took it,
 * and the charge was given back. The other two are what the carrier says became of it.
 */
export type SmsStatus = (typeof smsStatuses)[number];

const before: Record<SmsStatus, readonly SmsStatus[]> = {
  queued: [],
  sent: ['queued'],
  delivered: ['queued', 'sent'],
  undelivered: ['queued', 'sent'],
  failed: ['queued'],
};

/** The statuses from which a message may move to this one; what comes late or twice finds its status not among them. */
export function smsStatusesBefore(next: SmsStatus): readonly SmsStatus[] {
  return before[next];
}

/** Whether the carrier has the message, whatever became of it since. */
export function isWithCarrier(status: SmsStatus): boolean {
  return status === 'sent' || status === 'delivered' || status === 'undelivered';
}

/** How an outgoing message stands at the carrier, in the carrier's words. */
export const messageStatuses = [
  'accepted',
  'scheduled',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'partially_delivered',
  'undelivered',
  'failed',
  'canceled',
] as const;

export type MessageStatus = (typeof messageStatuses)[number];

/** Our status for the carrier's. All of these say that the carrier took the message, so none of them gives the money back. */
const ours: Record<MessageStatus, SmsStatus> = {
  accepted: 'sent',
  scheduled: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  partially_delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

export function toSmsStatus(status: MessageStatus): SmsStatus {
  return ours[status];
}
