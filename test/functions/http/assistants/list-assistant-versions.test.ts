import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { handler } from '#functions/http/assistants/list-assistant-versions.ts';
import type { Assistant, AssistantStore } from '#shared/assistants/assistant.ts';
import { buildAssistant } from '#test/support/builders.ts';
import { askerOf } from '#test/support/http-event.ts';
import { createMemoryAssistantStore } from '#test/support/memory/accounts.ts';

async function setup() {
  const assistants = createMemoryAssistantStore();
  const first = buildAssistant({ userId: 1, version: 1, copiedVersion: 1, updatedAt: Date.UTC(2026, 5, 1) });
  await assistants.create(first);
  const second = { ...first, version: 2, copiedVersion: 2, name: 'Second', updatedAt: Date.UTC(2026, 5, 2) };
  await assistants.replace(first, second);
  const ask = askerOf(handler.with({ assistants }));
  const names = async (query = '') => {
    const { body } = (await ask({ userId: 1, id: first.id, query })) as { body: { data: Array<{ name: string }> } };
    return body.data.map(({ name }) => name);
  };
  return { assistants, second, ask, names, id: first.id };
}

it('answers 200 with the settings of each version, newest first', async () => {
  const { ask, id, names } = await setup();
  const { status, body } = await ask({ userId: 1, id });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: {
      data: [
        { version: 2, created_at: '2026-06-02T00:00:00.000000Z', id, name: 'Second' },
        { version: 1, created_at: '2026-06-01T00:00:00.000000Z', id, name: 'Reception' },
      ],
    },
  });
  expect(await names('limit=1')).toEqual(['Second']);
  expect(await names('before=2')).toEqual(['Reception']);
});

it('answers 200 with the present version when it has no copy', async () => {
  const { assistants, second, names } = await setup();
  await assistants.replace(second, { ...second, version: 3, name: 'Third' });
  expect(await names()).toEqual(['Third', 'Second', 'Reception']);
  expect(await names('limit=2')).toEqual(['Third', 'Second']);
  expect(await names('before=3')).toEqual(['Second', 'Reception']);
});

it('answers 200 with fewer versions than the limit when more would not fit into an answer, and then with the others', async () => {
  const { assistants, second, ask, id } = await setup();
  let last: Assistant = second;
  for (let version = 3; version <= 25; version += 1) {
    // Noise: what can be compressed would fit.
    const systemPrompt = noise(198_000);
    last = {
      ...last,
      version,
      copiedVersion: version,
      systemPrompt,
      variables: { text: noise(65_000, 'а') },
    };
    await assistants.replace(await presentOf(assistants, id), last);
  }
  const seen: number[] = [];
  for (let query = ''; seen.length < 25; query = `before=${seen.at(-1)}`) {
    const { status, body } = (await ask({ userId: 1, id, query })) as { status: number; body: { data: Version[] } };
    expect(status).toBe(200);
    seen.push(...body.data.map(({ version }) => version));
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index));
});

/** Of 90 characters that JSON does not escape. */
const noise = (length: number, first = '#') => {
  const letters = Array.from({ length: 91 }, (_, index) => String.fromCodePoint(first.charCodeAt(0) + index));
  const plain = letters.filter((one) => one !== '\\');
  return Array.from(randomBytes(length), (byte) => plain[byte % plain.length]).join('');
};

type Version = { version: number };
const presentOf = async (assistants: AssistantStore, id: number) => (await assistants.get(1, id))!;

it.each(['limit=0', 'limit=26', 'before=x'])('answers 422 for %s', async (query) => {
  const { ask, id } = await setup();
  expect((await ask({ userId: 1, id, query })).status).toBe(422);
});

it('answers 404 to another user, and when the assistant was deleted', async () => {
  const { ask, id, assistants, second } = await setup();
  expect((await ask({ userId: 2, id })).status).toBe(404);
  await assistants.delete(second);
  expect((await ask({ userId: 1, id })).status).toBe(404);
});
