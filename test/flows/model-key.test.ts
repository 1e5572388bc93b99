import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { useLocalStack } from '#test/support/local-stack.ts';
import { serveModel } from '#test/support/model-server.ts';
import { createAssistant, makeCall, settledCall } from '#test/support/over-http.ts';
import { template } from '#test/support/patience.ts';

const KEY = 'sk-proj-entered-by-a-user-0123456789';
let dataDir = '';
let server: Awaited<ReturnType<typeof serveModel>>;
const running = useLocalStack(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'ringback-key-'));
  server = await serveModel('vLLM', 'served', 'We are open from nine to five.');
  return { dataDir, simulatorSpeed: 20, developer: { OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_MODEL: 'served' } };
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true });
});

interface Answer {
  status: number;
  text: string;
}

/** With the headers that only a browser sends, and that `fetch` does not allow. */
async function post(path: string, body: unknown, changes: Record<string, string | undefined> = {}): Promise<Answer> {
  const { origin, token } = running();
  const { host, port } = new URL(origin);
  const all = { host, authorization: `Bearer ${token(1)}`, 'content-type': 'application/json', ...changes };
  const headers = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const sent = send({ host: '127.0.0.1', port, path, method: 'POST', headers });
  const answered = new Promise<IncomingMessage>((done, fail) => void sent.once('response', done).once('error', fail));
  sent.end(JSON.stringify(body));
  const response = await answered;
  return { status: response.statusCode ?? 0, text: await text(response) };
}

describe.skipIf(template !== undefined)('a key that is entered in the studio', () => {
  it.each([
    ['of no user', { authorization: undefined }, 401],
    ['of a wrong token', { authorization: 'Bearer rb_wrong' }, 401],
    ['of a form', { 'content-type': 'text/plain' }, 403],
    ['of a page of another site', { origin: 'https://evil.example' }, 403],
    ['of a page without an origin', { origin: 'null' }, 403],
    ['of a page at another port of this machine', { origin: 'http://localhost:5555' }, 403],
    ['that a browser marks as of another port', { 'sec-fetch-site': 'same-site' }, 403],
    ['that a browser marks as of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['to a name that was rebound to this machine', { host: 'evil.example:3000' }, 421],
  ])('is not taken from a request %s', async (_, headers, status) => {
    for (const path of ['/local/models/key', '/local/models/key/remove'])
      expect(await post(path, { key: KEY }, headers)).toMatchObject({ status });
  });

  it.each([[undefined], [''], ['short'], ['with a space in it'], ['line\r\nbreak-in-the-key'], ['x'.repeat(301)], [7]])(
    'is refused if it is %j',
    async (key) => {
      expect((await post('/local/models/key', { key })).status).toBe(422);
    },
  );

  it('speaks from then on, and is in no answer, no page, no log, no export, and one file for its owner', async () => {
    const { api, origin, users } = running();
    const assistantId = await createAssistant(api, { llm_model: 'gpt-6-luna' });
    const answers = [
      await post('/local/models/key', { key: KEY }, { origin }),
      await post('/local/models', {}),
      ...(await Promise.all(
        ['/', '/studio.json', '/local/events', '/api/user/assistants/models'].map(async (path) => ({
          status: 200,
          text: await (
            await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${users[0]?.token}` } })
          ).text(),
        })),
      )),
    ];
    expect(answers.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(JSON.parse(answers[1]!.text)).toMatchObject({ key: 'studio', takes_key: true });
    const made = await settledCall(api, await makeCall(api, '+12025550106', assistantId));
    expect(made).toMatchObject({ model: { name: 'gpt-6-luna', simulated: false } });
    const asked = server.requests.findLast(({ path }) => path === '/v1/chat/completions');
    expect(asked?.headers.authorization).toBe(`Bearer ${KEY}`);
    for (const { text: answer } of answers) expect(answer).not.toContain(KEY);
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const holding = [];
    for (const file of files.filter((one) => one.isFile())) {
      const content = await readFile(join(file.parentPath, file.name), 'latin1').catch(() => '');
      if (content.includes(KEY)) holding.push(file.name);
    }
    expect(holding).toEqual(['secrets.json']);
  });

  it('is replaced and removed, within a second', async () => {
    const { api } = running();
    expect((await post('/local/models/key', { key: `${KEY}-two` })).status).toBe(200);
    await new Promise((done) => setTimeout(done, 1_100));
    const assistantId = await createAssistant(api, { llm_model: 'gpt-6-luna' });
    await settledCall(api, await makeCall(api, '+12025550107', assistantId));
    expect(server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}-two`);
    const removed = await post('/local/models/key/remove', {});
    expect(JSON.parse(removed.text)).toMatchObject({ key: null });
    await settledCall(api, await makeCall(api, '+12025550108', assistantId));
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer none');
  });
});
