import { expect, it } from 'vitest';
import { selectFiller } from '#shared/conversations/fillers.ts';
import { buildScript, findHints } from '#shared/conversations/script.ts';
import { findSpokenForms } from '#shared/conversations/spoken-numbers.ts';
import { toTurns } from '#shared/conversations/transcript.ts';
import { buildAssistant, buildCall, buildConversation, OPENED_AT } from '#test/support/builders.ts';
import { holdCall } from '#test/support/in-memory/calls.ts';
import { createMemoryLanguageModel } from '#test/support/memory/platform.ts';

const NUMBER = '+442071234567';
const answer = `Call ${NUMBER}, it costs 49 EUR. `;

it('a number goes over the wire as it is said, and into the record and the memory of the model as it is written', async () => {
  const model = createMemoryLanguageModel([[answer, 'Until **2026-12-24**.'], ['Bye.']]);
  const live = await holdCall({ model });
  await live.say('How do I reach you?');
  const wire = live.tokens().join('');
  expect(wire).toMatch(/\+4 4/);
  expect(wire).toContain('49 euros');
  expect(wire).toContain('December 24, 2026');
  expect(wire).not.toContain(NUMBER);
  const written = `Call ${NUMBER}, it costs 49 EUR. Until 2026-12-24.`;
  expect((await live.transcript()).at(-1)).toBe(`bot: ${written}`);
  await live.say('Thanks.');
  expect(model.replies.at(-1)!.turns.map(({ text }) => text)).toContain(written);
});

it.each([
  ['before it', 'Call', 'Call'],
  ['within it', 'Call +4 4, 2 0', 'Call +4420'],
  ['behind it', 'Call +4 4, 2 0, 7 1 2 3, 4 5 6 7, it', `Call ${NUMBER}, it`],
])('a number that was cut %s is kept as far as it was heard', async (_, heard, written) => {
  const model = createMemoryLanguageModel([[answer, 'More.']]);
  const live = await holdCall({ model });
  await live.say('How do I reach you?');
  await live.interrupt(heard);
  expect((await live.transcript()).at(-1)).toBe(`bot: ${written}`);
});

it('an amount that was cut has the words that were heard', async () => {
  const live = await holdCall({ model: createMemoryLanguageModel([['It costs 49 EUR a month. ', 'More.']]) });
  await live.say('What does it cost?');
  await live.interrupt('It costs 49');
  expect((await live.transcript()).at(-1)).toBe('bot: It costs 49');
});

it('a greeting is kept as it is written, and as far as the time until the customer hung up allows', () => {
  const greeting = `This is Mia, call ${NUMBER}.`;
  const conversation = buildConversation([], { greeting, greetingForms: findSpokenForms(greeting, 'en-GB') });
  const turnsAt = (milliseconds: number) => toTurns(conversation, { endedAt: OPENED_AT + milliseconds });
  expect(turnsAt(60_000)).toMatchObject([{ text: `This is Mia, call ${NUMBER}.` }]);
  const text = turnsAt(2500)[0]!.text;
  expect(text).toMatch(/^This is Mia, call \+44\d*$/);
  expect(text.length).toBeLessThan(`This is Mia, call ${NUMBER}`.length);
});

it('a log of the release before has what was said, and is read as it is', () => {
  const said = { kind: 'assistant_said', generation: 1, at: OPENED_AT + 2000, text: 'Call +4 4 2, 0 7 1.' } as const;
  const asked = { kind: 'customer_said', at: OPENED_AT + 1000, text: 'How?' } as const;
  expect(toTurns(buildConversation([asked, said], { greeting: null })).at(-1)).toMatchObject({ text: said.text });
});

it('a key goes over the wire by its name, and into the record as it is written', async () => {
  const model = createMemoryLanguageModel([['To hear it again, press the * key. **To finish**, press #.']]);
  const live = await holdCall({ model });
  await live.say('What now?');
  expect(live.tokens().join('')).toBe('To hear it again, press the star key. To finish, press pound.');
  expect((await live.transcript()).at(-1)).toBe('bot: To hear it again, press the * key. To finish, press #.');
  await live.interrupt('To hear it again, press the star');
  expect((await live.transcript()).at(-1)).toBe('bot: To hear it again, press the *');
});

it('markup in a greeting, its variables and fillers reaches neither the voice nor the record', () => {
  const assistant = {
    ...buildAssistant(),
    initialMessage: '**Hello {customer_name}** 👋, this is Blue Door &amp; Sons at [our site](https://example.com).',
  };
  const variables = { customer_name: 'Tom O&#39;Brien' };
  const { greeting } = buildScript({
    call: buildCall(),
    configuration: { assistant, variables },
    locale: 'en-US',
    now: 0,
  });
  expect(greeting).toBe("Hello Tom O'Brien, this is Blue Door & Sons at our site.");
  expect(findHints(variables)).toEqual(["Tom O'Brien"]);
  const fillers = { neutral: ['**Okay** 👍', '👍'], negative: [], positive: [], question: [] };
  expect(selectFiller({ fillers, customerText: 'Fine.', said: [] })).toBe('Okay');
});
