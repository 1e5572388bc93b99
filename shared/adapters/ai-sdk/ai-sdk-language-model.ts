import {
  generateText,
  jsonSchema,
  Output,
  streamText,
  tool,
  type JSONSchema7,
  type LanguageModel as SdkModel,
} from 'ai';
import { evaluationPrompt, replyInstructions, toMessages } from '#shared/adapters/ai-sdk/prompts.ts';
import type { PostCallField } from '#shared/domain/assistant/assistant.ts';
import type { LanguageModel, ReplyPart, ReplyRequest } from '#shared/ports/language-model.ts';

/** Two minutes of speech: more is no answer on the telephone, but a mistake of the model that somebody pays for. */
const LONGEST_REPLY_TOKENS = 500;

// Settings that a model does not know are told on the console otherwise, past our log.
globalThis.AI_SDK_LOG_WARNINGS = false;

/**
 * Any model that the AI SDK reaches. Nothing is tried again here: a call cannot wait, and its engine knows better what to
 * do instead.
 */
export function createAiSdkLanguageModel(modelFor: (modelId: number) => Promise<SdkModel>): LanguageModel {
  return {
    async *reply(request) {
      const { signal } = request;
      const result = streamText({
        model: await modelFor(request.modelId),
        system: replyInstructions(request),
        messages: toMessages(request.turns),
        temperature: request.temperature,
        maxOutputTokens: LONGEST_REPLY_TOKENS,
        maxRetries: 0,
        abortSignal: signal,
        ...toolsOf(request),
        // Errors come through the stream as well; the default prints them on the console.
        onError: () => undefined,
      });
      for await (const part of result.fullStream) {
        const reply = readPart(part);
        if (reply) yield reply;
      }
    },
    async evaluate(request) {
      const { modelId, schema, signal } = request;
      const { output } = await generateText({
        model: await modelFor(modelId),
        ...evaluationPrompt(request),
        output: Output.object({ schema: jsonSchema(toJsonSchema(schema)) }),
        temperature: 0,
        maxRetries: 0,
        abortSignal: signal,
      });
      return output;
    },
  };
}

const DO_NOT_CALL =
  'Call this when the customer says that they do not want to be called again, in whatever words. ' +
  'Their number is taken off the list at once.';

function toolsOf({ endCallDescription, canRefuseCalls }: ReplyRequest) {
  const tools = {
    ...(endCallDescription !== null && { end_call: plainTool(endCallDescription) }),
    ...(canRefuseCalls === true && { do_not_call: plainTool(DO_NOT_CALL) }),
  };
  return Object.keys(tools).length === 0 ? {} : { tools };
}

/** A tool that takes nothing. */
function plainTool(description: string) {
  return tool({
    description,
    inputSchema: jsonSchema({ type: 'object', properties: {}, additionalProperties: false }),
  });
}

interface StreamPart {
  type: string;
  text?: string;
  toolName?: string;
  error?: unknown;
  finishReason?: string;
}

/** What a part of the stream means for the call; a stream that breaks off without an error is an error too. */
function readPart(part: StreamPart): ReplyPart | undefined {
  if (part.type === 'text-delta') return { kind: 'text', text: part.text ?? '' };
  if (part.type === 'tool-call' && (part.toolName === 'end_call' || part.toolName === 'do_not_call')) {
    return { kind: part.toolName };
  }
  if (part.type === 'error') throw part.error;
  if (part.type === 'abort') throw new DOMException('the answer was not wanted any more', 'AbortError');
  if (part.type === 'finish' && !['stop', 'length', 'tool-calls'].includes(part.finishReason ?? '')) {
    throw new Error(`the model stopped by ${part.finishReason}`);
  }
  return undefined;
}

/** Every field is there, and null where the conversation does not tell: what strict structured output asks for. */
function toJsonSchema(fields: readonly PostCallField[]): JSONSchema7 {
  const properties = fields.map(({ name, type, description }) => [
    name,
    { type: [type === 'bool' ? 'boolean' : type, 'null'], description },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: fields.map((field) => field.name),
    additionalProperties: false,
  };
}
