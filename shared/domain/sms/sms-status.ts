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
export function hasLeft(status: SmsStatus): boolean {
  return status === 'sent' || status === 'delivered' || status === 'undelivered';
}
