import type { CallStatus } from '#shared/domain/call/call-status.ts';
import type { Call } from '#shared/domain/call/call.ts';

/** The final status of a call that was answered: who hung up decides, as far as anybody can tell. */
export function decideFinalStatus(call: Pick<Call, 'endedBy' | 'durationSeconds' | 'allowedSeconds'>): CallStatus {
  if (call.endedBy === 'assistant') return 'ended_by_assistant';
  // The carrier cut the line at the limit that we gave it, so it was us, whatever the socket saw.
  if (call.durationSeconds >= call.allowedSeconds) return 'ended_by_assistant';
  return call.endedBy === 'customer' ? 'ended_by_customer' : 'completed';
}
