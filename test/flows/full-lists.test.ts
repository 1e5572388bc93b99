import { request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { leastAssistantRequest } from '#test/support/assistant-request.ts';
import { useLocalStack } from '#test/support/local-stack.ts';
import { makeCall, settledCall } from '#test/support/over-http.ts';

const running = useLocalStack();

/** Texts that JSON escapes twice on the way out, and so the largest answers. */
const largest = (changes: object = {}) => leastAssistantRequest({ system_prompt: '"'.repeat(100_000), ...changes });
const post = (body: object) =>
  running().api<{ message: string; data: { id: number } }>('POST', '/user/assistant', body);

/** Creates assistants until one is refused. */
async function fillWith(body: object): Promise<number[]> {
  const ids: number[] = [];
  for (;;) {
    const answer = await post(body);
    if (answer.status === 201) {
      ids.push(answer.body.data.id);
      continue;
    }
    const message = 'All assistants of the account would have more than 4.9 MB. Shorten or delete some first.';
    expect(answer).toMatchObject({ status: 409, body: { message } });
    return ids;
  }
}

interface RawAnswer {
  status: number | undefined;
  coding: string | undefined;
  body: Buffer;
}

/** As a client asks that decodes nothing by itself. */
const rawGet = (path: string, headers: Record<string, string>): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const { baseUrl, token, users } = running();
    const sent = request(
      `${baseUrl}${path}`,
      { headers: { authorization: `Bearer ${token(users[0]!.id)}`, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const { statusCode: status, headers: received } = answer;
          resolve({ status, coding: received['content-encoding'], body: Buffer.concat(chunks) });
        });
      },
    );
    sent.on('error', reject).end();
  });

it('a user at the limits reads every list, finds assistants by uuid, makes calls, shrinks, and creates again', async () => {
  const { api } = running();
  const ids = await fillWith(largest());
  const small = await fillWith(largest({ system_prompt: 'x'.repeat(30_000) }));
  expect(small.length).toBeGreaterThan(0);
  expect(ids.length).toBeGreaterThan(8);
  const [first = 0, second = 0] = ids;

  // Whole lists, for clients that accept gzip, say nothing, and accept nothing.
  const { body: all } = await api<Array<{ id: number; uuid: string }>>('GET', '/user/assistants');
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  for (const path of ['/user/assistants', '/user/assistants/outbound', '/user/assistants/get?per_page=100']) {
    const plain = await rawGet(path, { 'accept-encoding': 'identity' });
    const silent = await rawGet(path, {});
    const zipped = await rawGet(path, { 'accept-encoding': 'gzip' });
    expect([plain, silent, zipped].map(({ status, coding }) => [status, coding])).toEqual([
      [200, undefined],
      [200, undefined],
      [200, 'gzip'],
    ]);
    expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
  }

  // Growing is refused and shrinking is not; a webhook by uuid is a change like any other.
  const uuid = all.find(({ id }) => id === first)!.uuid;
  const put = (body: object) => api('PUT', `/user/assistant/${first}`, body);
  expect(await put({ variables: { note: '"'.repeat(30_000) } })).toMatchObject({ status: 409 });
  expect(await put({ assistant_name: 'Desk' })).toMatchObject({ status: 200 });
  expect(await put({ system_prompt: 'Short.' })).toMatchObject({ status: 200 });
  const webhook = { assistant_id: uuid, webhook_url: 'https://hooks.example.com/calls' };
  expect(await api('POST', '/user/assistants/enable-inbound-webhook', webhook)).toMatchObject({ status: 200 });
  expect(await api('POST', '/user/assistants/disable-inbound-webhook', { assistant_id: uuid })).toMatchObject({
    status: 200,
  });
  expect(await settledCall(api, await makeCall(api, '+12025550100', second))).toMatchObject({
    assistant_name: 'Reception',
  });
  expect(await post(largest())).toMatchObject({ status: 201 });
  expect(await post(largest())).toMatchObject({ status: 409 });
  expect(await api('DELETE', `/user/assistant/${second}`)).toMatchObject({ status: 200 });
  expect(await post(largest())).toMatchObject({ status: 201 });
});
