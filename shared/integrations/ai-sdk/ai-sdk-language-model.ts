import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import * as v from 'valibot';
import type { PostCallField } from '#shared/assistants/call-settings.ts';
import type { TranscriptTurn } from '#shared/calls/call.ts';
import type { ModelEntry } from '#shared/catalog/models.ts';
import {
  ModelFailure,
  type LanguageModel,
  type ReplyPart,
  type ReplyRequest,
  readForm,
} from '#shared/conversations/language-model.ts';
import { holdThoughts, type OpenThoughts } from '#shared/integrations/ai-sdk/open-thoughts.ts';
import {
  evaluationPrompt,
  replyInstructions,
  toMessages,
  toToolMessages,
} from '#shared/integrations/ai-sdk/prompts.ts';
import { readRetryAfter } from '#shared/platform/http/http.ts';
import { findNamed, type OfferedTool } from '#shared/tools/tool.ts';

/** Two minutes of speech. A longer answer is a mistake of the model, and costs money. */
const LONGEST_REPLY_TOKENS = 500;
/** Thoughts count as a part of the answer: 1,400 tokens before a short one are usual. The turn's time limits them. */
export const THOUGHT_TOKENS = 2_000;

interface ProvidedModel {
  model: LanguageModelV4;
  reasoning?: ModelEntry['reasoning'];
  openThoughts?: OpenThoughts | undefined;
}

/** Does not retry: a live call cannot wait. @param modelFor `needsTools`: fails rather than leaves the tools out */
export function createAiSdkLanguageModel(
  modelFor: (modelId: number, needs: { needsTools: boolean }) => Promise<ProvidedModel>,
): LanguageModel {
  return {
    async *reply(request) {
      const needsTools = request.tools.some((tool) => tool.mustNotBeLost);
      const provided = await modelFor(request.modelId, { needsTools });
      let filtered: ModelFailure | undefined;
      for (const turns of [request.turns, ...hiddenWords(request.turns)]) {
        filtered = yield* streamReply(provided, { ...request, turns });
        if (!filtered) return;
      }
      throw filtered;
    },
    async evaluate(request) {
      const { modelId, schema, signal } = request;
      const { model, reasoning } = await modelFor(modelId, { needsTools: false });
      const { system, prompt } = evaluationPrompt(request);
      const { content } = await failClearly(
        model.doGenerate({
          prompt: [
            { role: 'system', content: system },
            { role: 'user', content: [{ type: 'text', text: prompt }] },
          ],
          responseFormat: { type: 'json', schema: toJsonSchema(schema) },
          ...(reasoning && { reasoning }),
          temperature: 0,
          abortSignal: signal,
        }),
      );
      return readForm(content.map((part) => (part.type === 'text' ? part.text : '')).join(''));
    },
  };
}

/** Returns a failure if a content filter of the provider leaves nothing of the reply. */
async function* streamReply(
  { model, reasoning, openThoughts }: ProvidedModel,
  request: ReplyRequest,
): AsyncGenerator<ReplyPart, ModelFailure | undefined> {
  const mayThink = openThoughts !== undefined || (reasoning !== undefined && reasoning !== 'none');
  const options = {
    prompt: [
      { role: 'system' as const, content: replyInstructions(request) },
      ...toMessages(request.turns),
      ...(request.rounds ?? []).flatMap(toToolMessages),
    ],
    ...(reasoning && { reasoning }),
    temperature: request.temperature,
    maxOutputTokens: LONGEST_REPLY_TOKENS + (mayThink ? THOUGHT_TOKENS : 0),
    abortSignal: request.signal,
    ...(request.tools.length > 0 && { tools: request.tools.map(toFunctionTool) }),
  };
  const asked = await failClearly(model.doStream(options)).catch((error: unknown) => {
    if (error instanceof ModelFailure && isFiltered(error)) return error;
    throw error;
  });
  if (asked instanceof ModelFailure) return asked;
  let isBegun = false;
  const holder = openThoughts && holdThoughts(openThoughts);
  for await (const part of asked.stream) {
    const reply = readPart(part, request.tools);
    isBegun ||= reply !== undefined;
    if (holder && (reply?.kind === 'tool_call' || part.type === 'finish'))
      yield { kind: 'text', text: holder.end(part.type === 'finish' && part.finishReason.unified === 'length') };
    // An empty text tells that the model is at work.
    if (reply) yield holder && reply.kind === 'text' ? { kind: 'text', text: holder.read(reply.text) } : reply;
    if (part.type === 'finish' && part.finishReason.unified === 'content-filter' && !isBegun)
      return new ModelFailure('the content filter of the provider', { isPermanent: true });
  }
  return undefined;
}

// Azure and proxies of it, 400: https://learn.microsoft.com/azure/ai-foundry/openai/concepts/content-filter
// OpenRouter, 403: https://openrouter.ai/docs/api/reference/errors-and-debugging
const FILTERED = /content_filter|content[ _]?policy|input was flagged/iu;

function isFiltered({ cause }: ModelFailure): boolean {
  const answer = v.safeParse(v.object({ statusCode: v.picklist([400, 403]), responseBody: v.string() }), cause);
  return answer.success && FILTERED.test(answer.output.responseBody);
}

const HIDDEN = '(The customer cannot be understood.)';

/** What a filter has refused once, it refuses in every later turn, and it does not tell which words. */
function hiddenWords(turns: readonly TranscriptTurn[]): TranscriptTurn[][] {
  const hide = (until: number) =>
    turns.map((turn, index) => (turn.sender === 'human' && index < until ? { ...turn, text: HIDDEN } : turn));
  const last = turns.findLastIndex(({ sender }) => sender === 'human');
  const hasOlder = turns.findIndex(({ sender }) => sender === 'human') < last;
  return last === -1 ? [] : [...(hasOlder ? [hide(last)] : []), hide(turns.length)];
}

const ProviderAnswer = v.object({
  statusCode: v.number(),
  responseHeaders: v.optional(v.record(v.string(), v.string()), {}),
  data: v.fallback(v.object({ error: v.object({ code: v.unknown() }) }), { error: { code: undefined } }),
});
/** 424 is Bedrock's: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html */
const TEMPORARY = [408, 409, 424, 425, 429];
/** OpenAI answers 429 to an account without money, too. */
const NO_MONEY = 'insufficient_quota';
/** The model has written a tool call wrongly, or no JSON. Groq answers 400: https://console.groq.com/docs/errors */
const MISTAKES_OF_MODELS = ['tool_use_failed', 'json_validate_failed'];

/** A connection that breaks behind the headers is an error with the status 200. */
function isPermanentRefusal({ statusCode, data }: v.InferOutput<typeof ProviderAnswer>): boolean {
  const { code } = data.error;
  if (code === NO_MONEY) return true;
  const isRefused = statusCode >= 400 && statusCode < 500 && !TEMPORARY.includes(statusCode);
  return isRefused && !MISTAKES_OF_MODELS.some((mistake) => mistake === code);
}

/** @throws ModelFailure if the provider refuses the request */
async function failClearly<Result>(asked: PromiseLike<Result>): Promise<Result> {
  try {
    return await asked;
  } catch (error) {
    if (!v.is(ProviderAnswer, error)) throw error;
    const answer = v.parse(ProviderAnswer, error);
    const { statusCode, responseHeaders } = answer;
    const isPermanent = isPermanentRefusal(answer);
    const retryAfterSeconds = readRetryAfter(responseHeaders['retry-after'], Date.now()) ?? undefined;
    throw new ModelFailure(`the provider answered ${statusCode}`, { cause: error, isPermanent, retryAfterSeconds });
  }
}

function toFunctionTool({ name, description, parameters }: OfferedTool): LanguageModelV4FunctionTool {
  return { type: 'function', name, description, inputSchema: parameters };
}

/** Servers end a complete answer with reasons of their own, or with none, so the reason is not read. */
function readPart(part: LanguageModelV4StreamPart, tools: readonly OfferedTool[]): ReplyPart | undefined {
  if (part.type === 'text-delta') return part.delta === '' ? undefined : { kind: 'text', text: part.delta };
  if (part.type === 'tool-call') {
    const tool = findNamed(part.toolName, tools);
    return tool && { kind: 'tool_call', id: part.toolCallId, name: tool.name, arguments: readArguments(part.input) };
  }
  if (part.type === 'error') throw new Error('the model reports an error in its stream', { cause: part.error });
  return undefined;
}

const Arguments = v.fallback(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), {});

/** Models write no JSON now and then. Without arguments, the tool tells them what is missing. */
const readArguments = (input: string) => v.parse(Arguments, input);

/** Strict structured output demands that every field is required and nullable. */
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
