import type { Micros } from '#shared/domain/account/money.ts';
import type { SmsStatus } from '#shared/domain/sms/sms-status.ts';

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
