import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';
import { createCatalogueLanguageModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { serve } from '#test/support/http-server.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';

/** What the server does with one request: chunks of the stream as OpenAI sends them, or a whole answer. */
export type Behaviour = (response: ServerResponse, request: ChatRequest) => void | Promise<void>;

export interface ChatRequest {
  model: string;
  stream?: boolean;
  temperature?: number;
  messages: Array<{ role: string; content: unknown }>;
  tools?: Array<{ function: { name: string; description?: string } }>;
  response_format?: { type: string; json_schema?: { schema: unknown } };
}

let names = 0;

/** The language model of such a server, under a name of its own: what a server refuses is remembered by it. */
export function createModelOf(server: ReturnType<typeof useOpenAiServer>, behaviour: Behaviour) {
  server.behave(behaviour);
  const openai = { apiKey: async () => 'none', baseUrl: server.baseUrl(), model: `model-${(names += 1)}` };
  const models = createMemoryModels({ bedrock: undefined, rehearsal: false });
  return createCatalogueLanguageModel({ models, providers: () => ({ openai }), clock: createFixedClock() });
}

/** A server that speaks OpenAI's chat completions on the wire, for one test file. */
export function useOpenAiServer() {
  let behaviour: Behaviour = (response) => void response.end();
  const requests: Array<{ headers: IncomingMessage['headers']; path: string; body: ChatRequest }> = [];
  let server: Awaited<ReturnType<typeof serve>> | undefined;
  beforeAll(async () => {
    server = await serve((request, response) => {
      const answer = (text: string) => {
        const body = JSON.parse(text) as ChatRequest;
        requests.push({ headers: request.headers, path: request.url ?? '', body });
        return behaviour(response, body);
      };
      void text(request).then(answer);
    });
  });
  afterAll(() => server?.stop());
  return {
    baseUrl: () => `${server!.url}/v1`,
    requests,
    behave: (next: Behaviour) => {
      requests.length = 0;
      behaviour = next;
    },
  };
}

const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_782_820_000, model: 'gpt-test' };

function chunk(response: ServerResponse, delta: object, finishReason: string | null = null): void {
  const choices = [{ index: 0, delta, finish_reason: finishReason }];
  response.write(`data: ${JSON.stringify({ ...base, choices })}\n\n`);
}

function begin(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  chunk(response, { role: 'assistant', content: '' });
}

export const behaviours = {
  says:
    (...pieces: string[]): Behaviour =>
    (response) => {
      begin(response);
      for (const content of pieces) chunk(response, { content });
      chunk(response, {}, 'stop');
      response.end('data: [DONE]\n\n');
    },
  callsTool:
    (name: string, text = '', args = '{}'): Behaviour =>
    (response) => {
      begin(response);
      if (text !== '') chunk(response, { content: text });
      const id = 'call_1';
      chunk(response, { tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: '' } }] });
      chunk(response, { tool_calls: [{ index: 0, function: { arguments: args } }] });
      chunk(response, {}, 'tool_calls');
      response.end('data: [DONE]\n\n');
    },
  /** The connection is cut in the middle of the answer. */
  breaksAfter:
    (text: string): Behaviour =>
    async (response) => {
      begin(response);
      chunk(response, { content: text });
      await new Promise((resolve) => setImmediate(resolve));
      response.destroy();
    },
  /** The stream ends in good order, but the answer does not. */
  stopsShortAfter:
    (text: string): Behaviour =>
    (response) => {
      begin(response);
      chunk(response, { content: text });
      response.end();
    },
  finishes:
    (text: string, reason: string): Behaviour =>
    (response) => {
      begin(response);
      chunk(response, { content: text });
      chunk(response, {}, reason);
      response.end('data: [DONE]\n\n');
    },
  /** An error in the middle of the stream, as a server that is out of capacity sends it. */
  complainsAfter:
    (text: string): Behaviour =>
    (response) => {
      begin(response);
      chunk(response, { content: text });
      response.end(
        `data: ${JSON.stringify({ error: { message: 'The server is overloaded', type: 'server_error' } })}\n\n`,
      );
    },
  /** Pieces of a stream as they are, each as bytes of its own. */
  streams:
    (pieces: ReadonlyArray<string | Uint8Array>, { keepsOpen = false } = {}): Behaviour =>
    async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces) {
        response.write(piece);
        await new Promise((resolve) => setImmediate(resolve));
      }
      if (!keepsOpen) response.end();
    },
  garbles: (): Behaviour => (response) => {
    begin(response);
    response.end('data: {"choices": [{"delta": \n\n');
  },
  hangs: (): Behaviour => (response) => begin(response),
  refuses:
    (status: number, retryAfter?: string, code: string | null = null): Behaviour =>
    (response) => {
      const headers = { ...(retryAfter !== undefined && { 'retry-after': retryAfter }) };
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(JSON.stringify({ error: { message: 'no', type: 'refused', code } }));
    },
  /** Refuses requests whose JSON has one of these texts, with what the server says then. */
  refusesParameters:
    (refusals: Record<string, { status?: number; body: unknown }>, otherwise: Behaviour): Behaviour =>
    (response, request) => {
      const text = JSON.stringify(request);
      const [, refusal] = Object.entries(refusals).find(([part]) => text.includes(part)) ?? [];
      if (!refusal) return otherwise(response, request);
      response.writeHead(refusal.status ?? 400, { 'content-type': 'application/json' });
      response.end(JSON.stringify(refusal.body));
      return undefined;
    },
  completes:
    (content: unknown): Behaviour =>
    (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
      const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
      response.end(JSON.stringify({ ...base, object: 'chat.completion', choices, usage }));
    },
};
