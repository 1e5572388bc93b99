import { describe, expect, it } from 'vitest';
import { createCatalogueLanguageModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import { buildReplyRequest, readAll, textOf, turnsOf } from '#test/shared/integrations/ai-sdk/reply-request.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { behaviours, useOpenAiServer } from '#test/support/openai-server.ts';

const server = useOpenAiServer();
describe.each([
  { adapter: 'rehearsal', create: () => createRehearsalLanguageModel() },
  {
    adapter: 'ai sdk',
    create: () =>
      createCatalogueLanguageModel({
        models: createMemoryModels(),
        providers: () => ({ openai: { apiKey: async () => 'sk-test', baseUrl: server.baseUrl() } }),
        clock: createFixedClock(),
      }),
  },
])('language model on $adapter', ({ create }) => {
  it('answers to a conversation that is empty, or that the assistant spoke last in', async () => {
    server.behave(behaviours.says('Hello?'));
    expect(textOf(await readAll(create(), buildReplyRequest({ turns: [] })))).not.toBe('');
    expect(textOf(await readAll(create(), buildReplyRequest({ turns: turnsOf('bot: Hello.') })))).not.toBe('');
  });

  it('stops by an error when it is not wanted any more', async () => {
    server.behave(behaviours.hangs());
    const controller = new AbortController();
    const answered = readAll(create(), buildReplyRequest({ signal: controller.signal }));
    controller.abort();
    await expect(answered).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('gives up an evaluation that is not wanted any more', async () => {
    server.behave(behaviours.hangs());
    const signal = AbortSignal.abort();
    await expect(create().evaluate({ modelId: 1, turns: [], schema: [], signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
