import type { CallStatus } from '#shared/domain/call/call-status.ts';

/** How a call stands at the carrier, in the carrier's words. */
export const carrierStatuses = [
  'queued',
  'initiated',
  'ringing',
  'in-progress',
  'completed',
  'busy',
  'failed',
  'no-answer',
  'canceled',
] as const;

export type CarrierStatus = (typeof carrierStatuses)[number];

/** Our status for the carrier's. `completed` only says that the line is down; who ended it is decided afterwards. */
const ours: Record<CarrierStatus, CallStatus> = {
  queued: 'initiated',
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'in-progress',
  completed: 'ended',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no-answer',
  canceled: 'no-answer',
};

export function toCallStatus(status: CarrierStatus): CallStatus {
  return ours[status];
}

/** Whether the carrier will say nothing more about this call. */
export function isOver(status: CarrierStatus): boolean {
  return !['queued', 'initiated', 'ringing', 'in-progress'].includes(status);
}
