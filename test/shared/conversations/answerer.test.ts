import { expect, it } from 'vitest';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const OPENING = 'Hello, this is Mia from the clinic. This call is recorded. Do you have a minute?';

async function converse(assistant = {}) {
  const model = createMemoryLanguageModel([['This call is recorded.'], ['Sure.']]);
  const live = await holdCall({
    model,
    assistant: { initialMessage: OPENING, ...assistant },
    call: { allowedSeconds: 30 },
  });
  const notes = () => model.replies.map(({ systemPrompt }) => systemPrompt.split('\n\n').slice(1).join(' '));
  return { ...live, notes };
}

it.each([
  {
    heard: 'Hello, this is Mia from the clinic.',
    told: ['heard "Hello, this is Mia from the clinic."', 'not heard: "This call is recorded. Do you have a minute?"'],
  },
  { heard: '', told: ['heard "Hello,"', 'not heard: "this is Mia from the clinic.'] },
])('an opening that was cut is said on: heard «$heard»', async ({ heard, told }) => {
  const live = await converse();
  await live.voice('on');
  await live.interrupt(heard);
  await live.say('Who is this?');
  for (const text of told) expect(live.notes()[0]).toContain(text);
  await live.voice('on');
  await live.voice('off');
  await live.say('I see.');
  expect(live.notes()[1]).toBe('');
});

it('an opening of which the last words are missing is heard', async () => {
  const live = await converse();
  await live.voice('on');
  await live.interrupt('Hello, this is Mia from the clinic. This call is recorded. Do you have a');
  await live.say('Yes.');
  expect(live.notes()).toEqual(['']);
});

it('an opening that was played to its end needs no note', async () => {
  const live = await converse();
  await live.voice('on');
  await live.voice('off');
  await live.say('Yes.');
  expect(live.notes()).toEqual(['']);
});

it.each(['All our agents are busy at the moment. Please hold the line.', 'Press 1 for sales, press 2 for support.'])(
  'a person has not heard what was said to a machine: %s',
  async (machine) => {
    const live = await converse();
    await live.voice('on');
    await live.voice('off');
    await live.say(machine);
    const before = live.notes().length;
    await live.say('Hello, this is Anna, how can I help you?', 20_000);
    expect(live.notes()[before]).toContain(`has not heard your opening: ${JSON.stringify(OPENING)}`);
    await live.say('Which Friday do you mean?', 5_000);
    expect(live.notes().at(-1)).toBe('');
  },
);

it('no opening is missing where the customer speaks first', async () => {
  const live = await converse({ waitForCustomer: true });
  await live.say('Hello?');
  expect(live.notes()).toEqual(['']);
});

it('an opening that goes on over words is heard', async () => {
  const live = await converse({ greetingInterruptible: false });
  await live.voice('on');
  await live.say('Who is this?');
  expect(live.notes()).toEqual([]);
  await live.voice('off');
  expect(live.notes()).toEqual(['']);
});
