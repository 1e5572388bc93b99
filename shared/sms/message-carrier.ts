import type { CarrierOutcome } from '#shared/numbers/carrier-account.ts';
import type { SmsKey, SmsStatus } from '#shared/sms/sms.ts';

export interface OutgoingMessage {
  key: SmsKey;
  to: string;
  from: string;
  body: string;
}

/** The carrier has accepted the message: none of it leads to a refund. */
export type MessageReport = Extract<SmsStatus, 'sent' | 'delivered' | 'undelivered'>;

export interface SentMessage {
  carrierMessageId: string;
  status: MessageReport;
}

export interface CarrierMessage extends SentMessage {
  body: string;
  /** Epoch milliseconds, when the carrier accepted it. */
  createdAt: number;
}

/** `hasOptedOut`: the recipient has sent STOP to the sender. After `unknown` ask `findMessages`, never send again. */
export type MessageOutcome = CarrierOutcome<SentMessage> & { hasOptedOut?: boolean };

/** Phone numbers are E.164. */
export interface MessageCarrier {
  sendMessage(message: OutgoingMessage): Promise<MessageOutcome>;
  /** Newest first, at most 1,000. One without a date counts as of `since` (epoch milliseconds). */
  findMessages(to: string, from: string, since: number): Promise<CarrierMessage[]>;
}

export interface ReceivedMessages {
  /** Epoch milliseconds in whole seconds. Undefined if the carrier does not know the message. */
  findDate(carrierMessageId: string): Promise<number | undefined>;
}
