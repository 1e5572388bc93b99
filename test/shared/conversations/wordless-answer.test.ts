import { expect, it } from 'vitest';
import { phrasesFor } from '#shared/catalog/languages.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const { fillers, apology } = phrasesFor(1);

it.each([
  ['an emoji, twice', [['👍'], [' ', '🎉 ', '!']], [fillers.neutral[0]], 2],
  ['an emoji, and words when it is asked again', [['👍'], ['All right.']], ['All right.'], 2],
  ['an emoji, and nothing when it is asked again', [['👍'], []], [fillers.neutral[0]], 2],
  ['nothing, twice', [[], [], ['We are open.']], [`${apology} `, 'We are open.'], 3],
  ['words and an emoji', [['Fine. 👍']], ['Fine.'], 1],
])('of a model that says %s, the customer hears an answer', async (_, answers, heard, requests) => {
  const model = createMemoryLanguageModel(answers);
  const live = await holdCall({ model });
  await live.say('Okay, I will think about it.');
  const spoken = live.tokens().join('').trim();
  expect(spoken).toBe(heard.join(''));
  expect(model.replies).toHaveLength(requests);
  expect((await live.now())?.status).toBe('in-progress');
});
