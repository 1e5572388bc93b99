import type { Assistant } from '@ringback/client';

/** The service fills these itself. */
const SYSTEM = ['customer_phone', 'assistant_phone', 'assistant_id', 'assistant_name', 'current_date', 'current_time'];
const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;
/** JSON and prose in braces are not placeholders: a name is one word. */
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u;

type Texts = Pick<Assistant, 'initial_message' | 'system_prompt'> & { wait_for_customer?: boolean };

/** The variables that the greeting and the prompt of an assistant name, in the order in which they are written. */
export function placeholders({ initial_message, system_prompt, wait_for_customer }: Texts): string[] {
  const greeting = wait_for_customer === true ? '' : initial_message;
  const written = [...greeting.matchAll(PLACEHOLDER), ...system_prompt.matchAll(PLACEHOLDER)];
  const names = written.map(([, double, single]) => (double ?? single ?? '').trim());
  return [...new Set(names)].filter((name) => NAME.test(name) && !SYSTEM.includes(name));
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
  const names = [...new Set([...placeholders(assistant), ...Object.keys(own)])];
  return names.map((name) => {
    const usual = Object.hasOwn(own, name) ? text(own[name]) : undefined;
    return { name, usual, isMissing: usual === undefined && (typed[name] ?? '').trim() === '' };
  });
}

/** The variables of the request: fields that were left empty keep the assistant's value. */
export const filledVariables = (typed: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  );

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
