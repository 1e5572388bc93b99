import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReplyPart } from '#shared/conversations/language-model.ts';
import { withoutMachineText } from '#shared/conversations/machine-text.ts';
import { propertySeed as seed } from '#test/properties/seed.ts';

interface Tool {
  name: string;
  endsCall: boolean;
  mayBeWritten?: boolean;
}
const all: readonly Tool[] = [
  { name: 'end_call', endsCall: true, mayBeWritten: true },
  { name: 'wait', endsCall: false, mayBeWritten: true },
  { name: 'book', endsCall: false },
  { name: 'book_table', endsCall: false },
  { name: 'check_free_times', endsCall: false },
  { name: 'transfer', endsCall: false },
];

async function read(chunks: readonly string[], tools: readonly Tool[]) {
  async function* stream(): AsyncGenerator<ReplyPart> {
    for (const text of chunks) yield { kind: 'text', text };
  }
  let said = '';
  const called: string[] = [];
  for await (const part of withoutMachineText(stream(), tools)) {
    if (part.kind === 'text') said += part.text;
    else called.push(part.name);
  }
  return { said: said.replaceAll(/\s+/gu, ' ').trim(), called };
}

/** In pieces of these lengths, and then in ones of the last length. */
function cut(text: string, lengths: readonly number[]): string[] {
  const chunks: string[] = [];
  for (let at = 0, index = 0; at < text.length; index += 1) {
    const length = lengths[Math.min(index, lengths.length - 1)] ?? text.length;
    chunks.push(text.slice(at, at + length));
    at += length;
  }
  return chunks;
}

const prose = fc.constantFrom(
  'I will end the call now.',
  'Shall I end call number two?',
  'Let me book a table, or book (early) two.',
  'Please wait a moment.',
  'Wait, the book(s) you want are here, (wait) and see.',
  'You can call me, or book/transfer it.',
  'Our tools: none. The functions. Print it.',
  'Press *, 3 * 4 and [yes] and {so} and 2 < 3.',
  'She said "wait", and they did; "book" it.',
  "Call. Calling the end of it, don’t and don't.",
  'A *wait* of an hour, a `book` and _transfer_ fees.',
  'It costs 5: {or} 6, and 50/60.',
  'Wait: I have it. Transfer = 5 EUR.',
  '予約を transfer します。',
);

const words = (name: string) => name.split('_');
const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
/** Spellings that no prose has, where the name has several words. */
const codeSpellings: ReadonlyArray<(name: string) => string> = [
  (name) => name,
  (name) => name.toUpperCase(),
  (name) => words(name).map(capital).join('_'),
  (name) => words(name)[0]! + words(name).slice(1).map(capital).join(''),
  (name) => words(name).map(capital).join(''),
];
const proseSpellings: ReadonlyArray<(name: string) => string> = [
  (name) => words(name).join(' '),
  (name) => words(name).join('-'),
  (name) => words(name).map(capital).join(' '),
  (name) => words(name).join(''),
];

const json = fc
  .record({
    note: fc.constantFrom('plain', 'a ) b', 'a } b ]', 'say "hi"', 'end_call()', 'x: {y}'),
    guests: fc.integer({ min: 0, max: 9 }),
    list: fc.array(fc.constantFrom<unknown>(1, true, null, { day: 'Monday' }), { maxLength: 2 }),
  })
  .chain((value) => fc.constantFrom(JSON.stringify(value), JSON.stringify(value, null, 1), '{}'));
const callArguments = fc.oneof(
  fc.constantFrom('', ' ', '"two"', 'guests=2, day="Monday (late)"', 'guests: 2', '{}', '5', 'true, 3'),
  json,
);

/** Shapes that are code whatever is spelled in them. */
const sureShapes: ReadonlyArray<(name: string, form: { args: string; object: string }) => string> = [
  (name, { args }) => `${name}(${args})`,
  (name, { args }) => `functions.${name}(${args})`,
  (name, { args }) => `\`${name}(${args})\``,
  (name, { args }) => `[${name}(${args})]`,
  (name, { args }) => `print(${name}(${args}))`,
  (name) => `[${name}]`,
  (name) => `[[ ${name} ]]`,
  (name) => `**[${name}]**`,
  (name) => `<${name}/>`,
  (name) => `<${name} />`,
  (name) => `<${name}></${name}>`,
  (name) => `<${name} reason="it is over"/>`,
  (name, { object }) => `<${name}>${object}</${name}>`,
  (name, { object }) => `<${name}>\n${object}\n</${name}>`,
  (name) => `{{${name}}}`,
  (name) => `{{ ${name} }}`,
  (name) => `{${name}}`,
  (name, { object }) => `${name}: ${object}`,
  (name, { object }) => `${name} ${object}`,
  (name, { object }) => `functions.${name}:0 ${object}`,
  (name, { object }) => `{"${name}": ${object}}`,
];
/** Shapes that are code for a name that is spelled as code. */
const markedShapes: ReadonlyArray<(name: string) => string> = [
  (name) => `*${name}*`,
  (name) => `**${name}**`,
  (name) => `\`${name}\``,
  (name) => `/${name}`,
  (name) => `call ${name}`,
  (name) => `Calling ${name}`,
  (name) => `tool: ${name}`,
  (name) => `functions.${name}`,
  (name) => `[tool: ${name}]`,
  (name) => `[${name}: the customer said goodbye]`,
];

const form = fc
  .record({
    tool: fc.constantFrom(...all),
    args: callArguments,
    object: json,
    shape: fc.nat(sureShapes.length + markedShapes.length - 1),
    spelling: fc.nat(codeSpellings.length + proseSpellings.length - 1),
  })
  .map(({ tool: { name }, args, object, shape, spelling }) => {
    const sure = sureShapes[shape];
    const isCode = name.includes('_');
    const spellings = sure ? [...codeSpellings, ...proseSpellings] : codeSpellings;
    const spelled = isCode ? spellings[spelling % spellings.length]!(name) : name;
    if (sure) return { name, written: sure(spelled, { args, object }) };
    const written = isCode ? markedShapes[shape - sureShapes.length]!(spelled) : `[${spelled}]`;
    return { name, written };
  });

const answer = fc.record({
  tools: fc.subarray([...all], { minLength: 1 }),
  parts: fc.array(
    fc.oneof(
      prose.map((said) => ({ said })),
      form,
    ),
    { minLength: 1, maxLength: 5 },
  ),
  between: fc.constantFrom(' ', '\n', '  '),
  lengths: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 12 }),
});

it('no form of a tool’s name is said, no prose is lost, and only a tool that may be written is called', async () => {
  await fc.assert(
    fc.asyncProperty(answer, async ({ tools, parts, between, lengths }) => {
      const offered = parts.filter((part) => 'said' in part || tools.some(({ name }) => name === part.name));
      // Behind a name, an object holds its arguments.
      const known = offered.filter(
        (part, index) =>
          'said' in part || !part.written.startsWith('{"') || 'said' in (offered[index - 1] ?? { said: '' }),
      );
      const text = known.map((part) => ('said' in part ? part.said : part.written)).join(between);
      const said = known.flatMap((part) => ('said' in part ? part.said : [])).join(' ');
      const written = new Set(known.flatMap((part) => ('said' in part ? [] : part.name)));
      const called = tools.find(({ name, mayBeWritten }) => mayBeWritten && written.has(name));
      expect(await read(cut(text, lengths), tools)).toEqual({ said, called: called ? [called.name] : [] });
    }),
    { seed, numRuns: 1500 },
  );
});

it('what is said does not depend on how the text comes', async () => {
  const piece = fc.constantFrom(
    'end',
    'call',
    '_',
    ' ',
    '[',
    ']',
    '<',
    '>',
    '/',
    '(',
    ')',
    '{',
    '}',
    '*',
    '`',
    '"',
    ':',
    '.',
    '\n',
    'wait',
    'book',
    'functions',
    'I',
    '1',
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 25 }),
      fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 12 }),
      async (pieces, lengths) => {
        const text = pieces.join('');
        expect(await read(cut(text, lengths), all)).toEqual(await read([text], all));
      },
    ),
    { seed, numRuns: 1500 },
  );
});

it('holds back the last word at most while it may be a name, and nothing else', async () => {
  const text =
    'I will end the call now, call me if you can wait for the book; use tools or functions, and print it: end of call.';
  const tokens = text.match(/\s?\S+/gu)!;
  let written = 0;
  async function* stream(): AsyncGenerator<ReplyPart> {
    for (const token of tokens) {
      written += token.length;
      yield { kind: 'text', text: token };
    }
  }
  let said = 0;
  const held: number[] = [];
  for await (const part of withoutMachineText(stream(), all)) {
    if (part.kind === 'text') said += part.text.length;
    held.push(written - said);
  }
  expect(said).toBe(text.length);
  expect(Math.max(...held)).toBeLessThanOrEqual(' functions,'.length);
});

it.each([
  ['Thank you, goodbye. [end_call]', 'Thank you, goodbye.', 'end_call'],
  ['Thank you, goodbye. end_call()', 'Thank you, goodbye.', 'end_call'],
  ['Thank you, goodbye. <end_call/>', 'Thank you, goodbye.', 'end_call'],
  ['Goodbye. end_call', 'Goodbye.', 'end_call'],
  ['Goodbye, endCall', 'Goodbye,', 'end_call'],
  ['For that I use end_call here.', 'For that I use here.', undefined],
  ['Take your time. *wait*', 'Take your time.', 'wait'],
  ['Goodbye. end_call({"reason": "over', 'Goodbye.', 'end_call'],
  ['<end_call>Goodbye, Ada!</end_call>', 'Goodbye, Ada!', 'end_call'],
  ['<tool>end_call</tool> Bye.', 'Bye.', 'end_call'],
  ['Bye. <invoke name="end_call"></invoke>', 'Bye.', 'end_call'],
  [
    'Bye. <|tool_calls_section_begin|><|tool_call_begin|>functions.end_call:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
    'Bye.',
    'end_call',
  ],
  ['One moment. <tool_call>{"name": "book", "arguments": {"note": "can wait"}}</tool_call>', 'One moment.', undefined],
  ['my_end_call and end_calls and end_call2 stay', 'my_end_call and end_calls and end_call2 stay', undefined],
])('of %j is said: %j, and called: %s', async (text, said, tool) => {
  for (const length of [1, 2, 5, 1000]) {
    expect(await read(cut(text, [length]), all)).toEqual({ said, called: tool === undefined ? [] : [tool] });
  }
});
