import { expect, it } from 'vitest';
import { createCatalogueLanguageModel } from '#shared/integrations/ai-sdk/catalogue-language-model.ts';
import { holdThoughts, openThoughtsOf, type OpenThoughts } from '#shared/integrations/ai-sdk/open-thoughts.ts';
import { buildReplyRequest, readAll, textOf } from '#test/shared/integrations/ai-sdk/reply-request.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { createMemoryModels } from '#test/support/memory/models.ts';
import { behaviours, useOpenAiServer } from '#test/support/openai-server.ts';

const server = useOpenAiServer();

it.each<[name: string, kind: OpenThoughts | undefined]>([
  ['deepseek-ai/DeepSeek-R1', 'tag'],
  ['deepseek-r1:8b', 'tag'],
  ['deepseek-chat', undefined],
  ['Qwen/Qwen3-30B-A3B', 'tag'],
  ['qwen3:4b', 'tag'],
  ['Qwen3-30B-A3B-Instruct-2507', undefined],
  ['qwen2.5:7b', undefined],
  ['QwQ-32B', 'tag'],
  ['mistralai/Magistral-Small-2509', 'tag'],
  ['mistral-small', undefined],
  ['openai/gpt-oss-120b', 'channel'],
  ['kimi-k2-thinking', 'tag'],
  ['llama-3.3-70b', undefined],
  ['gpt-6-luna', undefined],
])('the thoughts of %s are known as: %s', (name, kind) => {
  expect(openThoughtsOf(name, undefined)).toBe(kind);
  expect(openThoughtsOf(name, 'none')).toBeUndefined();
});

it.each<[kind: OpenThoughts, written: string, said: string]>([
  ['tag', 'They ask for hours.</think>We are open.', 'We are open.'],
  ['tag', 'Hm.\n</thinking>\nYes.', '\nYes.'],
  ['tag', 'We are open.', 'We are open.'],
  ['tag', '<think>Hm.</think>Yes.', '<think>Hm.</think>Yes.'],
  ['tag', '\n[THINK]Hm.[/THINK]Yes.', '\n[THINK]Hm.[/THINK]Yes.'],
  ['channel', 'analysisThey ask.assistantfinalWe are open.', 'We are open.'],
  ['channel', 'We do an analysis.', 'We do an analysis.'],
  ['channel', 'analysis is what we do', 'analysis is what we do'],
])('of a model with open thoughts (%s) that writes %j, %j is left', (kind, written, said) => {
  for (const length of [1, 2, 5, 100]) {
    const holder = holdThoughts(kind);
    let left = '';
    for (let at = 0; at < written.length; at += length) left += holder.read(written.slice(at, at + length));
    expect(left + holder.end(false)).toBe(said);
  }
});

it('of an answer that was cut in its thoughts, nothing is left', () => {
  const holder = holdThoughts('tag');
  expect(holder.read('They ask for hours, so')).toBe('');
  expect(holder.end(true)).toBe('');
});

it.each([
  ['holds back the thoughts of a model that is known to think', 'qwen3:4b', 'We are open.', 2500],
  ['does not wait for the end of the answer of another model', 'llama-3.3-70b', 'They ask.</think>We are open.', 500],
])('%s', async (_, served, text, tokens) => {
  server.behave(behaviours.says('They ask.', '</think>', 'We are open.'));
  const openai = { apiKey: async () => 'sk-test', baseUrl: server.baseUrl(), model: served };
  const models = createMemoryModels({ bedrock: undefined, rehearsal: true });
  const model = createCatalogueLanguageModel({ models, providers: () => ({ openai }), clock: createFixedClock() });
  const parts = await readAll(model, buildReplyRequest({ modelId: 12 }));
  expect(textOf(parts)).toBe(text);
  // The held parts tell that the model is at work.
  expect(parts.length).toBeGreaterThanOrEqual(3);
  expect(server.requests.at(-1)?.body).toMatchObject({ max_tokens: tokens });
});
