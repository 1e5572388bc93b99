import * as v from 'valibot';
import { postWithout } from '#shared/integrations/ai-sdk/refused-parameters.ts';

/** The provider of the AI SDK refuses all but the form of OpenAI: https://github.com/vercel/ai/pull/7240 */
export async function askCompatibleServer(
  [input, init]: Parameters<typeof fetch>,
  { needsTools }: { needsTools: boolean },
): Promise<Response> {
  const asked = init?.body;
  const isPost = typeof input === 'string' && typeof asked === 'string';
  const response = isPost ? await postWithout(input, { ...init, body: asked }, needsTools) : await fetch(input, init);
  const { body, status, headers } = response;
  if (!response.ok || body === null) return response;
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  if (isStream) return new Response(ReadableStream.from(readStream(body)), { status, headers });
  const text = await response.text();
  return new Response(toOpenAiAnswer(text, { begun: new Set() }).text ?? text, { status, headers });
}

/** `[DONE]` ends a stream, not only the connection, which some servers and proxies keep open. */
const DONE = '[DONE]';
/** Silence behind the reason why the model ended, milliseconds. Some servers send a reason with every chunk. */
const LINGER_MS = 1_500;

/** Some servers leave out the blank lines between events. */
async function* readStream(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const calls: ToolCalls = { begun: new Set() };
  const encoder = new TextEncoder();
  let isEnded = false;
  for await (const line of readLines(body, () => isEnded)) {
    const data = dataOf(line);
    if (data === DONE) return;
    if (data === undefined || data === '') continue;
    const { text, isEnd } = toOpenAiAnswer(data, calls);
    isEnded ||= isEnd;
    if (text !== undefined) yield encoder.encode(`data: ${text}\n\n`);
  }
}

/** llama.cpp wrote failures into lines of their own: https://github.com/ggml-org/llama.cpp/pull/16109 */
function dataOf(line: string): string | undefined {
  const [, field, value = ''] = /^(data|error):(.*)$/su.exec(line) ?? [];
  if (field === 'data') return value.trim();
  return field === 'error' ? `{"error":${value}}` : undefined;
}

async function* readLines(body: ReadableStream<Uint8Array>, isEnded: () => boolean): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const next = await (isEnded() ? within(LINGER_MS, reader.read()) : reader.read());
      if (next.done) break;
      const lines = `${rest}${next.value}`.split(/\r?\n/u);
      rest = lines.pop() ?? '';
      yield* lines;
    }
    yield rest;
  } finally {
    // Not awaited: a server that hangs would hang here too.
    reader.cancel().catch(() => undefined);
  }
}

async function within<Read>(ms: number, read: Promise<Read>): Promise<Read | { done: true }> {
  const late = Promise.withResolvers<{ done: true }>();
  const timer = setTimeout(() => late.resolve({ done: true }), ms);
  try {
    return await Promise.race([read, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

const Part = v.looseObject({ type: v.string(), text: v.optional(v.string()) });
const Content = v.nullish(v.union([v.string(), v.array(Part)]));
const ToolCall = v.object({
  index: v.nullish(v.number()),
  id: v.nullish(v.string()),
  function: v.object({ name: v.nullish(v.string()), arguments: v.nullish(v.unknown()) }),
});
const Message = v.object({
  content: Content,
  refusal: v.nullish(v.string()),
  tool_calls: v.nullish(v.array(ToolCall)),
});

const Answer = v.object({
  choices: v.array(
    v.object({ delta: v.nullish(Message), message: v.nullish(Message), finish_reason: v.nullish(v.unknown()) }),
  ),
});
type Message = v.InferOutput<typeof Message>;

/** Neither an answer nor a failure, such as `{"type":"ping"}` or usage. */
const Aside = v.object({ choices: v.nullish(v.null()), error: v.nullish(v.null()), message: v.optional(v.never()) });

interface ToolCalls {
  begun: Set<number>;
}

interface ReadAnswer {
  /** Undefined if it says nothing. */
  text: string | undefined;
  isEnd: boolean;
}

/** Servers leave out indexes, send lists or empty texts, and add fields. What is no answer stays: it is a failure. */
function toOpenAiAnswer(text: string, calls: ToolCalls): ReadAnswer {
  const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), Answer), text);
  if (!answer.success) {
    const isAside = v.safeParse(v.pipe(v.string(), v.parseJson(), Aside), text).success;
    return { text: isAside ? undefined : text, isEnd: false };
  }
  const [choice] = answer.output.choices;
  if (!choice) return { text: undefined, isEnd: false };
  const reason = typeof choice.finish_reason === 'string' ? choice.finish_reason : null;
  const written = {
    index: 0,
    ...(choice.delta && { delta: write(choice.delta, calls) }),
    ...(choice.message && { message: write(choice.message, calls) }),
    finish_reason: reason,
  };
  return { text: JSON.stringify({ choices: [written] }), isEnd: reason !== null && reason !== '' };
}

function write({ content, refusal, tool_calls: toolCalls }: Message, calls: ToolCalls) {
  const written = toolCalls?.flatMap((call) => writeCall(call, calls)) ?? [];
  return {
    content: textOf(content),
    ...(typeof refusal === 'string' && { refusal }),
    ...(written.length > 0 && { tool_calls: written }),
  };
}

function textOf(content: v.InferOutput<typeof Content>): string | null {
  if (!Array.isArray(content)) return content ?? null;
  return content.map(({ type, text = '' }) => (type === 'text' ? text : '')).join('');
}

/** A call without an index is a new one if it has a name. Arguments of a call that has not begun belong to none. */
function writeCall({ index, id, function: called }: v.InferOutput<typeof ToolCall>, { begun }: ToolCalls) {
  const name = called.name?.trim() === '' ? undefined : called.name;
  const place = index ?? (typeof name === 'string' ? begun.size : begun.size - 1);
  if (typeof name === 'string') begun.add(place);
  if (!begun.has(place)) return [];
  const parameters = called.arguments ?? '';
  const written = typeof parameters === 'string' ? parameters : JSON.stringify(parameters);
  return [{ index: place, id: id ?? null, type: 'function', function: { name: name ?? null, arguments: written } }];
}
