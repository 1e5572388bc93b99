import type { LanguageModel } from '#shared/conversations/language-model.ts';
import { toolCall } from '#test/support/tools.ts';

/** A part of a model's answer: this many words, the use of a tool, or a failure. */
export type AnswerPart = number | 'end_call' | 'do_not_call' | 'fail';

/** Streams scripted answers in order, one chunk per scheduler turn. `onReply` receives each answer before it starts. */
export function createScheduledModel(
  answers: AnswerPart[][],
  turn: (label: string) => Promise<void>,
  onReply: (parts: AnswerPart[]) => void,
): LanguageModel {
  let asked = 0;
  return {
    async *reply({ signal, tools }) {
      asked += 1;
      const number = asked;
      const parts = answers[(number - 1) % answers.length] ?? [3];
      onReply(parts);
      let word = 0;
      for (const part of parts) {
        await turn('model');
        signal.throwIfAborted();
        if (part === 'fail') throw new Error('the model failed');
        const isOffered = tools.some(({ name }) => name === part);
        if (part === 'do_not_call' && !isOffered) throw new Error('the model was not offered this tool');
        if (typeof part === 'string') yield toolCall(part);
        else {
          const words = Array.from({ length: part }, () => `a${number}w${(word += 1)}`);
          yield { kind: 'text', text: `${words.join(' ')}. ` };
        }
      }
    },
    evaluate: async () => ({}),
  };
}
