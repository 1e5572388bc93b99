import type { ReplyPart } from '#shared/conversations/language-model.ts';

/** Text that models write for machines. It extends to its end, or to that of the answer. */
interface Block {
  begin: RegExp;
  /** Returns the position after the end, in the text after the beginning. */
  findEnd: (text: string) => number | undefined;
  /** A tool call as text, which counts as a call. Otherwise the model thinks aloud. */
  isCall: boolean;
}

// Formats of Qwen and Hermes, Llama, Mistral, Gemma, and of servers that do not parse the format of their model.
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
  { begin: /<function[= ]/i, findEnd: after(/<\/function>/i), isCall: true },
  { begin: /\[TOOL_CALLS\]|<\|python_tag\|>/, findEnd: () => undefined, isCall: true },
  { begin: /```/, findEnd: after(/```/), isCall: true },
  { begin: /\{\s*"(?:name|tool|function|type|tool_calls)"\s*:/, findEnd: findClosingBrace, isCall: true },
];

function after(end: RegExp): Block['findEnd'] {
  return (text) => {
    const match = end.exec(text);
    return match ? match.index + match[0].length : undefined;
  };
}

/** The end of a JSON object whose first brace is open. */
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

type ToolName = Exclude<ReplyPart['kind'], 'text'>;

/**
 * Passes on what a model says, without its thoughts and without tool calls that it writes as text. A call of that kind of a tool
 * that it has is passed on as a call, at the end of the answer.
 */
export async function* withoutMachineText(
  parts: AsyncIterable<ReplyPart>,
  tools: readonly ToolName[],
): AsyncGenerator<ReplyPart> {
  let text = '';
  let open: Block | undefined;
  let calls = '';
  for await (const part of parts) {
    if (part.kind !== 'text') {
      if (text !== '' && !open) yield { kind: 'text', text };
      yield part;
      return;
    }
    text += part.text;
    for (let step = next(text, open); step; step = next(text, open)) {
      if (step.said !== '') yield { kind: 'text', text: step.said };
      if (open?.isCall) calls += step.dropped;
      ({ open, rest: text } = step);
    }
  }
  if (open?.isCall) calls += text;
  if (text !== '' && !open) yield { kind: 'text', text };
  const called = tools.find((tool) => new RegExp(`\\b${tool}\\b`).test(calls));
  if (called) yield { kind: called };
}

interface Step {
  said: string;
  dropped: string;
  rest: string;
  open: Block | undefined;
}

/** What can be decided about the text so far; undefined if more of it is needed. */
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
