export const callStatuses = [
  'initiated',
  'ringing',
  'busy',
  'in-progress',
  'ended',
  'completed',
  'ended_by_customer',
  'ended_by_assistant',
  'no-answer',
  'failed',
] as const;

export type CallStatus = (typeof callStatuses)[number];

/**
 * Forward-only order. `ended` means that the line is down and post-call work is pending;
 * the statuses of rank 4 are final and written once.
 */
const ranks: Record<CallStatus, number> = {
  initiated: 0,
  ringing: 1,
  'in-progress': 2,
  ended: 3,
  busy: 4,
  'no-answer': 4,
  failed: 4,
  completed: 4,
  ended_by_customer: 4,
  ended_by_assistant: 4,
};

export function isFinal(status: CallStatus): boolean {
  return ranks[status] === 4;
}

/** Whether somebody talked on the line: what `send_webhook_only_on_completed` lets through. */
export function wasTalked(status: CallStatus): boolean {
  return status === 'completed' || status === 'ended_by_customer' || status === 'ended_by_assistant';
}

/** The statuses from which a call may move to this one; what comes late or twice finds its status not among them. */
export function statusesBefore(next: CallStatus): CallStatus[] {
  if (next === 'busy' || next === 'no-answer') return ['initiated', 'ringing'];
  if (next === 'failed') return ['initiated', 'ringing', 'in-progress'];
  if (isFinal(next)) return ['ended'];
  return callStatuses.filter((status) => ranks[status] < ranks[next]);
}
