import { BRACKETS, leftOf, lengthOfClosed, LONGEST_FORM, rightOf } from '#shared/conversations/form-parts.ts';
import type { OfferableTool } from '#shared/tools/tool.ts';

type Named = Pick<OfferableTool, 'name'>;

/** A part of a text that is code for a tool, such as `[book_table]`, `bookTable()`, `<book_table/>`. */
export interface ToolForm<Some extends Named> {
  kind: 'form';
  start: number;
  end: number;
  tool: Some;
  /** Otherwise a sentence only names the tool: «I use book_table for that.» */
  isCall: boolean;
}

/** No form begins before `start`; one may begin there. */
interface NoForm {
  kind: 'none';
  start: number;
}

export interface Context {
  /** What was said before the text. */
  before: string;
  /** Whether nothing follows the text. */
  isEnd: boolean;
}

export type FindForm<Some extends Named> = (text: string, context: Context) => ToolForm<Some> | NoForm;

const PREFIX_WORDS = ['functions', 'tools', 'default_api', 'print', 'tool_call', 'function_call', 'calling'];
const WITHIN_WORD = /[\p{L}\p{N}]_{0,2}$/u;
/* @__NO_SIDE_EFFECTS__ */
export function createFormFinder<Some extends Named>(tools: readonly Some[]): FindForm<Some> {
  if (tools.length === 0) return (text) => ({ kind: 'none', start: text.length });
  const byLength = tools.toSorted((one, other) => other.name.length - one.name.length);
  const names = byLength.map(({ name }) => ({ name, pattern: new RegExp(`^${spellings(name)}$`, 'iu') }));
  const anyName = new RegExp(
    String.raw`(?<![\p{L}\p{N}]_{0,2})(?:${byLength.map(({ name }) => spellings(name)).join('|')})(?![\p{L}\p{N}]|_[\p{L}\p{N}])`,
    'giu',
  );
  const partOf = (texts: readonly string[]) => texts.map(beginnings).join('|');
  const begun = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${partOf([...tools.map(({ name }) => name), ...PREFIX_WORDS])})$`,
    'iu',
  );
  const beginning = new RegExp(`^(?:${partOf(tools.map(({ name }) => name))})$`, 'iu');
  const toolOf = (written: string) => {
    const name = names.find(({ pattern }) => pattern.test(written))?.name;
    return tools.find((tool) => tool.name === name);
  };
  return (text, context) => {
    const isBegun = /[\p{L}\p{N}]$/u.test(context.before);
    for (const { 0: written, index } of text.matchAll(anyName)) {
      const tool = toolOf(written);
      if (!tool || WITHIN_WORD.test(context.before + text.slice(0, index))) continue;
      const mayBeLonger = !context.isEnd && beginning.test(text.slice(index));
      const form = mayBeLonger ? 'undecided' : readForm(text, { written, index }, context);
      if (form === 'undecided') return { kind: 'none', start: leftOf(text.slice(0, index)).start };
      if (form) return { kind: 'form', tool, ...form };
    }
    return { kind: 'none', start: context.isEnd ? text.length : startOfTail(text, begun, isBegun) };
  };
}

/** `book_table`, `book-table`, `book table`, `bookTable`, in any case. */
function spellings(name: string): string {
  return name.split('_').join('[_ -]?');
}

function beginnings(name: string): string {
  return Array.from(name).reduceRight((rest, letter) => {
    const one = letter === '_' ? '[_ -]?' : letter;
    return rest === '' ? one : `${one}(?:${rest})?`;
  }, '');
}

function startOfTail(text: string, begun: RegExp, isBegun: boolean): number {
  const at = begun.exec(text)?.index ?? text.length;
  const start = at === 0 && isBegun ? text.length : at;
  return leftOf(text.slice(0, start)).start;
}

type ReadForm = { start: number; end: number; isCall: boolean };

/** Stands behind the end of the answer: nothing that is open there goes on. */
const END = '\u{e001}';
const IS_CODE = /_|^\p{Ll}+\p{Lu}\p{Ll}|^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}/u;

function readForm(
  text: string,
  { written, index }: { written: string; index: number },
  { before, isEnd }: Context,
): ReadForm | 'undecided' | undefined {
  const isCode = IS_CODE.test(written);
  const nameEnd = index + written.length;
  const mayGoOn = !isEnd && text.length - nameEnd < LONGEST_FORM;
  const left = leftOf(text.slice(0, index));
  const right = rightOf(mayGoOn ? text : text + END, nameEnd, { openers: left.openers, isCode, written });
  if (right.isUnclosed && mayGoOn) return 'undecided';
  const isRest = right.isUnclosed && (isCode || right.hasArguments);
  const end = isRest ? text.length : right.end;
  const { hasArguments, wraps } = right;
  const rest = text.slice(end);
  const asksForEnd = isCode || wraps.length > 0 || left.hasCodePrefix;
  if (mayGoOn && asksForEnd && /^[ \t.!?…]*$/u.test(rest)) return 'undecided';
  const said = before + text.slice(0, left.start);
  const isLast = /^[ \t.!?…]*(?:\n|$)/u.test(rest);
  const isAlone = isLast && /(?:^|[.!?…。！？\n])\s*$/u.test(said) && (hasMark(wraps) || left.hasCodePrefix);
  const isSlashed = left.openers.at(-1) === '/' && /(?:^|\s)$/u.test(said) && !/^[\p{L}\p{N}/]/u.test(rest);
  const isBracketed = wraps.some((opener) => BRACKETS.includes(opener));
  const isDotted = left.hasCodePrefix && /[.(=]\s?["'`]?$/u.test(text.slice(0, index));
  const isSure = hasArguments || isBracketed || isSlashed || isDotted || isAlone;
  if (!isCode && !isSure) return undefined;
  const isCall = isSure || isLast || isRest || hasMark(wraps) || left.hasCodePrefix || left.hasWordPrefix;
  const isOpen = !isRest && right.open.length > 0;
  return { start: isOpen ? index - lengthOfClosed(text.slice(0, index), wraps) : left.start, end, isCall };
}

const hasMark = (wraps: readonly string[]) => wraps.some((opener) => '*`_|'.includes(opener));
