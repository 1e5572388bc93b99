import type { PostCallField } from '#shared/assistants/assistant.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';

export interface ReplyRequest {
  /** The catalogue's id of the model. */
  modelId: number;
  systemPrompt: string;
  /** The language to speak, BCP-47. */
  locale: string;
  /** The conversation so far; the last turn is the customer's. */
  turns: TranscriptTurn[];
  /** What the assistant has said already of this turn, before the model failed: the answer goes on from there. Mostly empty. */
  alreadySaid: string;
  temperature: number;
  /** Null when the assistant may not end the call. */
  endCallDescription: string | null;
  /** Whether the customer can have the number taken off: true in the calls of campaigns. */
  canRefuseCalls?: boolean | undefined;
  signal: AbortSignal;
}

/** Streamed parts of an answer, in order. */
export type ReplyPart =
  | { kind: 'text'; text: string }
  | { kind: 'end_call' }
  /** The customer does not want to be called again. */
  | { kind: 'do_not_call' };

export interface EvaluationRequest {
  modelId: number;
  turns: TranscriptTurn[];
  schema: PostCallField[];
  /** The fields in which an earlier answer was not of the type that the schema asks for. */
  invalidFields?: readonly string[];
  signal: AbortSignal;
}

export interface LanguageModel {
  /** Streams the assistant's next turn. Throws when the model fails, also in the middle. */
  reply(request: ReplyRequest): AsyncIterable<ReplyPart>;
  /** The model's answer as JSON, one key per schema item; it is checked by the caller. Throws when the model fails. */
  evaluate(request: EvaluationRequest): Promise<unknown>;
}
