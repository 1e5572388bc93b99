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
 * Why a status may follow; null where its name says it. `ended`: the line is down, and settlement is pending. Lost or
 * reordered callbacks lead from `initiated` and `ringing` straight to `ended`.
 */
export const statusMoves: Record<CallStatus, Partial<Record<CallStatus, string | null>>> = {
  initiated: { ringing: null, 'in-progress': null, busy: null, 'no-answer': null, failed: null, ended: null },
  ringing: { 'in-progress': 'answered', busy: null, 'no-answer': null, failed: null, ended: null },
  'in-progress': { failed: null, ended: 'line down, settlement pending' },
  ended: {
    completed: 'not known who hung up',
    ended_by_customer: null,
    ended_by_assistant: 'tool, silence, voicemail or time limit',
  },
  busy: {},
  'no-answer': {},
  failed: {},
  completed: {},
  ended_by_customer: {},
  ended_by_assistant: {},
};

export function isFinal(status: CallStatus): boolean {
  return Object.keys(statusMoves[status]).length === 0;
}

export const openStatuses: readonly CallStatus[] = callStatuses.filter((status) => !isFinal(status));

export function hasEnded(status: CallStatus): boolean {
  return status === 'ended' || isFinal(status);
}

/** `send_webhook_only_on_completed` lets only these calls through. */
export function hadConversation(status: CallStatus): boolean {
  return status in statusMoves.ended;
}

export function statusesBefore(next: CallStatus): CallStatus[] {
  return callStatuses.filter((status) => next in statusMoves[status]);
}
