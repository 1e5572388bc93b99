/** A name is one word, so JSON and prose in braces are no placeholders. */
const WORD = String.raw`[\p{L}_][\p{L}\p{N}_.-]{0,63}`;
export const VARIABLE_NAME = new RegExp(`^${WORD}$`, 'u');
const NAME = String.raw`\s*(${WORD})\s*`;
const PLACEHOLDER = new RegExp(String.raw`\{\{${NAME}\}\}|\{${NAME}\}`, 'gu');

/** `{name}` is an argument, or a variable if the tool has no such parameter. `{{name}}` is a variable. */
export interface TemplateValues {
  args: Readonly<Record<string, unknown>>;
  parameters: ReadonlySet<string>;
  variables: Readonly<Record<string, unknown>>;
}

export function fillTemplate(template: string, values: TemplateValues, write: (text: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_, variable?: string, name = '') =>
    write(variable === undefined ? valueOf(name, values) : textIn(values.variables, variable)),
  );
}

function valueOf(name: string, { args, parameters, variables }: TemplateValues): string {
  return textIn(parameters.has(name) ? args : variables, name);
}

/** The names of parameters that a template uses in single braces. */
export function namesIn(template: string): string[] {
  return [...template.matchAll(PLACEHOLDER)].flatMap(([, , name]) => (name === undefined ? [] : [name]));
}

export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) !== -1;

function textIn(values: Readonly<Record<string, unknown>>, name: string): string {
  return Object.hasOwn(values, name) ? show(values[name]) : '';
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value.toWellFormed();
  return Array.isArray(value) ? value.map(show).join(', ') : JSON.stringify(value);
}

/** `origin` is scheme, host and port, as they are written. */
export interface EndpointTemplate {
  origin: string;
  path: string;
  query: string | undefined;
}

/** Undefined: a placeholder is not in the path or the query, or the text is no plain URL. */
export function parseEndpoint(endpoint: string): EndpointTemplate | undefined {
  const [, origin = '', path = '', query] =
    /^(https?:\/\/[^/?#@\\{}\s]+)(\/[^?#\\]*)?(?:\?([^#]*))?$/i.exec(endpoint) ?? [];
  const rest = `${path}?${query ?? ''}`.replaceAll(PLACEHOLDER, '');
  // A URL drops tabs and line breaks, and a brace that is no placeholder would be sent as it is.
  return origin === '' || /[{}\s\p{Cc}]/u.test(rest) ? undefined : { origin, path: path || '/', query };
}

/** For a path or a query: also the characters that `encodeURIComponent` leaves for historical reasons. */
export function encodeForUrl(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const CONTROLS = /\p{Cc}+/gu;

/** Bytes of UTF-8. A value beside other text cannot begin another part of the header. */
export function fillHeader(template: string, values: TemplateValues): string {
  const isWhole = template.replace(PLACEHOLDER, '') === '';
  const filled = fillTemplate(template, values, (text) => {
    const line = text.replaceAll(CONTROLS, ' ');
    return isWhole ? line : line.replaceAll(/[,;"\\<>]/g, encodeURIComponent);
  });
  return Buffer.from(filled.replaceAll(CONTROLS, ' ').trim(), 'utf8').toString('latin1');
}

/** Templates in the texts of a value that the request sends as JSON. */
export function fillJson(value: unknown, values: TemplateValues): unknown {
  if (typeof value === 'string') return fillTemplate(value, values, (text) => text);
  if (Array.isArray(value)) return value.map((item) => fillJson(item, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillJson(part, values)]));
}
