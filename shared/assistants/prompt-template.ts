/** The longest alternative comes first, so that `{{name}}` is replaced with its braces. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;

/**
 * Placeholders inside a value are not replaced. `{name|there}` is `there` without a variable, or if its value is blank. Other
 * placeholders without a variable stay.
 * @param write the text of a value
 */
export function renderTemplate(
  template: string,
  variables: Record<string, unknown>,
  write: (value: unknown, name: string) => string = show,
): string {
  return template.replaceAll(PLACEHOLDER, (written: string, double?: string, single?: string) => {
    const { name, fallback } = parsePlaceholder(double ?? single ?? '');
    if (fallback !== undefined && !isFilled(name, variables)) return fallback;
    return Object.hasOwn(variables, name) ? write(variables[name], name) : written;
  });
}

/** A fallback may be empty. JSON and prose have no name before a bar. */
function parsePlaceholder(text: string): { name: string; fallback?: string } {
  const bar = text.indexOf('|');
  const name = text.slice(0, bar).trim();
  return bar > 0 && VARIABLE_NAME.test(name) ? { name, fallback: text.slice(bar + 1).trim() } : { name: text.trim() };
}

/** Those that the service fills. */
export const systemVariables = [
  'customer_phone',
  'assistant_phone',
  'assistant_id',
  'assistant_name',
  'current_date',
  'current_time',
] as const;
export type SystemVariable = (typeof systemVariables)[number];

/** JSON and prose in braces are no placeholders: a name is one word. */
export const VARIABLE_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,63}$/u;

interface Template {
  initialMessage: string;
  systemPrompt: string;
}

export function findMissingVariables(
  { initialMessage, systemPrompt }: Template,
  variables: Record<string, unknown>,
): string[] {
  const known = new Set([...systemVariables, ...Object.keys(variables)]);
  const written = [...initialMessage.matchAll(PLACEHOLDER), ...systemPrompt.matchAll(PLACEHOLDER)];
  const names = written.flatMap(([, double, single]) => {
    const { name, fallback } = parsePlaceholder(double ?? single ?? '');
    return fallback === undefined ? [name] : [];
  });
  return [...new Set(names)].filter((name) => VARIABLE_NAME.test(name) && !known.has(name));
}

/** Whether a placeholder of this name would be spoken as something. */
export function isFilled(name: string, variables: Record<string, unknown>): boolean {
  return Object.hasOwn(variables, name) && show(variables[name]).trim() !== '';
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(show).join(', ');
  return JSON.stringify(value);
}
