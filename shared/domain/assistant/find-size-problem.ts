import type { Assistant } from '#shared/domain/assistant/assistant.ts';
import type { FieldErrors } from '#shared/domain/errors/app-error.ts';
import { fillSentence, sentences } from '#shared/domain/errors/sentences.ts';

/**
 * Bytes that an assistant may have beside its variables, which have a limit of their own: with these it must fit into
 * one item of 400 KB, as itself and in every call that it makes. Several updates of 256 KB could make it larger.
 */
export const MAX_ASSISTANT_BYTES = 196_608;

/** Whether an assistant has grown too large to be stored, said about the largest of its texts. */
export function findSizeProblem(assistant: Assistant): FieldErrors {
  const excess = bytesOf(JSON.stringify({ ...assistant, variables: {} })) - MAX_ASSISTANT_BYTES;
  if (excess <= 0) return {};
  const texts = {
    system_prompt: assistant.systemPrompt,
    initial_message: assistant.initialMessage,
    post_call_schema: JSON.stringify(assistant.postCallSchema),
  };
  const [[field, text] = ['system_prompt', '']] = Object.entries(texts).toSorted(
    ([, one], [, other]) => bytesOf(other) - bytesOf(one),
  );
  const fitting = Math.max(0, text.length - excess);
  return { [field]: [fillSentence(sentences.maxLength(fitting), field)] };
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
