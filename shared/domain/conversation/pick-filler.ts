import type { FillerConfig } from '#shared/domain/assistant/assistant.ts';
import { moodOf } from '#shared/domain/conversation/mood-of.ts';
import type { ConversationEvent } from '#shared/domain/conversation/conversation.ts';

export interface FillerInput {
  fillers: FillerConfig;
  /** What the customer said last. */
  customerText: string;
  events: readonly ConversationEvent[];
}

/**
 * What to say while the model is slow, by the mood of what the customer said; phrases take turns, and the one that was said last
 * is not said again. Undefined when there is nothing else to say.
 */
export function pickFiller({ fillers, customerText, events }: FillerInput): string | undefined {
  const said = events.flatMap((event) => (event.kind === 'assistant_said' && event.filler ? [event.text.trim()] : []));
  const fitting = phrases(fillers[moodOf(customerText)]);
  const known = fitting.length > 0 ? fitting : phrases(fillers.neutral);
  const fresh = known.filter((phrase) => phrase !== said.at(-1));
  return fresh[said.length % Math.max(1, fresh.length)];
}

const phrases = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');
