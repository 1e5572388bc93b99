import type { Assistant } from '#shared/assistants/assistant.ts';
import type { Call } from '#shared/calls/call.ts';
import type { ConversationState } from '#shared/conversations/conversation-items.ts';
import type { ConversationDeps } from '#shared/conversations/conversation.ts';

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

/** Call seconds to wait for a customer who continues after a pause: the prompt follows by then. A cough has none. */
const LONGEST_WAIT_SECONDS = 3;
const STEP_SECONDS = 0.1;

/** Delays an answer while the customer speaks: a prompt that follows shortly after belongs to the same turn. */
export function waitForEndOfSpeech({
  conversations,
  pause,
  clock,
}: Pick<ConversationDeps, 'conversations' | 'pause' | 'clock'>) {
  return async (state: ConversationState): Promise<ConversationState | undefined> => {
    let current: ConversationState | undefined = state;
    let hasStopped = true;
    for (let step = 0; step < LONGEST_WAIT_SECONDS / STEP_SECONDS; step += 1) {
      const isSpeaking: boolean = current !== undefined && current.customerSpeaksSince !== null;
      if (current?.generation !== state.generation || (!isSpeaking && hasStopped)) return current;
      // The end of the voice may be stored before the prompt that comes with it: one step more.
      hasStopped = !isSpeaking;
      await pause(clock.callMs(STEP_SECONDS));
      current = await conversations.getState(state.connectionId);
    }
    return current;
  };
}
