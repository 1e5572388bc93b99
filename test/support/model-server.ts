import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from '@ringback/simulators/line/loopback-server.ts';
import { type ChatRequest, behaviours } from '#test/support/openai-server.ts';

export type ModelServerKind = 'Ollama' | 'LM Studio' | 'llama.cpp' | 'vLLM';

type Answers = Record<string, unknown>;
const list = (...data: object[]) => ({ object: 'list', data });
const created = 1_782_820_000;

/** The lists of models, as each server writes them. One of the models is for embeddings where the server can have several. */
const lists: Record<ModelServerKind, (model: string) => Answers> = {
  Ollama: (model) => ({
    '/v1/models': list(
      { id: model, object: 'model', created, owned_by: 'library' },
      { id: 'all-minilm:latest', object: 'model', created, owned_by: 'library' },
    ),
    '/api/tags': {
      models: [
        {
          name: model,
          model,
          modified_at: '2026-11-01T10:00:00.1+01:00',
          size: 2_019_393_189,
          digest: 'a80c4f17acd5',
          details: { format: 'gguf', family: 'llama', families: ['llama'], parameter_size: '3.2B' },
        },
        { name: 'all-minilm:latest', model: 'all-minilm:latest', details: { family: 'bert', families: ['bert'] } },
      ],
    },
  }),
  'LM Studio': (model) => ({
    '/v1/models': list(
      { id: model, object: 'model', owned_by: 'organization_owner' },
      { id: 'text-embedding-nomic-embed-text-v1.5', object: 'model', owned_by: 'organization_owner' },
    ),
  }),
  'llama.cpp': (model) => ({
    '/v1/models': {
      ...list({
        id: `models/${model}.gguf`,
        object: 'model',
        created,
        owned_by: 'llamacpp',
        meta: { n_vocab: 128_256 },
      }),
      models: [{ name: `models/${model}.gguf`, capabilities: ['completion'] }],
    },
  }),
  vLLM: (model) => ({
    '/v1/models': list({
      id: model,
      object: 'model',
      created,
      owned_by: 'vllm',
      root: model,
      parent: null,
      max_model_len: 8192,
      permission: [{ id: 'modelperm-1', object: 'model_permission', allow_sampling: true }],
    }),
  }),
};

/** A server of a kind with one model, which says this text. */
export async function serveModel(kind: ModelServerKind, model: string, says: string, port = 0) {
  const answers = lists[kind](model);
  const requests: Array<{ path: string; headers: IncomingMessage['headers']; body?: ChatRequest }> = [];
  const server = await listen(
    createServer((request, response) => void answer(request, response)),
    port,
  );
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const sent = await text(request);
    requests.push({ path, headers: request.headers, ...(sent !== '' && { body: JSON.parse(sent) as ChatRequest }) });
    if (path === '/v1/chat/completions') {
      const asked = JSON.parse(sent) as ChatRequest;
      const behaviour = asked.stream === true ? behaviours.says(...says.split(/(?<= )/)) : behaviours.completes('{}');
      await behaviour(response, asked);
      return;
    }
    const found = answers[path];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { error: 'not found' }));
  };
  return { ...server, requests };
}
