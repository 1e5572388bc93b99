import type { Assistant } from '#shared/domain/assistant/assistant.ts';

type Interruption = Pick<Assistant, 'allowInterruptions' | 'minInterruptWords'>;

/**
 * How many words the customer must say over the assistant before it gives way, counted by us; 0 where nothing is to be counted. For one
 * word the carrier itself can tell a word from a murmur.
 */
export function wordsToInterrupt({ allowInterruptions, minInterruptWords }: Interruption): number {
  const words = minInterruptWords ?? 0;
  return allowInterruptions && words > 1 ? words : 0;
}

/** Words as people count them, also in scripts that write none apart. */
export function countWords(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text);
  return Array.from(segments).filter((segment) => segment.isWordLike).length;
}
