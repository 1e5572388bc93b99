const CLOSERS: Readonly<Record<string, string>> = {
  '[': ']',
  '{': '}',
  '<': '>',
  '(': ')',
  '"': '"',
  "'": "'",
  '`': '`',
  '*': '*',
  _: '_',
  '|': '|',
  '“': '”',
  '‘': '’',
  '«': '»',
};
const OPENERS = /[[{<("'`*_|“‘«/@\\]$/u;
/** `functions.`, `tool:`, `print(` */
const CODE_PREFIX = /(?<![\p{L}\p{N}])(?:functions?|tools?|default_api|print|(?:tool|function)[_ ]?calls?)[.:(=]\s?$/iu;
const WORD_PREFIX = /(?<![\p{L}\p{N}])call(?:ing)?\s$/iu;
/** What follows a name longer than this is not waited for. */
export const LONGEST_FORM = 4000;
const LONGEST_IN_BRACKETS = 300;

export const BRACKETS = '[{<';
const QUOTES = '"\'“‘«';

interface Left {
  start: number;
  /** The outermost first. */
  openers: string[];
  hasCodePrefix: boolean;
  hasWordPrefix: boolean;
}

export function leftOf(text: string): Left {
  let rest = text;
  const left = { openers: new Array<string>(), hasCodePrefix: false, hasWordPrefix: false };
  for (;;) {
    const code = CODE_PREFIX.exec(rest)?.[0];
    const opener = code === undefined ? (OPENERS.exec(rest)?.[0] ?? /[[{<(]\s$/u.exec(rest)?.[0]) : undefined;
    const word = opener === undefined && code === undefined ? WORD_PREFIX.exec(rest)?.[0] : undefined;
    const found = opener ?? code ?? word;
    if (found === undefined || left.openers.length > 8) return { ...left, start: rest.length };
    if (opener !== undefined) left.openers.unshift(opener.trim());
    if (code !== undefined) left.hasCodePrefix = true;
    if (code?.trim().endsWith('(') === true) left.openers.unshift('(');
    if (word !== undefined) left.hasWordPrefix = true;
    rest = rest.slice(0, -found.length);
  }
}

/** Openers that nothing closes belong to the sentence: «(book_table is a tool)». */
export function lengthOfClosed(text: string, wraps: readonly string[]): number {
  let length = 0;
  for (const opener of wraps) if (text.slice(0, text.length - length).endsWith(opener)) length += opener.length;
  return length;
}

interface Right {
  end: number;
  hasArguments: boolean;
  /** The openers that are closed, the innermost first. */
  wraps: string[];
  open: string[];
  /** More of it may follow. */
  isUnclosed: boolean;
}

export function rightOf(
  text: string,
  nameEnd: number,
  { openers, isCode, written }: { openers: readonly string[]; isCode: boolean; written: string },
): Right {
  const open = openers.filter((one) => one in CLOSERS);
  const right: Right = { end: nameEnd, hasArguments: false, wraps: [], open, isUnclosed: false };
  for (;;) {
    const rest = text.slice(right.end);
    const inner = right.open.at(-1);
    const isInBracket = inner !== undefined && BRACKETS.includes(inner);
    const begin = right.hasArguments
      ? undefined
      : argumentsIn(rest, { isCode, isInBracket, isWrapped: right.wraps.some((one) => !QUOTES.includes(one)) });
    if (begin === 'undecided') return { ...right, isUnclosed: true };
    if (begin !== undefined) {
      const length = endOfBrackets(rest, begin);
      right.hasArguments = true;
      if (length === undefined) return { ...right, isUnclosed: true };
      right.end += length;
      continue;
    }
    const closed = closerIn(rest, inner, isCode);
    if (closed === 'undecided') return { ...right, isUnclosed: true };
    if (inner === undefined || closed === undefined) return right;
    right.end += closed;
    right.open.pop();
    right.wraps.push(inner);
    if (inner !== '<' || text.slice(0, right.end).endsWith('/>') || openers.at(-1) === '/') continue;
    const content = contentOf(text.slice(right.end), written);
    if (content === undefined) return { ...right, isUnclosed: true };
    right.end += content;
  }
}

interface Place {
  isCode: boolean;
  isInBracket: boolean;
  isWrapped: boolean;
}

/** Where the arguments begin: `(`, `{`, `: {`, `:0 {`, `: "`. Words in parentheses, as in «book(s)», are none. */
function argumentsIn(rest: string, { isCode, isInBracket, isWrapped }: Place): number | 'undecided' | undefined {
  const space = isWrapped ? '' : isCode || isInBracket ? String.raw`\s{0,2}` : String.raw`[^\S\n]{0,2}`;
  if (new RegExp(`^${space}(?::\\d*${space}|=${space})?$`, 'u').test(rest)) return 'undecided';
  const begun = new RegExp(
    `^(?:${space}(?:[:=]\\d*${space})?\\{|${isCode ? space : ''}\\(|${space}[:=]${space}["[])`,
    'u',
  ).exec(rest);
  if (!begun) return undefined;
  const opener = begun[0].at(-1);
  const at = begun[0].length - 1;
  if (opener === '{') return objectIn(rest.slice(at + 1), at);
  if (opener === '(') return isCode ? at : codeIn(rest.slice(at + 1), at);
  return isCode && !isInBracket ? at : undefined;
}

/** Not the next form, as in `[wait] {{book_table}}`, and no placeholder. */
function objectIn(inside: string, at: number): number | 'undecided' | undefined {
  if (/^\s*(?:["'}]|[\w-]+\s*[:=])/u.test(inside)) return at;
  return /^\s*[\w-]*\s*$/u.test(inside) ? 'undecided' : undefined;
}

function codeIn(inside: string, at: number): number | 'undecided' | undefined {
  if (/^\s*(?:\)|["'{[]|[\w-]+\s*[=:]|(?:-?\d[\d.]*|true|false|null|None)\s*[,)])/u.test(inside)) return at;
  return /^\s*(?:[\w-]*|-?\d[\d.]*)\s*$/u.test(inside) ? 'undecided' : undefined;
}

/** Behind the bracket or the quoted text that begins there. */
function endOfBrackets(text: string, begin: number): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.slice(begin).matchAll(/"(?:[^"\\]|\\.)*"?|[[\](){}]/gu)) {
    if (token.startsWith('"')) {
      if (token.length === 1 || !token.endsWith('"')) return undefined;
    } else depth += '[({'.includes(token) ? 1 : -1;
    if (depth <= 0) return begin + index + token.length;
  }
  return undefined;
}

function closerIn(rest: string, inner: string | undefined, isCode: boolean): number | 'undecided' | undefined {
  if (inner === undefined) return undefined;
  const closer = CLOSERS[inner] ?? '';
  const isBracket = '[{<'.includes(inner);
  if (rest.trim() === '') return isBracket || rest === '' ? 'undecided' : undefined;
  const near = isBracket ? rest.trimStart() : rest;
  if (near.startsWith(closer)) return rest.length - near.length + closer.length;
  if (!isBracket) return undefined;
  const isMore = isCode || (inner === '<' ? /^\s*\/|^\s+[\w-]*(?:\s*=|$)/u : /^\s*[:,|=/]/u).test(rest);
  if (!isMore) return undefined;
  const at = rest.indexOf(closer);
  const line = rest.indexOf('\n');
  if (
    at === -1
      ? line !== -1 || rest.length > LONGEST_IN_BRACKETS
      : at > LONGEST_IN_BRACKETS || (line !== -1 && line < at)
  )
    return undefined;
  return at === -1 ? 'undecided' : at + closer.length;
}

/** Of `<name>{…}</name>`. Words between such tags are said. */
function contentOf(rest: string, written: string): number | undefined {
  const trimmed = rest.trimStart();
  if (trimmed === '') return undefined;
  if (!/^[{["<]/u.test(trimmed)) return 0;
  const end = new RegExp(String.raw`<\/${written}\s*>`, 'iu').exec(rest);
  if (end) return end.index + end[0].length;
  return rest.length > LONGEST_FORM ? 0 : undefined;
}
