/** A tool as its server lists it. */
export interface OfferedTool {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, Record<string, unknown>>; required: readonly string[] };
}

export interface ToolChoice {
  name: string;
  args: Record<string, unknown>;
}

const LEAST_WORDS_IN_COMMON = 2;

/**
 * The tool whose name and description have words of the customer, with the arguments that were said. The same sentences always get
 * the same tool. A tool without parameters is called by scripts only: it would fit too much.
 */
export function chooseTool(tools: readonly OfferedTool[], sentences: readonly string[]): ToolChoice | undefined {
  const last = wordsOf(sentences.at(-1) ?? '');
  const fitting = tools
    .filter(({ inputSchema }) => Object.keys(inputSchema.properties).length > 0)
    .map((tool) => ({ tool, common: inCommon(tool, last) }))
    .filter(({ common }) => common >= LEAST_WORDS_IN_COMMON)
    .toSorted((one, other) => other.common - one.common);
  return fitting.flatMap(({ tool }) => withArguments(tool, sentences) ?? [])[0];
}

function inCommon({ name, description }: OfferedTool, said: readonly string[]): number {
  const own = new Set(wordsOf(`${name.replaceAll('_', ' ')} ${description}`));
  return [...own].filter((word) => said.some((one) => isLike(one, word))).length;
}

const LEAST_LETTERS = 4;
const wordsOf = (text: string) =>
  [...text.toLowerCase().matchAll(/[\p{L}]+/gu)].map(([word]) => word).filter(({ length }) => length >= LEAST_LETTERS);
const isLike = (one: string, other: string) => one.startsWith(other) || other.startsWith(one);

function withArguments({ name, inputSchema }: OfferedTool, sentences: readonly string[]): ToolChoice | undefined {
  const { properties, required } = inputSchema;
  const newestFirst = sentences.toReversed();
  const args = Object.fromEntries(
    Object.entries(properties).flatMap(([parameter, schema]) => {
      const value = newestFirst.map((said) => valueIn(said, parameter, schema)).find((one) => one !== undefined);
      return value === undefined ? [] : [[parameter, value]];
    }),
  );
  return required.every((parameter) => Object.hasOwn(args, parameter)) ? { name, args } : undefined;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];

/** By the name of the parameter. */
const texts: ReadonlyArray<readonly [parameter: RegExp, words: RegExp]> = [
  [/day|date/, /\b((?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)\b/i],
  [/time|hour/, new RegExp(String.raw`\b(\d{1,2}(?::\d\d)?(?: ?[ap]m)?|${NUMBERS.join('|')})\b`, 'i')],
  [/phone|number|code/, /(\+?\d[\d -]{2,}\d)/],
  [/name/, /\b(?:name is|this is|I am|I'm) (\p{Lu}\p{L}*(?: \p{Lu}\p{L}*)*)/u],
];

function valueIn(said: string, parameter: string, { type, enum: choices }: Record<string, unknown>): unknown {
  const text = said.toLowerCase();
  if (Array.isArray(choices)) return choices.find((choice) => text.includes(String(choice).toLowerCase()));
  if (type === 'number' || type === 'integer') return numberIn(text);
  if (type !== 'string') return undefined;
  const words = texts.find(([name]) => name.test(parameter))?.[1];
  return words?.exec(said)?.[1];
}

function numberIn(text: string): number | undefined {
  const digits = /\d+(?:\.\d+)?/.exec(text)?.[0];
  if (digits !== undefined) return Number(digits);
  const index = NUMBERS.findIndex((word) => new RegExp(String.raw`\b${word}\b`).test(text));
  return index === -1 ? undefined : index + 1;
}
