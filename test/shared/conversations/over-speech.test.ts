import { describe, expect, it } from 'vitest';
import { isPickUpGreeting } from '#shared/conversations/pick-up-greeting.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const whole = {
  greetingInterruptible: null,
  initialMessage: 'Hello, this is Mia of the practice. This call is recorded.',
};

async function greet(assistant: object = {}) {
  const model = createMemoryLanguageModel([['Fine.']]);
  const live = await holdCall({ model, assistant: { ...whole, ...assistant } });
  await live.voice('on');
  return { ...live, model, prompts: () => model.replies.map(({ turns }) => turns.at(-1)?.text) };
}

describe('words over a greeting that is said to its end', () => {
  it.each([
    { said: ['Hello?'], answered: [] },
    { said: ['Yes?'], answered: [] },
    { said: ['Hello?', 'Hello?'], answered: [] },
    { said: ['Who is this?'], answered: ['Who is this?'] },
    { said: ['Hello?', 'What do you want?'], answered: ['Hello? What do you want?'] },
  ])('$said are followed by $answered', async ({ said, answered }) => {
    const live = await greet();
    for (const text of said) await live.say(text);
    expect(live.tokens()).toEqual([]);
    await live.voice('off');
    expect(live.prompts()).toEqual(answered);
    expect(live.tokens()).toEqual(answered.length > 0 ? ['Fine.'] : []);
  });

  it('a late yes is an answer to a greeting that asks', async () => {
    const live = await greet({ initialMessage: `${'We have moved. '.repeat(8)}Is Tuesday fine?` });
    await live.say('Yes.', 3000);
    await live.voice('off');
    expect(live.prompts()).toEqual(['Yes.']);
  });

  it('words after it are answered at once, and repeated frames once', async () => {
    const live = await greet();
    await live.say('Where is that?');
    await Promise.all([live.voice('off'), live.voice('off')]);
    await live.say('Thank you.');
    expect(live.prompts()).toEqual(['Where is that?', 'Thank you.']);
  });

  it('words whose greeting ended in the same moment are not lost', async () => {
    const live = await greet();
    await Promise.all([live.voice('off'), live.say('Where is that?', 0)]);
    expect(live.prompts()).toEqual(['Where is that?']);
  });

  it('an inbound call may interrupt its greeting', async () => {
    const model = createMemoryLanguageModel([['Fine.']]);
    const live = await holdCall({ model, assistant: whole, call: { type: 'inbound' } });
    await live.voice('on');
    await live.say('Where is that?');
    expect(live.tokens()).toEqual(['Fine.']);
  });
});

describe('words over an assistant that may not be interrupted', () => {
  it.each(['Yes, please.', 'No.', '[pressed 1]'])('%s is answered after it', async (text) => {
    const live = await greet({
      allowInterruptions: false,
      initialMessage: `${'We have moved. '.repeat(8)}Is Tuesday fine?`,
    });
    await live.say(text, 3000);
    expect(live.tokens()).toEqual([]);
    await live.voice('off');
    expect(live.prompts()).toEqual([text]);
  });
});

it.each([
  ['Hello?', false, true],
  ['Hallo, guten Tag.', false, true],
  ['Allô ?', false, true],
  ['Pronto!', false, true],
  ['もしもし', false, true],
  ['喂，你好', false, true],
  ['Yes?', true, true],
  ['Yes?', false, false],
  ['Ja bitte?', true, true],
  ['Hello, who is calling?', true, false],
  ['Goodbye.', true, false],
  ['[pressed 1]', true, false],
])('%s, early %s, is a hello: %s', (text, isEarly, expected) => {
  expect(isPickUpGreeting(text, isEarly)).toBe(expected);
});
