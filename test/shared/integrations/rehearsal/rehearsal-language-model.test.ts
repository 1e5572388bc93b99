import { expect, it } from 'vitest';
import type { PostCallField } from '#shared/assistants/call-settings.ts';
import { createRehearsalLanguageModel } from '#shared/integrations/rehearsal/rehearsal-language-model.ts';
import { buildReplyRequest, readAll, textOf, turnsOf } from '#test/shared/integrations/ai-sdk/reply-request.ts';
import { campaignOffer, endCallOffer } from '#test/support/tools.ts';

const model = createRehearsalLanguageModel();
const reply = async (changes: Parameters<typeof buildReplyRequest>[0]) =>
  textOf(await readAll(model, buildReplyRequest({ modelId: 11, ...changes })));

async function evaluate(field: Pick<PostCallField, 'type'> & Partial<PostCallField>, ...lines: string[]) {
  const schema = [{ name: 'field', description: '', ...field }];
  const { signal } = new AbortController();
  const answer = await model.evaluate({ modelId: 11, turns: turnsOf(...lines), schema, signal });
  return (answer as Record<string, unknown>)[schema[0]!.name];
}

it.each([
  'Please take me off your list and do not call me again.',
  'Don’t call me any more!',
  'Stop calling this number.',
  'Rufen Sie mich bitte nicht mehr an.',
])('lets customers of a campaign refuse further calls: %s', async (text) => {
  const turns = turnsOf('bot: Hello.', `human: ${text}`);
  const parts = await readAll(model, buildReplyRequest({ turns, tools: campaignOffer() }));
  expect(parts.at(-1)).toMatchObject({ kind: 'tool_call', name: 'do_not_call' });
  expect(textOf(parts)).not.toBe('');
  const others = await readAll(model, buildReplyRequest({ turns }));
  expect(others).not.toContainEqual(expect.objectContaining({ kind: 'tool_call' }));
});

it('goes on with customers who only mention a call', async () => {
  const turns = turnsOf('bot: Hello.', 'human: I was on another call, please go on.');
  const parts = await readAll(model, buildReplyRequest({ turns, tools: campaignOffer() }));
  expect(parts).not.toContainEqual(expect.objectContaining({ kind: 'tool_call' }));
});

it('goes on after what was said already', async () => {
  const whole = await reply({});
  expect(whole).toBe('Okay. How can I help you?');
  await expect(reply({ alreadySaid: 'Okay. ' })).resolves.toBe(whole.slice('Okay.'.length));
});

it.each([
  ['en-US', 'Okay, bye!'],
  ['de-DE', 'Tschüss!'],
  ['fr-FR', 'Au revoir.'],
  ['ja-JP', 'はい、さようなら。'],
  ['ru-RU', 'До свидания!'],
])('takes its leave in %s after %j', async (locale, text) => {
  const turns = turnsOf(`human: ${text}`);
  const parts = await readAll(model, buildReplyRequest({ locale, turns, tools: endCallOffer() }));
  expect(parts.at(-1)).toMatchObject({ kind: 'tool_call', name: 'end_call' });
  const may = await readAll(model, buildReplyRequest({ locale, turns }));
  expect(may.every((part) => part.kind === 'text')).toBe(true);
});

it.each(['The byte is broken.', 'I am at the airport.', 'A bicycle'])('takes no goodbye from %j', async (text) => {
  const request = buildReplyRequest({ turns: turnsOf(`human: ${text}`), tools: endCallOffer() });
  expect((await readAll(model, request)).at(-1)).toMatchObject({ kind: 'text' });
});

it.each([
  { type: 'bool', lines: ['bot: Agreed?', 'human: Yes, please.'], value: true },
  { type: 'bool', lines: ['bot: Agreed?', 'human: No, thank you.'], value: false },
  { type: 'bool', lines: ["human: I don't think so."], value: false },
  { type: 'bool', lines: ['human: No problem, sure.'], value: true },
  { type: 'bool', lines: ['human: No.', 'human: Well, okay then.'], value: true },
  { type: 'bool', lines: ['human: I live in Boston.'], value: null },
  { type: 'bool', lines: ['bot: Yes!'], value: null },
  { type: 'number', lines: ['bot: How many of the 9?', 'human: I would say 4.'], value: 4 },
  { type: 'number', lines: ['human: Some.'], value: null },
  { type: 'string', lines: [], value: null },
] as const)('reads a $type from $lines: $value', async ({ type, lines, value }) => {
  await expect(evaluate({ type }, ...lines)).resolves.toBe(value);
});

it('sums up what the customer said in a sentence', async () => {
  const field = { type: 'string', name: 'summary', description: 'A short summary.' } as const;
  const lines = ['bot: Hello?', 'human: I need a table.', 'bot: When?', 'human: On Monday.', 'human: Bye!'];
  await expect(evaluate(field, ...lines)).resolves.toBe('The customer said: I need a table; On Monday.');
  await expect(evaluate(field, 'human: Bye!')).resolves.toBe('The customer said goodbye.');
});

it.each([
  { name: 'customer_name', description: 'The name of the customer.', value: 'Ada' },
  { name: 'appointment', description: 'When they would like to come.', value: 'Monday' },
  { name: 'shoe_size', description: 'The size of the shoes.', value: null },
])('finds what answers to $name', async ({ value, ...field }) => {
  const lines = ['bot: Your name?', 'human: My name is Ada.', 'bot: When will you come?', 'human: On Monday.'];
  await expect(evaluate({ type: 'string', ...field }, ...lines)).resolves.toBe(value);
});
