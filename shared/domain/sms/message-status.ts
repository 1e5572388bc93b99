import type { SmsStatus } from '#shared/domain/sms/sms-status.ts';

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
