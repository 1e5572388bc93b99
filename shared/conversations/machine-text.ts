import type { ReplyPart, ToolCall } from '#shared/conversations/language-model.ts';
import { byPrecedence, findNamed, type OfferableTool } from '#shared/tools/tool.ts';

interface Block {
  begin: RegExp;
  findEnd: (text: string) => number | undefined;
  /** A tool call as text counts as a call. Otherwise the model thinks aloud. */
  isCall: boolean;
}

// Formats of Qwen and Hermes, Llama, Mistral, Gemma, gpt-oss, and of servers that do not parse the format of their model.
const blocks: readonly Block[] = [
  {
    begin: /<(?:think|thinking|thought|reasoning)>/i,
    findEnd: after(/<\/(?:think|thinking|thought|reasoning)>/i),
    isCall: false,
  },
  {
    begin: /<(?:tool_calls?|function_calls?|tool_code)>/i,
    findEnd: after(/<\/(?:tool_calls?|function_calls?|tool_code)>/i),
    isCall: true,
  },
  // gpt-oss: https://developers.openai.com/cookbook/articles/openai-harmony
  {
    begin: /<\|channel\|>\s*analysis/,
    findEnd: after(/<\|end\|>|<\|channel\|>\s*final\s*<\|message\|>/),
    isCall: false,
  },
  {
    begin: /<\|start\|>\s*assistant(?=\s+to=)|(?:<\|start\|>\s*assistant\s*)?<\|channel\|>\s*commentary/,
    findEnd: after(/<\|(?:call|end|return)\|>/),
    isCall: true,
  },
  { begin: /<\|channel\|>\s*final/, findEnd: after(/<\|message\|>/), isCall: false },
  { begin: /<\|start\|>\s*assistant(?=\s*<)/, findEnd: () => 0, isCall: false },
  { begin: /<function[= ]/i, findEnd: after(/<\/function>/i), isCall: true },
  { begin: /\[TOOL_CALLS\]|<\|python_tag\|>/, findEnd: () => undefined, isCall: true },
  { begin: /```/, findEnd: after(/```/), isCall: true },
  { begin: /\{\s*"(?:name|tool|function|type|tool_calls)"\s*:/, findEnd: findClosingBrace, isCall: true },
];

/* @__NO_SIDE_EFFECTS__ */
function after(end: RegExp): Block['findEnd'] {
  return (text) => {
    const match = end.exec(text);
    return match ? match.index + match[0].length : undefined;
  };
}

function findClosingBrace(text: string): number | undefined {
  let depth = 1;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return undefined;
}

/** The longest beginning of a block whose last characters may still come, such as `{ "tool_calls"`. */
const LONGEST_BEGIN = 24;
const MAY_BEGIN = /(?:`+|[<[{])[^<[`{]*$/;

type CallableTool = Pick<OfferableTool, 'name' | 'endsCall' | 'mustNotBeLost' | 'mayBeWritten'>;

/** Calls that are written, or that one not to be lost may follow, are passed on at the end of the answer. */
export async function* withoutMachineText(
  parts: AsyncIterable<ReplyPart>,
  tools: readonly CallableTool[],
): AsyncGenerator<ReplyPart> {
  let text = '';
  let open: Block | undefined;
  let written = '';
  let held: ToolCall | undefined;
  for await (const part of parts) {
    if (part.kind === 'tool_call') {
      const tool = tools.find(({ name }) => name === part.name);
      // Models make tools up, and call what customers name.
      if (!tool) continue;
      if (mayBePreceded(tool, tools)) {
        held ??= part;
        continue;
      }
      if (text !== '' && !open) yield { kind: 'text', text };
      yield part;
      if (tool.endsCall) return;
      if (!open) text = '';
      continue;
    }
    text += part.text;
    for (let step = next(text, open); step; step = next(text, open)) {
      if (step.said !== '') yield { kind: 'text', text: step.said };
      if (open?.isCall) written += step.dropped;
      ({ open, rest: text } = step);
    }
  }
  if (open?.isCall) written += text;
  if (text !== '' && !open) yield { kind: 'text', text };
  const last = lastCall(written, held, tools);
  if (last) yield last;
}

/** Models call both tools in either order. */
function mayBePreceded({ endsCall, mustNotBeLost }: CallableTool, tools: readonly CallableTool[]): boolean {
  return endsCall && mustNotBeLost !== true && tools.some((tool) => tool.mustNotBeLost);
}

function lastCall(written: string, held: ToolCall | undefined, tools: readonly CallableTool[]): ToolCall | undefined {
  const isCalled = (tool: CallableTool) =>
    tool.name === held?.name || (tool.mayBeWritten === true && findNamed(written, [tool]) !== undefined);
  const called = byPrecedence(tools).find(isCalled);
  if (!called || called.name === held?.name) return held;
  return { kind: 'tool_call', id: 'written', name: called.name, arguments: {} };
}

interface Step {
  said: string;
  dropped: string;
  rest: string;
  open: Block | undefined;
}

function next(text: string, open: Block | undefined): Step | undefined {
  if (open) {
    const at = open.findEnd(text);
    if (at === undefined) return undefined;
    return { said: '', dropped: text.slice(0, at), rest: text.slice(at), open: undefined };
  }
  const begun = blocks
    .flatMap((block) => {
      const match = block.begin.exec(text);
      return match ? [{ block, match }] : [];
    })
    .toSorted((one, other) => one.match.index - other.match.index)[0];
  if (begun) {
    const { block, match } = begun;
    const rest = text.slice(match.index + match[0].length);
    return { said: text.slice(0, match.index), dropped: '', rest, open: block };
  }
  const held = MAY_BEGIN.exec(text);
  const end = held && text.length - held.index <= LONGEST_BEGIN ? held.index : text.length;
  return end === 0 ? undefined : { said: text.slice(0, end), dropped: '', rest: text.slice(end), open: undefined };
}
