import * as v from 'valibot';
import { THOUGHT_TOKENS } from '#shared/integrations/ai-sdk/ai-sdk-language-model.ts';

const Body = v.record(v.string(), v.unknown());
type Body = v.InferOutput<typeof Body>;

/** Undefined if the request does not have what a server refuses. */
type Remedy = (body: Body) => Body | undefined;

// By how servers name them, as a model's name tells nothing. Azure refuses `max_tokens` and `temperature` of models
// that reason; Groq, vLLM, Mistral `reasoning_effort`, `stream_options`; others a schema, JSON, or tools (vLLM,
// llama.cpp).
const remedies: ReadonlyArray<readonly [RegExp, Remedy]> = [
  [/max_completion_tokens/u, renameMaxTokens],
  [/temperature/u, without('temperature')],
  [/reasoning_?effort/iu, without('reasoning_effort')],
  [/stream_options/u, without('stream_options')],
  [/^(?!.*tool_use_failed).*(?:(?:supports? |param: )tool|tools param|tool[_ ]choice)/isu, withoutTools],
  [/response[_ ]format|json_schema|json_object|structured output/iu, simplifyFormat],
];

const TOO_LONG = /context.{0,30}(?:length|size|window)|context_length_exceeded|exceed_context_size/iu;

/** By address and model. Kept as long as the process, so that only the first turn waits twice. */
const known = new Map<string, readonly Remedy[]>();

/** A request of ours has at most six of these parameters, one of which is refused twice. */
const MOST_REFUSALS = 6;

/** llama.cpp answers 500, OpenRouter 404. */
const REFUSALS = [400, 404, 422, 500];

/** @param needsTools whether the request fails at a server that takes no tools */
export async function postWithout(
  url: string,
  init: RequestInit & { body: string },
  needsTools: boolean,
): Promise<Response> {
  const isAllowed = (remedy: Remedy) => !(needsTools && remedy === withoutTools);
  const asked = v.parse(v.pipe(v.string(), v.parseJson(), Body), init.body);
  const server = `${url} ${JSON.stringify(asked['model'])}`;
  const learned = [...(known.get(server) ?? [])];
  let conversation = asked;
  for (let refusals = 0; ; refusals += 1) {
    const body = applyAll(conversation, learned.filter(isAllowed));
    const response = await fetch(url, { ...init, body: JSON.stringify(body) });
    if (response.ok) known.set(server, learned);
    if (!REFUSALS.includes(response.status) || refusals === MOST_REFUSALS) return response;
    const problem = await response.text();
    const shorter = TOO_LONG.test(problem) ? withoutOldTurns(conversation) : undefined;
    conversation = shorter ?? conversation;
    if (shorter) continue;
    const found = remedies.find(
      ([named, remedy]) => named.test(problem) && isAllowed(remedy) && remedy(body) !== undefined,
    );
    if (!found) return new Response(problem, response);
    learned.push(found[1]);
  }
}

function applyAll(body: Body, applied: readonly Remedy[]): Body {
  return applied.reduce((request, remedy) => remedy(request) ?? request, body);
}

function without(name: string): Remedy {
  return ({ [name]: refused, ...body }) => (refused === undefined ? undefined : body);
}

/** A model that takes only this parameter thinks before it answers. */
function renameMaxTokens({ max_tokens: most, ...body }: Body): Body | undefined {
  return typeof most === 'number' ? { ...body, max_completion_tokens: most + THOUGHT_TOKENS } : undefined;
}

/** The instructions still name the tools, and a call that is written as text counts where its tool allows it. */
function withoutTools({ tools, ...body }: Body): Body | undefined {
  return tools === undefined ? undefined : body;
}

function simplifyFormat({ response_format: format, ...body }: Body): Body | undefined {
  if (format === undefined) return undefined;
  const hasSchema = v.is(v.object({ type: v.literal('json_schema') }), format);
  return { ...body, ...(hasSchema && { response_format: { type: 'json_object' } }) };
}

const Messages = v.array(v.looseObject({ role: v.string() }));

/** The assistant forgets how the call began; it would end otherwise. The customer's words and tool results stay. */
function withoutOldTurns(body: Body): Body | undefined {
  const messages = v.safeParse(Messages, body['messages']);
  if (!messages.success) return undefined;
  const [instructions, ...turns] = messages.output;
  const exchanges = Math.ceil(turns.findLastIndex(({ role }) => role === 'user') / 4);
  return exchanges < 1 ? undefined : { ...body, messages: [instructions, ...turns.slice(exchanges * 2)] };
}
