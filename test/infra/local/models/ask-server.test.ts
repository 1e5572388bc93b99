import { createServer, type Server } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askServer, PATIENCE_MS } from '#infra/local/models/ask-server.ts';
import { serve } from '#test/support/http-server.ts';
import { serveModel } from '#test/support/model-server.ts';
import { patience } from '#test/support/patience.ts';

const stops: Array<() => Promise<unknown>> = [];
afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))));

async function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const server = await serve((request, response) => {
    request.resume();
    response.writeHead(status, headers);
    response.end(body);
  });
  stops.push(server.stop);
  return server.url;
}

async function listening(server: Server) {
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  stops.push(async () => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
}

describe('a server of models on this machine', () => {
  it.each([
    ['Ollama', 'llama3.2:3b', 'llama3.2:3b'],
    ['LM Studio', 'qwen/qwen3-4b', 'qwen/qwen3-4b'],
    ['llama.cpp', 'gemma-4-12B-it-Q8_0', 'models/gemma-4-12B-it-Q8_0.gguf'],
    ['vLLM', 'Qwen/Qwen3-32B', 'Qwen/Qwen3-32B'],
  ] as const)('%s is known by what it writes, and lists the models that can talk', async (kind, model, listed) => {
    const server = await serveModel(kind, model, 'Hello.');
    stops.push(server.stop);
    await expect(askServer(server.url, 10_000)).resolves.toEqual({ kind: 'models', name: kind, models: [listed] });
  });

  it.each([
    ['a page', 200, '<!doctype html><h1>My app</h1>', 'none'],
    ['a list of something else', 200, '{"data":[{"id":7}]}', 'none'],
    ['JSON without a list', 200, '{"status":"ok"}', 'none'],
    ['a redirection', 302, '', 'none'],
    ['no such path', 404, '{}', 'none'],
    ['the question for a key', 401, '{"error":"Unauthorized"}', 'locked'],
    ['that it still loads', 503, '{"error":{"code":503,"message":"Loading model"}}', 'loading'],
  ])('that answers with %s is none, asks for a key, or is asked later', async (_, status, body, kind) => {
    const location = { location: 'http://169.254.169.254/v1/models' };
    expect(await askServer(await answering(status, body, status === 302 ? location : {}), 10_000)).toEqual({ kind });
  });

  it('has no names that would change a terminal', async () => {
    const data = ['\u{1B}[2J', 'a\nb', 'llama', '<b>', ''].map((id) => ({ id, object: 'model' }));
    const url = await answering(200, JSON.stringify({ object: 'list', data }));
    await expect(askServer(url, 10_000)).resolves.toMatchObject({ models: ['llama'] });
  });

  it('without a model is found, as older releases of Ollama write it', async () => {
    await expect(askServer(await answering(200, '{"object":"list","data":null}'), 10_000)).resolves.toMatchObject({
      models: [],
    });
  });

  it('that accepts a connection and never answers delays nobody for longer than its time', async () => {
    const url = await listening(createServer(() => undefined));
    const since = performance.now();
    expect(await askServer(url)).toEqual({ kind: 'silent' });
    expect(performance.now() - since).toBeLessThan(patience(PATIENCE_MS + 200));
  });

  it('that never ends its answer is none', async () => {
    const server = await serve((_, response) => {
      const timer = setInterval(() => response.write('{"object":"list",'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    stops.push(server.stop);
    expect(['none', 'silent']).toContain((await askServer(server.url, 10_000)).kind);
  });

  it('that speaks another protocol, or is not there, is none', async () => {
    const other = await listening(createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')));
    expect(await askServer(other, 10_000)).toEqual({ kind: 'none' });
    expect(await askServer('http://127.0.0.1:1')).toEqual({ kind: 'none' });
  });
});
