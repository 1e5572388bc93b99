import type { Assistant } from '#shared/domain/assistant/assistant.ts';

/** What the speech model's own idle timeout can be set to, in seconds. */
const IDLE_TIMEOUT = { least: 5, most: 30 };

/**
 * Whether the speech model breaks a silence of the customer by itself, which it does most exactly, because it knows when its
 * own voice stopped. It can do so only where silence ends turns, and only within its limits; else the service asks it to.
 */
export function breaksSilenceItself({
  endpointType,
  reengagementInterval,
}: Pick<Assistant, 'endpointType' | 'reengagementInterval'>): boolean {
  return (
    endpointType === 'vad' && reengagementInterval >= IDLE_TIMEOUT.least && reengagementInterval <= IDLE_TIMEOUT.most
  );
}
