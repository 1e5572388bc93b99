import type { QueueMessage } from '#shared/platform/queue/messages.ts';

/** Of a verdict: whatever was said since. */
export const ANY_GENERATION = -1;

/** Decides who has answered. @param at when the verdict of the carrier came, epoch milliseconds */
export function verdictMessage(connectionId: string, at: number): QueueMessage<'continue-conversation'> {
  return { connectionId, generation: ANY_GENERATION, timer: 'answered', silentSeconds: 0, silentSince: at };
}
