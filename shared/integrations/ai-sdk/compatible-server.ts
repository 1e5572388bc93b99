import { postWithout } from '#shared/integrations/ai-sdk/refused-parameters.ts';
import { toOpenAiAnswer, type ToolCalls } from '#shared/integrations/ai-sdk/compatible-chunks.ts';

/**
 * Asks a server with OpenAI's protocol, and writes its answer in the form that OpenAI gives it: the provider of the AI SDK refuses every
 * other one. https://github.com/vercel/ai/pull/7240
 */
export const askCompatibleServer: typeof fetch = async (input, init) => {
  const asked = init?.body;
  const isPost = typeof input === 'string' && typeof asked === 'string';
  const response = isPost ? await postWithout(input, { ...init, body: asked }) : await fetch(input, init);
  const { body, status, headers } = response;
  if (!response.ok || body === null) return response;
  const isStream = headers.get('content-type')?.includes('text/event-stream') === true;
  if (isStream) return new Response(ReadableStream.from(readStream(body)), { status, headers });
  const text = await response.text();
  return new Response(toOpenAiAnswer(text, { begun: new Set() }).text ?? text, { status, headers });
};

/** The end of a stream is told by `[DONE]`, not only by the connection, which some servers and proxies keep open. */
const DONE = '[DONE]';
/** Silence behind the reason why the model ended, milliseconds. Some servers send a reason with every chunk. */
const LINGER_MS = 1_500;

/** Reads events line by line, because servers leave out the blank lines between them. */
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

/** The content of a `data` line. llama.cpp wrote failures into lines of their own: https://github.com/ggml-org/llama.cpp/pull/16109 */
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
