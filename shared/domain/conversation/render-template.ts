/** Longest alternative first, so that `{{name}}` never leaves braces behind. */
const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;

/**
 * Replaces `{name}` and `{{name}}` by the variable of that name. The text is read once: a value that holds a placeholder
 * itself is not evaluated again. A name without a variable stays as it is written.
 */
export function renderTemplate(template: string, variables: Record<string, unknown>): string {
  return template.replaceAll(PLACEHOLDER, (written: string, double?: string, single?: string) => {
    const name = (double ?? single ?? '').trim();
    return Object.hasOwn(variables, name) ? show(variables[name]) : written;
  });
}

/** A value as a person would say it: nothing for null, a list by commas, anything deeper as JSON. */
function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(show).join(', ');
  return JSON.stringify(value);
}
