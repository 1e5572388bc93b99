import type { Assistant } from '@ringback/client';

/** The service fills these itself. */
const SYSTEM = ['customer_phone', 'assistant_phone', 'assistant_id', 'assistant_name', 'current_date', 'current_time'];
const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;
/** JSON and prose in braces are not placeholders: a name is one word. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u;

type Texts = Pick<Assistant, 'initial_message' | 'system_prompt'> & { wait_for_customer?: boolean };

interface Placeholder {
  name: string;
  /** `there` of `{name|there}`. */
  fallback: string | undefined;
}

/** Of greeting and prompt, in the order in which they are written. */
function written({ initial_message, system_prompt, wait_for_customer }: Texts): Placeholder[] {
  const greeting = wait_for_customer === true ? '' : initial_message;
  return [...greeting.matchAll(PLACEHOLDER), ...system_prompt.matchAll(PLACEHOLDER)]
    .map(([, double, single]) => {
      const [name = '', ...fallback] = (double ?? single ?? '').split('|');
      return { name: name.trim(), fallback: fallback.length === 0 ? undefined : fallback.join('|').trim() };
    })
    .filter(({ name }) => NAME.test(name) && !SYSTEM.includes(name));
}

/** The variables that greeting and prompt name without a fallback. */
export function placeholders(texts: Texts): string[] {
  return [...new Set(written(texts).flatMap(({ name, fallback }) => (fallback === undefined ? [name] : [])))];
}

interface VariableField {
  name: string;
  /** The value of the assistant, used when the field is left empty. */
  usual: string | undefined;
  /** Greeting or prompt name it, and nothing fills it: it would be spoken as it is written. */
  isMissing: boolean;
}

/** The fields of a form for an assistant's variables: first the ones that its texts name, then its others. */
export function variableFields(
  assistant: Texts & Pick<Assistant, 'variables'>,
  typed: Record<string, string>,
): VariableField[] {
  const own = assistant.variables;
  const needed = placeholders(assistant);
  const fallbacks = new Map(written(assistant).map(({ name, fallback }) => [name, fallback]));
  const names = [...new Set([...written(assistant).map(({ name }) => name), ...Object.keys(own)])];
  return names.map((name) => {
    const usual = Object.hasOwn(own, name) ? text(own[name]) : fallbacks.get(name);
    const isMissing = needed.includes(name) && !Object.hasOwn(own, name) && (typed[name] ?? '').trim() === '';
    return { name, usual, isMissing };
  });
}

/** The variables of the request: fields that were left empty keep the assistant's value. */
export const filledVariables = (typed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
