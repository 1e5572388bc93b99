import { describe, expect, it } from 'vitest';
import { createCatalogueLanguageModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import type { PostCallField } from '#shared/assistants/assistant.ts';
import { behaviours, useOpenAiServer } from '#test/support/openai-server.ts';
import { buildReplyRequest, readAll, textOf, turnsOf } from '#test/support/reply-request.ts';
import { createObservers } from '#test/support/fakes.ts';

const server = useOpenAiServer();
const schema: PostCallField[] = [
  { name: 'agreed', type: 'bool', description: 'Whether the customer agreed.' },
  { name: 'people', type: 'number', description: 'How many people.' },
  { name: 'summary', type: 'string', description: 'A summary.' },
  { name: 'email', type: 'string', description: 'Their email.' },
];
const told = { agreed: true, people: 4, summary: 'The customer wants a table.', email: null };

describe.each([
  { adapter: 'rehearsal', create: () => createRehearsalLanguageModel() },
  {
    adapter: 'ai sdk',
    create: () =>
      createCatalogueLanguageModel(
        { openai: { apiKey: async () => 'sk-test', baseUrl: server.baseUrl() } },
        createObservers().logger,
      ),
  },
])('language model on $adapter', ({ create }) => {
  it('streams an answer in parts', async () => {
    server.behave(behaviours.says('We have ', 'a table ', 'for you.'));
    const parts = await readAll(create(), buildReplyRequest());
    expect(parts.length).toBeGreaterThan(1);
    expect(textOf(parts).trim()).not.toBe('');
    expect(parts.every((part) => part.kind === 'text')).toBe(true);
  });

  it('ends the call when it may and the customer says goodbye', async () => {
    server.behave(behaviours.callsTool('end_call', 'Goodbye!'));
    const request = buildReplyRequest({ turns: turnsOf('human: Goodbye.'), endCallDescription: 'When done.' });
    const parts = await readAll(create(), request);
    expect(parts.at(-1)).toEqual({ kind: 'end_call' });
    expect(textOf(parts)).toMatch(/goodbye/i);
  });

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

  it('evaluates a conversation by the schema, null where nothing is told', async () => {
    server.behave(behaviours.completes(JSON.stringify(told)));
    const turns = turnsOf('bot: A table?', 'human: Yes, for four people please.', 'bot: Noted.', 'human: Bye.');
    const answer = await create().evaluate({ modelId: 1, turns, schema, signal: new AbortController().signal });
    expect(answer).toMatchObject({ agreed: true, people: 4, email: null, summary: expect.any(String) });
    expect(Object.keys(answer as object)).toEqual(schema.map((field) => field.name));
  });

  it('gives up an evaluation that is not wanted any more', async () => {
    server.behave(behaviours.hangs());
    const signal = AbortSignal.abort();
    await expect(create().evaluate({ modelId: 1, turns: [], schema, signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
