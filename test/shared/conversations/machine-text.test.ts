import { expect, it } from 'vitest';
import type { ReplyPart } from '#shared/conversations/language-model.ts';
import { withoutMachineText } from '#shared/conversations/machine-text.ts';
import { endCallSetting, offered, toolCall } from '#test/support/tools.ts';

const both = offered({ assistantTools: [endCallSetting()], isCampaign: true });

async function* saying(text: string, ...calls: ReplyPart[]): AsyncGenerator<ReplyPart> {
  yield { kind: 'text', text };
  yield* calls;
}

/** The words and the tools that are left of a text that is streamed in pieces of some length. */
async function heardOf(written: string, length: number) {
  async function* stream(): AsyncGenerator<ReplyPart> {
    for (let at = 0; at < written.length; at += length) yield { kind: 'text', text: written.slice(at, at + length) };
  }
  let said = '';
  const tools: string[] = [];
  for await (const part of withoutMachineText(stream(), both)) {
    if (part.kind === 'text') said += part.text;
    else tools.push(part.name);
  }
  return { said: said.replaceAll(/\s+/g, ' ').trim(), tools };
}

const call = '{"name": "end_call", "arguments": {}}';
it.each<[written: string, said: string, tool?: string]>([
  ['We are open. 2 < 3, [yes], and {so} on.', 'We are open. 2 < 3, [yes], and {so} on.'],
  ['<think>They ask for hours. Call end_call?</think>We are open.', 'We are open.'],
  ['Hm. <thinking>No.</thinking> Yes. <THINK>Never told.', 'Hm. Yes.'],
  [`Goodbye! <tool_call>\n${call}\n</tool_call>`, 'Goodbye!', 'end_call'],
  ['Goodbye! <function=end_call>{}</function>', 'Goodbye!', 'end_call'],
  [`Goodbye! [TOOL_CALLS][${call}]`, 'Goodbye!', 'end_call'],
  ['Goodbye! <|python_tag|>do_not_call()', 'Goodbye!', 'do_not_call'],
  [`Goodbye! <tool_call>${call}</tool_call><tool_call>{"name": "do_not_call"}</tool_call>`, 'Goodbye!', 'do_not_call'],
  [`Goodbye! \`\`\`json\n${call}\n\`\`\``, 'Goodbye!', 'end_call'],
  [`Goodbye! ${call}`, 'Goodbye!', 'end_call'],
  [`${call} Goodbye!`, 'Goodbye!', 'end_call'],
  ['One moment. <tool_call>{"name": "book_table"}</tool_call> Done.', 'One moment. Done.'],
  // gpt-oss, where its server does not read the format of the model: https://github.com/ml-explore/mlx-lm/issues/875
  [
    '<|channel|>analysis<|message|>They ask. Call end_call?<|end|><|start|>assistant<|channel|>final<|message|>We are open.',
    'We are open.',
  ],
  ['<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>Yes. 2 <|3.', 'Yes. 2 <|3.'],
  ['Bye! <|start|>assistant<|channel|>commentary to=functions.end_call json<|message|>{}<|call|>', 'Bye!', 'end_call'],
  ['Bye! <|start|>assistant to=functions.end_call<|channel|>commentary<|message|>{}<|call|>', 'Bye!', 'end_call'],
  ['An open bracket at the end <', 'An open bracket at the end <'],
])('of %j is spoken: %j, however it is streamed', async (written, said, tool) => {
  const tools = tool === undefined ? [] : [tool];
  for (const length of [1, 2, 3, 7, 1000]) expect(await heardOf(written, length)).toEqual({ said, tools });
});

it('holds back 24 characters behind an open bracket, and no more', async () => {
  let written = 0;
  async function* stream(): AsyncGenerator<ReplyPart> {
    for (const text of 'Less than < means that one number is smaller than the other.') {
      written += 1;
      yield { kind: 'text', text };
    }
  }
  const held: number[] = [];
  let said = 0;
  for await (const part of withoutMachineText(stream(), both)) {
    held.push(written - said);
    if (part.kind === 'text') said += part.text.length;
  }
  expect(Math.max(...held)).toBe(25);
});

it.each(both)('a call of $name counts where the model has the tool', async (tool) => {
  const call = toolCall(tool.name);
  const read = async (tools: typeof both) => {
    const parts: ReplyPart[] = [];
    for await (const part of withoutMachineText(saying('Goodbye!', call), tools)) parts.push(part);
    return parts;
  };
  expect(await read([tool])).toEqual([{ kind: 'text', text: 'Goodbye!' }, call]);
  expect(await read([])).toEqual([{ kind: 'text', text: 'Goodbye!' }]);
});
