import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { useLocalStack } from '#test/support/local-stack.ts';
import { type ModelServerKind, serveModel } from '#test/support/model-server.ts';
import { createAssistant, makeCall, settledCall } from '#test/support/over-http.ts';
import { patience } from '#test/support/patience.ts';

type Server = Awaited<ReturnType<typeof serveModel>>;
const kinds: Array<[kind: ModelServerKind, model: string, listed: string]> = [
  ['Ollama', 'llama3.2:3b', 'llama3.2:3b'],
  ['LM Studio', 'qwen/qwen3-4b', 'qwen/qwen3-4b'],
  ['llama.cpp', 'gemma-4-12B-it-Q8_0', 'gemma-4-12B-it-Q8_0'],
  ['vLLM', 'Qwen/Qwen3-32B', 'Qwen/Qwen3-32B'],
];
const WORDS = 'We are open from nine to five.';
const servers = new Map<string, Server>();
const hanging = createServer(() => undefined);
afterAll(async () => {
  hanging.close();
  await Promise.all([...servers.values()].map(({ stop }) => stop()));
});

/** Another program of the machine has the first port: it accepts connections, and never answers. */
const running = useLocalStack(async () => {
  await new Promise<void>((done) => void hanging.listen(0, '127.0.0.1', done));
  const { port } = hanging.address() as { port: number };
  for (const [kind, model] of kinds) servers.set(kind, await serveModel(kind, model, WORDS));
  return { modelServers: [`http://127.0.0.1:${port}`, ...[...servers.values()].map(({ url }) => url)] };
});

const listed = async () => {
  const { body } = await running().api('GET', '/user/assistants/models');
  return (body as Array<{ name: string }>).map(({ name }) => name);
};

describe('the models of servers on this machine', () => {
  it('are the first of the list, and a server that does not answer delays it by 300 ms at most', async () => {
    await listed();
    const since = performance.now();
    expect((await listed()).slice(0, 4)).toEqual(kinds.map(([, , name]) => name));
    expect(performance.now() - since).toBeLessThan(patience(1_000));
  });

  it.each(kinds)('of %s speak in a call, whose record names them', async (kind, model, llm_model) => {
    const { api } = running();
    const server = servers.get(kind)!;
    const assistantId = await createAssistant(api, { llm_model });
    const callId = await makeCall(api, '+12025550104', assistantId);
    const call = await settledCall(api, callId);
    expect(call['transcript']).toContain(WORDS);
    expect(call).toMatchObject({ model: { name: llm_model, simulated: false } });
    const asked = server.requests.find(({ path }) => path === '/v1/chat/completions');
    expect(asked).toMatchObject({
      body: { model: kind === 'llama.cpp' ? `models/${model}.gguf` : model, stream: true },
    });
    const page = await api('GET', '/user/calls?include=outcome,model&per_page=1');
    expect(page.body).toMatchObject({ data: [{ id: callId, model: { name: llm_model } }] });
  });

  it('are not listed when their server is gone, and the rehearsal model answers for them, which the record says', async () => {
    const { api } = running();
    const assistantId = await createAssistant(api, { llm_model: 'llama3.2:3b' });
    await servers.get('Ollama')!.stop();
    await new Promise((done) => setTimeout(done, 2_100));
    expect(await listed()).not.toContain('llama3.2:3b');
    const call = await settledCall(api, await makeCall(api, '+12025550105', assistantId));
    expect(call).toMatchObject({ model: { name: 'rehearsal', simulated: true } });
    expect(await listed()).toContain('Qwen/Qwen3-32B');
  });
});
