import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { evaluationPrompt, replyInstructions, toMessages } from '#shared/adapters/ai-sdk/prompts.ts';
import type { PostCallField } from '#shared/domain/assistant/assistant.ts';
import type { LanguageModel, ReplyPart, ReplyRequest } from '#shared/ports/language-model.ts';

/** Two minutes of speech: more is no answer on the telephone, but a mistake of the model that somebody pays for. */
const LONGEST_REPLY_TOKENS = 500;

/**
 * Any model that the AI SDK has a provider for, asked by the interface of its providers (infra/decisions/0021). Nothing is tried
 * again here: a call cannot wait, and its engine knows better what to do instead.
 */
export function createAiSdkLanguageModel(modelFor: (modelId: number) => Promise<LanguageModelV4>): LanguageModel {
  return {
    async *reply(request) {
      const model = await modelFor(request.modelId);
      const { stream } = await model.doStream({
        prompt: [{ role: 'system', content: replyInstructions(request) }, ...toMessages(request.turns)],
        temperature: request.temperature,
        maxOutputTokens: LONGEST_REPLY_TOKENS,
        abortSignal: request.signal,
        ...toolsOf(request),
      });
      for await (const part of stream) {
        const reply = readPart(part);
        if (reply) yield reply;
      }
    },
    async evaluate(request) {
      const { modelId, schema, signal } = request;
      const model = await modelFor(modelId);
      const { system, prompt } = evaluationPrompt(request);
      const { content } = await model.doGenerate({
        prompt: [
          { role: 'system', content: system },
          { role: 'user', content: [{ type: 'text', text: prompt }] },
        ],
        responseFormat: { type: 'json', schema: toJsonSchema(schema) },
        temperature: 0,
        abortSignal: signal,
      });
      const answer: unknown = JSON.parse(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
      return answer;
    },
  };
}

const DO_NOT_CALL =
  'Call this when the customer says that they do not want to be called again, in whatever words. ' +
  'Their number is taken off the list at once.';

function toolsOf({ endCallDescription, canRefuseCalls }: ReplyRequest): { tools?: LanguageModelV4FunctionTool[] } {
  const tools = [
    ...(endCallDescription === null ? [] : [plainTool('end_call', endCallDescription)]),
    ...(canRefuseCalls === true ? [plainTool('do_not_call', DO_NOT_CALL)] : []),
  ];
  return tools.length === 0 ? {} : { tools };
}

/** A tool that takes nothing. */
function plainTool(name: string, description: string): LanguageModelV4FunctionTool {
  const inputSchema = { type: 'object', properties: {}, additionalProperties: false } as const;
  return { type: 'function', name, description, inputSchema };
}

/** What a part of the stream means for the call; a stream that breaks off without an error is an error too. */
function readPart(part: LanguageModelV4StreamPart): ReplyPart | undefined {
  if (part.type === 'text-delta') return part.delta === '' ? undefined : { kind: 'text', text: part.delta };
  if (part.type === 'tool-call' && (part.toolName === 'end_call' || part.toolName === 'do_not_call')) {
    return { kind: part.toolName };
  }
  if (part.type === 'error') throw new Error('the model reports an error in its stream', { cause: part.error });
  if (part.type === 'finish' && !['stop', 'length', 'tool-calls'].includes(part.finishReason.unified)) {
    throw new Error(`the model stopped by ${part.finishReason.raw ?? part.finishReason.unified}`);
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
