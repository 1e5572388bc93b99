import type { EvaluationRequest, LanguageModel, ReplyPart, ReplyRequest } from '#shared/ports/language-model.ts';

/** One step of a scripted answer: text, the wish to end the call, a failure, or something to wait for. */
export type ScriptedPart =
  | string
  | { kind: 'end_call' | 'do_not_call' }
  | Error
  | typeof hang
  | (() => Promise<unknown>);

export interface MemoryLanguageModel extends LanguageModel {
  /** Everything asked so far, in order. */
  replies: ReplyRequest[];
  evaluations: EvaluationRequest[];
}

/** Never answers, and gives up when it is aborted: put it into a script for a model that hangs. */
export const hang = Symbol('hang');

/** A model that answers by script: the first request gets the first answer, and the last answer stays. */
export function createMemoryLanguageModel(
  answers: ReadonlyArray<ReadonlyArray<ScriptedPart>> = [['Hello.']],
  evaluate: (request: EvaluationRequest) => unknown = () => ({}),
): MemoryLanguageModel {
  const replies: ReplyRequest[] = [];
  const evaluations: EvaluationRequest[] = [];
  return {
    replies,
    evaluations,
    async *reply(request) {
      replies.push(request);
      for (const part of answers[Math.min(replies.length, answers.length) - 1] ?? []) {
        const reply = await play(part, request.signal);
        request.signal.throwIfAborted();
        if (reply) yield reply;
      }
    },
    async evaluate(request) {
      evaluations.push(request);
      request.signal.throwIfAborted();
      return evaluate(request);
    },
  };
}

async function play(part: ScriptedPart, signal: AbortSignal): Promise<ReplyPart | undefined> {
  if (part === hang) return aborted(signal);
  if (part instanceof Error) throw part;
  if (typeof part === 'function') {
    await part();
    return undefined;
  }
  return typeof part === 'string' ? { kind: 'text', text: part } : part;
}

function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return promise;
}
