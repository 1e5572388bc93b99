import { afterEach, describe, expect, it } from 'vitest';
import { createModelServers, serversLine } from '#infra/local/models/model-servers.ts';
import { builtInModels } from '#shared/catalog/models.ts';
import { serve } from '#test/support/http-server.ts';
import { createMemoryModelStore } from '#test/support/memory/models.ts';
import { serveModel } from '#test/support/model-server.ts';

/** A busy machine takes longer than a start may wait. */
const patient = { patienceMs: 5_000 };
const stops: Array<() => Promise<unknown>> = [];
afterEach(async () => void (await Promise.all(stops.splice(0).map((stop) => stop()))));

async function startedModel(...given: Parameters<typeof serveModel>) {
  const server = await serveModel(...given);
  stops.push(server.stop);
  return server;
}

describe('the models of servers on this machine', () => {
  it('are listed while their server runs, and keep their ids for assistants', async () => {
    let now = 0;
    const store = createMemoryModelStore();
    const server = await serveModel('Ollama', 'llama3.2:3b', 'Hello.');
    const servers = createModelServers([server.url], store, { now: () => now, ...patient });
    await servers.look();
    const listed = { id: 1001, name: 'llama3.2:3b', provider: 'local', server: `${server.url}/v1` };
    expect(await store.list()).toMatchObject([listed]);
    expect(servers.found()).toEqual([{ name: 'Ollama', origin: server.url, models: ['llama3.2:3b'] }]);

    await server.stop();
    now += 2_000;
    await servers.look();
    expect(await store.list()).toMatchObject([{ ...listed, isAway: true }]);
    expect(servers.found()).toEqual([]);

    // Of another run of the stack: the server is at another port, and the old one is no address of it.
    const later = await startedModel('Ollama', 'qwen3:8b', 'Hello.');
    await createModelServers([later.url], store, patient).look();
    expect(await store.list()).toMatchObject([{ isAway: true }, { id: 1002, name: 'qwen3:8b' }]);
  });

  it('of a server that starts later are found, once in two seconds', async () => {
    let now = 0;
    const store = createMemoryModelStore();
    const first = await serveModel('vLLM', 'Qwen/Qwen3-32B', 'Hello.');
    const port = Number(new URL(first.url).port);
    await first.stop();
    const servers = createModelServers([first.url], store, { now: () => now, ...patient });
    await servers.look();
    expect(await store.list()).toEqual([]);
    const again = await startedModel('vLLM', 'Qwen/Qwen3-32B', 'Hello.', port);
    now += 1_999;
    await servers.look();
    expect(again.requests).toEqual([]);
    now += 1;
    await Promise.all([servers.look(), servers.look()]);
    expect(again.requests.map(({ path }) => path)).toEqual(['/v1/models']);
    expect(await store.list()).toMatchObject([{ name: 'Qwen/Qwen3-32B' }]);
  });

  it('have the name of their file, and of their server where another model has it', async () => {
    const taken = builtInModels[0]!.name;
    const store = createMemoryModelStore();
    const servers = await Promise.all([
      startedModel('llama.cpp', 'gemma-4-12B-it-Q8_0', 'Hello.'),
      startedModel('Ollama', taken, 'Hello.'),
    ]);
    await createModelServers(
      servers.map(({ url }) => url),
      store,
      patient,
    ).look();
    expect((await store.list()).map(({ name }) => name)).toEqual(['gemma-4-12B-it-Q8_0', `${taken} (Ollama)`]);
  });

  it('of a server that stops to answer stay once, and the server is asked twice, then every half a minute', async () => {
    let now = 0;
    let isSilent = false;
    const store = createMemoryModelStore();
    const body = '{"object":"list","data":[{"id":"qwen/qwen3-4b","object":"model"}]}';
    const { url, stop } = await serve((_, response) => void (isSilent ? undefined : response.end(body)));
    stops.push(stop);
    const servers = createModelServers([url], store, { now: () => now, patienceMs: 1_000 });
    const isListed = async () => {
      await servers.look();
      return servers.found().length === 1 && (await store.list()).every(({ isAway }) => isAway !== true);
    };
    await expect(isListed()).resolves.toBe(true);
    isSilent = true;
    now += 2_000;
    await expect(isListed()).resolves.toBe(true);
    now += 2_000;
    await expect(isListed()).resolves.toBe(false);
    isSilent = false;
    now += 29_999;
    await expect(isListed()).resolves.toBe(false);
    now += 1;
    await expect(isListed()).resolves.toBe(true);
  });

  it('never fail a request: a table that does not answer lists none', async () => {
    const { url } = await startedModel('Ollama', 'llama3.2:3b', 'Hello.');
    const store = { ...createMemoryModelStore(), list: () => Promise.reject(new Error('throttled')) };
    await expect(createModelServers([url], store).look()).resolves.toBeUndefined();
  });
});

describe('the line of the start', () => {
  const server = (name: string, ...models: string[]) => ({ name, origin: 'http://127.0.0.1:1', models });
  it.each([
    [[], 'none found on this machine'],
    [[server('Ollama', 'a', 'b', 'c')], 'Ollama: a, b, 1 more'],
    [[server('Ollama'), server('vLLM', 'a')], 'Ollama: no model; vLLM: a'],
  ])('for %j is %s', (servers, line) => {
    expect(serversLine(servers)).toBe(line);
  });
});
