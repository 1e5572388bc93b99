import type { PostCallField } from '#shared/assistants/call-settings.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { OfferedTool, ToolArguments } from '#shared/tools/tool.ts';

export interface LanguageModel {
  /** Throws if the model fails, possibly after some parts. */
  reply(request: ReplyRequest): AsyncIterable<ReplyPart>;
  /** Returns unvalidated JSON with one key per field of the schema. Throws if the model fails. */
  evaluate(request: EvaluationRequest): Promise<unknown>;
}

export interface ReplyRequest {
  modelId: number;
  systemPrompt: string;
  /** BCP-47. */
  locale: string;
  /** The last turn is the customer's. */
  turns: PromptTurn[];
  /** The part of this turn that was spoken before the model failed; the reply continues after it. */
  alreadySaid: string;
  temperature: number;
  tools: readonly OfferedTool[];
  /** What the model has called in this turn, oldest first. */
  rounds?: readonly ToolRound[];
  signal: AbortSignal;
}

/** The message may quote the conversation. */
export class ModelFailure extends Error {
  override name: string = 'ModelFailure';
  readonly isPermanent: boolean;
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

/** Name and code of the first cause, without its message: `AI_APICallError 401`, `Error ECONNREFUSED`. */
export function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error.cause instanceof Error ? nameOfFailure(error.cause) : `${error.name}${codeOf(error)}`;
}

function codeOf(error: Error): string {
  const code = 'statusCode' in error ? error.statusCode : 'code' in error && error.code;
  return /^[A-Z0-9_]{1,40}$/.test(String(code)) ? ` ${String(code)}` : '';
}

export type ReplyPart = { kind: 'text'; text: string } | ToolCall;

export interface ToolCall {
  kind: 'tool_call';
  id: string;
  name: string;
  arguments: ToolArguments;
}

/** With what the model called in the turn, or after it. */
export interface PromptTurn extends TranscriptTurn {
  calls?: ToolRound['calls'];
}

export interface ToolRound {
  said: string;
  calls: ReadonlyArray<ToolCall & { result: string }>;
}

export interface EvaluationRequest {
  modelId: number;
  turns: TranscriptTurn[];
  schema: PostCallField[];
  /** Of the last answer. */
  invalidFields?: readonly InvalidField[];
  signal: AbortSignal;
}

export interface InvalidField extends Pick<PostCallField, 'name' | 'type'> {
  /** What the model has written, shortened. */
  written: string;
}

/** Models write thoughts and sentences around the object, a fence, or it twice. @throws SyntaxError without one */
export function readForm(answer: string): unknown {
  const text = answer.replace(/^[^]*<\/think(?:ing)?>/iu, '');
  for (let begin = text.indexOf('{'); begin >= 0;) {
    const end = endOfObject(text, begin);
    const read = end === undefined ? undefined : parse(text.slice(begin, end));
    if (read) return read.value;
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

function endOfObject(text: string, begin: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(begin).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/gu)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return begin + index + 1;
  }
  return undefined;
}
