import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';

/** More words than an utterance can have: what is said over the assistant waits for the end of its speech. */
export const UNINTERRUPTIBLE = 10_000;

/** 0: the service does not count. One word is the carrier's, whose `ignoreBackchannel` filters out short sounds. */
export function wordsToInterrupt({
  allowInterruptions,
  minInterruptWords,
}: Pick<Assistant, 'allowInterruptions' | 'minInterruptWords'>): number {
  if (!allowInterruptions) return UNINTERRUPTIBLE;
  const words = minInterruptWords ?? 0;
  return words > 1 ? words : 0;
}

/** Whether words over the greeting wait for its end: people who are called say hello over it. */
export function isGreetingWhole(
  { greetingInterruptible }: Pick<Assistant, 'greetingInterruptible'>,
  callType: Call['type'],
): boolean {
  return !(greetingInterruptible ?? callType !== 'outbound');
}

/** Whether text of the assistant is cut by its next text. */
export function isPreemptible({ wordsToInterrupt }: { wordsToInterrupt: number }): boolean {
  return wordsToInterrupt > 0 && wordsToInterrupt < UNINTERRUPTIBLE;
}
