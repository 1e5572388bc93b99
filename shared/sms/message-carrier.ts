import type { CarrierOutcome } from '#shared/numbers/carrier-account.ts';
import type { SmsKey, SmsStatus } from '#shared/sms/sms.ts';

export interface OutgoingMessage {
  key: SmsKey;
  /** E.164 */
  to: string;
  /** E.164 */
  from: string;
  body: string;
}

/** What carriers report of a message that they have accepted, so that none of it leads to a refund. */
export type MessageReport = Extract<SmsStatus, 'sent' | 'delivered' | 'undelivered'>;

export interface SentMessage {
  carrierMessageId: string;
  status: MessageReport;
}

export interface CarrierMessage extends SentMessage {
  body: string;
  /** When the carrier accepted the message, epoch milliseconds. */
  createdAt: number;
}

/**
 * `reason` is the carrier's text. `hasOptedOut`: the recipient has sent STOP to the sender. After `unknown` ask `findMessages`, never
 * send again.
 */
export type MessageOutcome = CarrierOutcome<SentMessage> & { hasOptedOut?: boolean };

/** An account at the telephone company that sends messages. Phone numbers are E.164. */
export interface MessageCarrier {
  sendMessage(message: OutgoingMessage): Promise<MessageOutcome>;
  /**
   * The messages that were sent between two numbers, newest first, at most 1,000. One without a date counts as created
   * at `since`.
   * @param since epoch milliseconds
   */
  findMessages(to: string, from: string, since: number): Promise<CarrierMessage[]>;
}

/** The messages that the carrier received for our numbers. */
export interface ReceivedMessages {
  /** When the carrier received the message, epoch milliseconds in whole seconds. Undefined if the carrier does not know it. */
  findDate(carrierMessageId: string): Promise<number | undefined>;
}
