import type { PostCallField } from '#shared/assistants/call-settings.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { OfferedTool, ToolArguments } from '#shared/tools/tool.ts';

/** The language models of pipeline calls. Implementations: `shared/integrations/`. */
export interface LanguageModel {
  /** Streams the assistant's next turn. Throws if the model fails, possibly after some parts. */
  reply(request: ReplyRequest): AsyncIterable<ReplyPart>;
  /** Returns the model's answer as unvalidated JSON with one key per field of the schema. Throws if the model fails. */
  evaluate(request: EvaluationRequest): Promise<unknown>;
}

export interface ReplyRequest {
  /** The id of the model in the catalogue. */
  modelId: number;
  systemPrompt: string;
  /** The language to speak, BCP-47. */
  locale: string;
  /** The conversation so far. The last turn is the customer's. */
  turns: TranscriptTurn[];
  /** The part of this turn that was spoken before the model failed; the reply continues after it. Usually empty. */
  alreadySaid: string;
  temperature: number;
  tools: readonly OfferedTool[];
  /** What the model has called in this turn, oldest first. It answers with the results. */
  rounds?: readonly ToolRound[];
  signal: AbortSignal;
}

/** What is known of a failure. Its message may quote the conversation. */
export class ModelFailure extends Error {
  override name: string = 'ModelFailure';
  /** Asking the same model again cannot help. */
  readonly isPermanent: boolean;
  /** What the provider asks to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    options: ErrorOptions & { isPermanent: boolean; retryAfterSeconds?: number | undefined },
  ) {
    super(message, options);
    this.isPermanent = options.isPermanent;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The name of the first cause of a failure, with its code, and without its message, which may quote the conversation: `AI_APICallError 401`, `Error ECONNREFUSED`. */
export function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? nameOfFailure(error.cause) : `${error.name}${codeOf(error)}`;
}

function codeOf(error: Error): string {
  const code = 'statusCode' in error ? error.statusCode : 'code' in error && error.code;
  return /^[A-Z0-9_]{1,40}$/.test(String(code)) ? ` ${String(code)}` : '';
}

/** The parts of a streamed reply, in order. */
export type ReplyPart = { kind: 'text'; text: string } | ToolCall;

/** The model calls a tool that the request offers. */
export interface ToolCall {
  kind: 'tool_call';
  /** The model's id of the call. */
  id: string;
  name: string;
  arguments: ToolArguments;
}

/** What the model said and called at once, with the results. */
export interface ToolRound {
  said: string;
  calls: ReadonlyArray<ToolCall & { result: string }>;
}

export interface EvaluationRequest {
  modelId: number;
  turns: TranscriptTurn[];
  schema: PostCallField[];
  /** The fields that had the wrong type in an earlier answer. */
  invalidFields?: readonly string[];
  signal: AbortSignal;
}

/**
 * The JSON object in the answer of a model. Models without structured output write their thoughts before it, sentences around it, a fence, or
 * it twice.
 * @throws SyntaxError if the answer has no object, or if it is cut off
 */
export function readForm(answer: string): unknown {
  const text = answer.replace(/^[^]*<\/think(?:ing)?>/iu, '');
  for (let begin = text.indexOf('{'); begin >= 0;) {
    const end = endOfObject(text, begin);
    const read = end === undefined ? undefined : parse(text.slice(begin, end));
    if (read) return read.value;
    // What is inside of an object that is cut off is not the form.
    begin = end === undefined ? -1 : text.indexOf('{', end);
  }
  return JSON.parse(text);
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The position behind the brace that closes the one at `begin`. */
function endOfObject(text: string, begin: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(begin).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gu)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return begin + index + 1;
  }
  return undefined;
}
