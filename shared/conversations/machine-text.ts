import type { ReplyPart, ToolCall } from '#shared/conversations/language-model.ts';
import { blocks, type Block } from '#shared/conversations/machine-blocks.ts';
import { createFormFinder, type FindForm } from '#shared/conversations/tool-forms.ts';
import { byPrecedence, findNamed, type OfferableTool } from '#shared/tools/tool.ts';

/** The longest beginning of a block whose last characters may still come, such as `{ "tool_calls"`. */
const LONGEST_BEGIN = 24;
const MAY_BEGIN = /(?:`+|[<[{])[^<[`{]*$/;

type CallableTool = Pick<OfferableTool, 'name' | 'endsCall' | 'mustNotBeLost' | 'mayBeWritten'>;

/** Calls that are written, or that one not to be lost may follow, are passed on at the end of the answer. */
export async function* withoutMachineText(
  parts: AsyncIterable<ReplyPart>,
  tools: readonly CallableTool[],
): AsyncGenerator<ReplyPart> {
  const answer: WrittenAnswer = { text: '', open: undefined, before: '', inBlocks: '', called: new Set() };
  const findForm = createFormFinder(tools);
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
      if (!answer.open) yield* texts(readOn(answer, findForm, true));
      yield part;
      if (tool.endsCall) return;
      continue;
    }
    answer.text += part.text;
    yield* texts(readOn(answer, findForm, false));
  }
  yield* texts(readOn(answer, findForm, true));
  const last = lastCall(answer, held, tools);
  if (last) yield last;
}

function* texts(said: string): Generator<ReplyPart> {
  if (said !== '') yield { kind: 'text', text: said };
}

/** Models call both tools in either order. */
function mayBePreceded({ endsCall, mustNotBeLost }: CallableTool, tools: readonly CallableTool[]): boolean {
  return endsCall && mustNotBeLost !== true && tools.some((tool) => tool.mustNotBeLost);
}

function lastCall(
  { inBlocks, called }: WrittenAnswer,
  held: ToolCall | undefined,
  tools: readonly CallableTool[],
): ToolCall | undefined {
  const isWritten = (tool: CallableTool) => called.has(tool.name) || isNamedIn(inBlocks, tool);
  const isCalled = (tool: CallableTool) => tool.name === held?.name || (tool.mayBeWritten === true && isWritten(tool));
  const last = byPrecedence(tools).find(isCalled);
  if (!last || last.name === held?.name) return held;
  return { kind: 'tool_call', id: 'written', name: last.name, arguments: {} };
}

/** A name of one word may also stand in the arguments of another call. */
function isNamedIn(inBlocks: string, tool: CallableTool): boolean {
  if (tool.name.includes('_')) return findNamed(inBlocks, [tool]) !== undefined;
  const called = String.raw`(?:"(?:name|tool|function|tool_name)"\s*:\s*"|\bto=|name\s*=\s*["']?|(?:^|[>=\n])\s*)(?:functions\.)?`;
  return new RegExp(`${called}${tool.name}(?![\\p{L}\\p{N}_])`, 'u').test(inBlocks);
}

interface WrittenAnswer {
  /** What is not read yet. */
  text: string;
  open: Block | undefined;
  /** The end of what was said. */
  before: string;
  /** What was dropped as calls. */
  inBlocks: string;
  called: Set<string>;
}

const LONGEST_BEFORE = 60;

/** Returns what is said next. @param isEnd nothing that is held back goes on */
function readOn(answer: WrittenAnswer, findForm: FindForm<CallableTool>, isEnd: boolean): string {
  let said = '';
  for (let step = nextStep(answer, findForm, isEnd); step; step = nextStep(answer, findForm, isEnd)) {
    said += step.said;
    answer.before = (answer.before + step.said).slice(-LONGEST_BEFORE);
    if (answer.open?.isCall) answer.inBlocks += step.dropped;
    if (step.called !== undefined) answer.called.add(step.called);
    answer.text = step.rest;
    answer.open = step.open;
  }
  return said;
}

interface Step {
  said: string;
  dropped: string;
  rest: string;
  open: Block | undefined;
  called?: string;
}

function nextStep({ text, open, before }: WrittenAnswer, findForm: FindForm<CallableTool>, isEnd: boolean) {
  if (text === '') return undefined;
  return open ? endOfBlock(text, open, isEnd) : stepOutside(text, before, findForm, isEnd);
}

function endOfBlock(text: string, open: Block, isEnd: boolean): Step | undefined {
  const at = open.findEnd(text) ?? (isEnd ? text.length : undefined);
  if (at === undefined) return undefined;
  // A block that ends where it begins is only a mark.
  return { said: '', dropped: text.slice(0, at), rest: text.slice(at), open: undefined };
}

function stepOutside(text: string, before: string, findForm: FindForm<CallableTool>, isEnd: boolean): Step | undefined {
  const begun = blocks
    .flatMap((block) => {
      const match = block.begin.exec(text);
      return match ? [{ block, match }] : [];
    })
    .toSorted((one, other) => one.match.index - other.match.index)[0];
  const form = findForm(text, { before, isEnd });
  if (begun && begun.match.index <= form.start) {
    const { block, match } = begun;
    const rest = text.slice(match.index + match[0].length);
    return { said: text.slice(0, match.index), dropped: '', rest, open: block };
  }
  if (form.kind === 'form') {
    const rest = text.slice(form.end);
    const called = form.isCall ? { called: form.tool.name } : {};
    return { said: text.slice(0, form.start), dropped: '', rest, open: undefined, ...called };
  }
  const held = isEnd ? null : MAY_BEGIN.exec(text);
  const block = held && text.length - held.index <= LONGEST_BEGIN ? held.index : text.length;
  const end = Math.min(block, form.start);
  return end === 0 ? undefined : { said: text.slice(0, end), dropped: '', rest: text.slice(end), open: undefined };
}
