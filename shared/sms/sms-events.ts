import type { Write } from '#shared/platform/table/write.ts';
import type { Sms, SmsKey } from '#shared/sms/sms.ts';

export const smsEvents = ['sms.sent', 'sms.delivered', 'sms.undelivered', 'sms.failed', 'sms.received'] as const;
export type SmsEvent = (typeof smsEvents)[number];

/** The event of a status that a queued SMS moves to. */
export function smsEventOf(status: Exclude<Sms['status'], 'queued'>): SmsEvent {
  return `sms.${status}`;
}

export interface SmsEvents {
  /** Before the change of the SMS. Undefined if its user has no address for events. */
  prepare(key: SmsKey, event: SmsEvent, at: number): Promise<PreparedSmsEvent | undefined>;
}

/** Exists if and only if the change does: `writes` belong to its transaction. */
export interface PreparedSmsEvent {
  writes: readonly Write[];
  /** After the change. A crash in between delays the event by a minute. */
  send(): Promise<void>;
}
