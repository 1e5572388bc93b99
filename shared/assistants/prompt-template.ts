/** The longest alternative comes first, so that `{{name}}` is replaced with its braces. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;

/** Placeholders inside a value are not replaced; one without a variable stays. @param write the text of a value */
export function renderTemplate(
  template: string,
  variables: Record<string, unknown>,
  write: (value: unknown, name: string) => string = show,
): string {
  return template.replaceAll(PLACEHOLDER, (written: string, double?: string, single?: string) => {
    const name = (double ?? single ?? '').trim();
    return Object.hasOwn(variables, name) ? write(variables[name], name) : written;
  });
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
  waitForCustomer: boolean;
  initialMessage: string;
  systemPrompt: string;
}

export function findMissingVariables(
  { waitForCustomer, initialMessage, systemPrompt }: Template,
  variables: Record<string, unknown>,
): string[] {
  const known = new Set([...systemVariables, ...Object.keys(variables)]);
  const written = [
    ...(waitForCustomer ? '' : initialMessage).matchAll(PLACEHOLDER),
    ...systemPrompt.matchAll(PLACEHOLDER),
  ];
  const names = written.map(([, double, single]) => (double ?? single ?? '').trim());
  return [...new Set(names)].filter((name) => VARIABLE_NAME.test(name) && !known.has(name));
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(show).join(', ');
  return JSON.stringify(value);
}
