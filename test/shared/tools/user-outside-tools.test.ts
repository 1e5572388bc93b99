import { expect, it } from 'vitest';
import { sendUserTool } from '#shared/tools/send-user-tool.ts';
import { createUserOutsideTools } from '#shared/tools/user-outside-tools.ts';
import { buildUser } from '#test/support/builders.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { memoryService } from '#test/support/in-memory/service.ts';
import { createMemoryLanguageModel, createMemorySecrets } from '#test/support/memory/platform.ts';
import { createMemoryUserToolStore } from '#test/support/memory/tools.ts';
import { toolCall } from '#test/support/tools.ts';
import { buildUserTool } from '#test/support/user-tools.ts';

const bookTool = buildUserTool({
  id: 81,
  name: 'book',
  method: 'POST',
  endpoint: 'https://shop.example/book/{day}',
  schema: [{ name: 'day', type: 'string', description: 'The day.' }],
});

/** A call whose assistant has the tool, as the service stores and sends it. */
async function holdWithTool(answers: Parameters<typeof createMemoryLanguageModel>[0]) {
  const { users, clock } = memoryService({ users: [buildUser({ id: 7 })] });
  const userTools = createMemoryUserToolStore();
  await userTools.create(bookTool, sealed);
  userTools.getSecret = async () => undefined;
  const sent: Array<{ url: string; headers: Record<string, string> }> = [];
  const transport = {
    send: async (request: { url: string; headers: Record<string, string> }) => {
      sent.push(request);
      return {
        kind: 'answered',
        status: 200,
        body: '{"booked":true}',
        retryAfterSeconds: null,
        durationMs: 7,
      } as const;
    },
  };
  const secrets = createMemorySecrets({ 'webhook-signing-key': 'signing-key' });
  const model = createMemoryLanguageModel(answers);
  const live = await holdCall({ model, assistant: { llmModelId: 1, toolIds: [81] } });
  const deps = { userTools, users, secrets, transport, clock, pause: async () => undefined };
  live.outsideTools.load = createUserOutsideTools({
    userTools,
    send: (one, request) => sendUserTool(one, request, deps),
  }).load;
  return { live, model, sent, userTools };
}

const sealed = { keyId: 'k', wrappedKey: 'w', content: 'c' };

it('a tool of a user is a signed request with the key of its use, made from arguments and variables of the call', async () => {
  const answers = [[toolCall('book', { day: 'Tuesday' })], [toolCall('book', {})], ['Done.']];
  const { live, model, sent } = await holdWithTool(answers);
  await live.say('Book me in on Tuesday.');
  const [use] = (await live.toolUses.list(live.key)).flatMap((turn) => turn.uses);
  expect(sent).toMatchObject([
    {
      url: 'https://shop.example/book/Tuesday',
      headers: { 'idempotency-key': use?.key, 'webhook-id': use?.key, 'webhook-signature': expect.any(String) },
    },
  ]);
  expect(use).toMatchObject({ state: 'done', result: '{"booked":true}', durationMs: 7 });
  const told = model.replies[2]?.rounds?.flatMap(({ calls }) => calls.map(({ result }) => result));
  expect(told).toEqual(['{"booked":true}', 'The arguments are wrong: day is missing.']);
});

it('a call that has begun uses a tool as it is with the next words, and none that is gone', async () => {
  const day = (text: string) => toolCall('book', { day: text });
  const { live, model, sent, userTools } = await holdWithTool([[day('Monday')], ['Done.'], [day('Friday')], ['Done.']]);
  await live.say('Monday.');
  const changed = { ...bookTool, endpoint: 'https://new.example/{day}', description: 'Books.', version: 2 };
  await userTools.replace(bookTool, changed, sealed);
  await live.say('And Friday.', 10_000);
  expect(sent.map(({ url }) => url)).toEqual(['https://shop.example/book/Monday', 'https://new.example/Friday']);
  await userTools.delete(changed);
  await live.say('And Sunday.', 10_000);
  const offered = model.replies.map(({ tools }) => tools.filter(({ name }) => name === 'book').length);
  expect([offered[0], offered.at(-1)]).toEqual([1, 0]);
});
