import type { Clock } from '#shared/ports/clock.ts';
import type { Speaker } from '#shared/app/create-speaker.ts';
import type { Conversation } from '#shared/domain/conversation/conversation.ts';
import { pickFiller } from '#shared/domain/conversation/pick-filler.ts';

export interface FillSilenceInput {
  conversation: Conversation;
  /** What the customer said. */
  text: string;
  speaker: Speaker;
}

/**
 * Callers take a pause of up to some 700 ms for thought, and a longer one for a dead line. With what the carrier needs to hear the
 * end of a sentence and to begin its voice, the filler is heard about a second after the last word.
 */
const SLOW_SECONDS = 0.7;

/** Has the assistant say a filler if it has not begun to answer by then. Returns what calls it off. */
export function fillSilence(
  { conversation: { script, events }, text, speaker }: FillSilenceInput,
  { clock }: { clock: Clock },
): () => void {
  const filler = script.fillers && pickFiller({ fillers: script.fillers, customerText: text, events });
  if (!filler) return () => undefined;
  const timer = setTimeout(() => {
    // The answer goes on as well without it.
    speaker.fill(filler).catch(() => undefined);
  }, clock.callMs(SLOW_SECONDS));
  return () => clearTimeout(timer);
}
