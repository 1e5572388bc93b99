import { describe, expect, it } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const SCREENING = 'Hi. If you record your name and reason for calling, I will see if this person is available.';

describe('the screening of a telephone', () => {
  it.each([
    'Thank you. Please stay on the line.',
    'Thanks. Please stay on the line.',
    'Please hold, I will see.',
    'Danke. Bitte bleiben Sie am Apparat.',
  ])('gets no answer to «%s» once it knows who calls', async (thanks) => {
    const model = createMemoryLanguageModel([['This is Mia.'], ['About Friday.']]);
    const live = await holdCall({ model });
    await live.say(SCREENING);
    await live.say(thanks, 6000);
    expect(live.tokens()).toEqual(['This is Mia.']);
    await live.say('Hello, this is Anna. What is it?', 6000);
    expect(live.tokens()).toEqual(['This is Mia.', 'About Friday.']);
  });

  it('is answered if it asks to stay on the line and to say a name', async () => {
    const model = createMemoryLanguageModel([['This is Mia.']]);
    const live = await holdCall({ model });
    await live.say('Thank you, please stay on the line. But first record your name and reason for calling.');
    expect(live.tokens()).toEqual(['This is Mia.']);
  });
});
