import { isObject } from '#shared/tools/parameter-schema.ts';
import type { UserTool } from '#shared/tools/user-tool.ts';

export interface ReadAnswer {
  /** What the model is told. */
  told: string;
  variables: Record<string, unknown>;
  /** Names of variables whose values are kept from prompts, transcripts and logs. */
  sensitive: string[];
}

/** Of an answer that is told: more would crowd out the conversation, and delay the model. */
export const MOST_TOLD = 3_000;
const MOST_TOLD_OF_ERROR = 500;
/** Variables go into prompts. */
const MOST_VALUE = 2_000;
/** A shorter text occurs in others by chance. */
const LEAST_HIDDEN = 4;
const SENSITIVE = '[sensitive]';

type AnswerRules = Pick<UserTool, 'assignments' | 'responseFilter'>;

/** Variables are assigned from a success only. */
export function readToolAnswer(
  { assignments, responseFilter }: AnswerRules,
  { status, body }: { status: number; body: string },
): ReadAnswer {
  const isSuccess = status >= 200 && status < 300;
  const answer = parseAnswer(body);
  const secrets = assignments.filter(({ sensitive }) => sensitive);
  const hidden = secrets.flatMap(({ path }) => textsIn(valueAt(answer, path)));
  const open = secrets.reduce<unknown>((left, { path }) => without(left, stepsOf(path)), answer);
  const filtered = responseFilter === null ? open : pick(open, responseFilter);
  const text = shorten(hide(textOf(filtered), hidden), isSuccess ? MOST_TOLD : MOST_TOLD_OF_ERROR);
  if (!isSuccess) {
    const told = `The service refused with status ${status}${text === '' ? '.' : `: ${text}`}`;
    return { told, variables: {}, sensitive: [] };
  }
  const values = assignments.map(({ variable, path }) => [variable, assignable(valueAt(answer, path))]);
  const found = values.filter(([, value]) => value !== undefined);
  return {
    told: text === '' ? 'Done.' : text,
    variables: Object.fromEntries(found),
    sensitive: secrets.map(({ variable }) => variable),
  };
}

/** Text that is no JSON is a value, too. */
function parseAnswer(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `data.slots.0.time`. Empty: the whole answer. */
export const stepsOf = (path: string): string[] => (path === '' ? [] : path.split('.'));

export function valueAt(answer: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>((value, step) => partOf(value, step), answer);
}

function partOf(value: unknown, step: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined;
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function without(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return SENSITIVE;
  if (partOf(value, step) === undefined) return value;
  const changed = without(partOf(value, step), rest);
  if (Array.isArray(value)) return value.with(Number(step), changed);
  return isObject(value) ? { ...value, [step]: changed } : value;
}

function pick(answer: unknown, paths: readonly string[]): unknown {
  const parts = paths.map((path) => [path, valueAt(answer, path)]).filter(([, value]) => value !== undefined);
  return parts.length === 0 ? '' : Object.fromEntries(parts);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, JSON.stringify(value).slice(1, -1)];
  if (typeof value === 'number') return [String(value)];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Also where the answer repeats a value in another place. */
function hide(text: string, hidden: readonly string[]): string {
  return hidden
    .filter(({ length }) => length >= LEAST_HIDDEN)
    .reduce((left, value) => left.replaceAll(value, SENSITIVE), text);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : JSON.stringify(value));

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}… (shortened)`;
}

function assignable(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  const { length } = typeof value === 'string' ? value : JSON.stringify(value);
  if (length <= MOST_VALUE) return value;
  return typeof value === 'string' ? value.slice(0, MOST_VALUE).toWellFormed() : undefined;
}
