import * as v from 'valibot';

/** For all requests to one server, milliseconds. A start and a list wait for it. */
export const PATIENCE_MS = 300;
const MOST_BYTES = 1_000_000;
const MOST_MODELS = 50;

/** `silent`: it accepts the connection, and does not answer in time. `locked`: it asks for a key. */
export type ServerAnswer =
  | { kind: 'models'; name: string; models: string[] }
  | { kind: 'silent' | 'loading' | 'locked' | 'none' };

const Listed = v.object({
  object: v.literal('list'),
  data: v.nullish(v.array(v.object({ id: v.string(), owned_by: v.optional(v.string()) })), []),
});
/** https://docs.ollama.com/api/tags */
const Tags = v.object({
  models: v.array(
    v.object({ name: v.string(), details: v.optional(v.object({ families: v.nullish(v.array(v.string())) })) }),
  ),
});

/** Which models a server lists, in the protocol of OpenAI or of Ollama. */
export async function askServer(origin: string, patienceMs = PATIENCE_MS): Promise<ServerAnswer> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const { status, body } = await get(`${origin}/v1/models`, signal);
    if (status === 401 || status === 403) return { kind: 'locked' };
    // llama.cpp answers 503 while it loads its model.
    if (status >= 500) return { kind: 'loading' };
    const listed = v.safeParse(Listed, body);
    const owner = listed.success ? listed.output.data[0]?.owned_by : undefined;
    const name = nameOf(owner, origin);
    const tags = name === 'Ollama' ? await askTags(origin, signal) : undefined;
    // Releases of Ollama before 0.1.24 have no `/v1/models`.
    if (tags) return { kind: 'models', name, models: speaking(tags.filter(canChat)) };
    const ids = listed.success ? listed.output.data.map(({ id }) => ({ name: id })) : undefined;
    return ids ? { kind: 'models', name, models: speaking(ids) } : { kind: 'none' };
  } catch (error) {
    return { kind: error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'none' };
  }
}

/** They tell which models are for embeddings. Undefined: none came in time. */
async function askTags(origin: string, signal: AbortSignal) {
  const answer = await get(`${origin}/api/tags`, signal).catch(() => undefined);
  const tags = v.safeParse(Tags, answer?.body);
  return tags.success ? tags.output.models : undefined;
}

/** `owned_by`, as the servers write it. Ollama writes the namespace of the first model. */
const owners: Readonly<Record<string, string>> = {
  library: 'Ollama',
  organization_owner: 'LM Studio',
  llamacpp: 'llama.cpp',
  vllm: 'vLLM',
};
const usual: Readonly<Record<string, string>> = { 11434: 'Ollama', 1234: 'LM Studio', 8080: 'llama.cpp', 8000: 'vLLM' };

function nameOf(owner: string | undefined, origin: string): string {
  const known = owner === undefined ? undefined : owners[owner];
  return known ?? usual[new URL(origin).port] ?? 'Model server';
}

/** Models for embeddings are of the family of BERT. */
const canChat = ({ details }: v.InferOutput<typeof Tags>['models'][number]) =>
  !(details?.families ?? []).some((family) => family.includes('bert'));

const OTHER = /embed|rerank|minilm|(?:^|[/-])(?:bge|gte|e5)-|whisper|clip/i;
/** They are shown on a terminal and in a page, and any program of the machine may write them. */
const PLAIN = /^[\p{L}\p{N}_/.][\p{L}\p{N} ._:/@+-]*$/u;

function speaking(models: ReadonlyArray<{ name: string }>): string[] {
  const names = models.map(({ name }) => name);
  return names.filter((name) => PLAIN.test(name) && name.length <= 200 && !OTHER.test(name)).slice(0, MOST_MODELS);
}

async function get(url: string, signal: AbortSignal): Promise<{ status: number; body: unknown }> {
  const headers = { accept: 'application/json' };
  const response = await fetch(url, { headers, signal, redirect: 'manual' });
  const text = response.ok && response.body ? await readText(response.body) : '';
  if (!response.ok) await response.body?.cancel();
  const body = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  return { status: response.status, body: body.success ? body.output : undefined };
}

async function readText(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.length > MOST_BYTES) return '';
  }
  return text;
}
