import { findArgumentProblems, isObject, type ObjectSchema } from '#shared/tools/parameter-schema.ts';
import {
  encodeForUrl,
  fillHeader,
  fillJson,
  fillTemplate,
  hasPlaceholder,
  namesIn,
  parseEndpoint,
  type EndpointTemplate,
  type TemplateValues,
} from '#shared/tools/tool-template.ts';
import { modelParametersOf, parametersOf, type ToolMethod, type UserTool } from '#shared/tools/user-tool.ts';

export interface ToolRequest {
  method: ToolMethod;
  url: string;
  headers: Record<string, string>;
  /** Empty: the request has none. */
  body: string;
}

/** `refused`: nothing is sent, and the model is told why. */
export type BuiltRequest = { kind: 'request'; request: ToolRequest } | { kind: 'refused'; problem: string };

export interface ToolInput {
  /** As the model gave them. */
  args: unknown;
  variables: Readonly<Record<string, unknown>>;
  /** The value of each header, by its name. */
  secrets: Readonly<Record<string, string>>;
}

type RequestParts = Pick<UserTool, 'endpoint' | 'method' | 'headers' | 'schema' | 'parameters'>;

/** Receivers refuse longer ones. */
const MOST_URL = 8_192;
const MOST_HEADER = 4_096;
const MOST_BODY = 65_536;

export function buildToolRequest(tool: RequestParts, { args, variables, secrets }: ToolInput): BuiltRequest {
  const problems = findArgumentProblems(modelParametersOf(tool, variables), args);
  if (!isObject(args) || problems.length > 0) return refused(`The arguments are wrong: ${problems.join(' ')}`);
  const endpoint = parseEndpoint(tool.endpoint);
  if (!endpoint) return refused('The tool has no valid address.');
  const { properties } = parametersOf(tool);
  const given = { args, parameters: new Set(Object.keys(properties)), variables };
  const all = allArguments(properties, given);
  const filled = { ...given, args: all };
  const path = fillPath(endpoint.path, filled);
  if (path === undefined) return refused('A value does not fit into the address of the tool.');
  const rest = withoutPlaced(tool, secrets, all);
  const query = queryOf(endpoint, filled, tool.method === 'GET' ? rest : {});
  const request = {
    method: tool.method,
    url: `${endpoint.origin}${path}${query === '' ? '' : `?${query}`}`,
    headers: Object.fromEntries(tool.headers.map(({ name }) => [name, fillHeader(secrets[name] ?? '', filled)])),
    body: bodyOf(tool.method, rest),
  };
  return isTooLong(request) ? refused('The arguments are too long.') : { kind: 'request', request };
}

const refused = (problem: string): BuiltRequest => ({ kind: 'refused', problem });

/** What the model gives for a parameter that it may not choose is dropped. */
function allArguments(properties: ObjectSchema['properties'], values: TemplateValues): Record<string, unknown> {
  const isChosen = ([name]: [string, unknown]) => (ownOf(properties, name)?.source ?? 'model') === 'model';
  const own = Object.entries(properties).flatMap(([name, { source, variable = name, value }]) => {
    if (source === 'fixed') return [[name, fillJson(value, values)]];
    if (source !== 'variable') return [];
    return Object.hasOwn(values.variables, variable) ? [[name, values.variables[variable]]] : [];
  });
  return Object.fromEntries([...Object.entries(values.args).filter(isChosen), ...own]);
}

const ownOf = (properties: ObjectSchema['properties'], name: string) =>
  Object.hasOwn(properties, name) ? properties[name] : undefined;

/** Undefined: a value is empty, or would lead to another folder of the server. */
function fillPath(template: string, values: TemplateValues): string | undefined {
  const segments = template.split('/').map((segment) => ({
    segment: fillTemplate(segment, values, encodeForUrl),
    isFilled: hasPlaceholder(segment),
    isEmpty: fillTemplate(segment, values, (text) => text).trim() === '',
  }));
  const isWrong = segments.some(({ segment, isFilled, isEmpty }) => isFilled && (isEmpty || isDots(segment)));
  return isWrong ? undefined : segments.map(({ segment }) => segment).join('/');
}

/** A parser of URLs resolves `..`, and `%2e%2e` too. */
const isDots = (segment: string) => /^(?:\.|%2e){1,2}$/i.test(segment);

function queryOf({ query }: EndpointTemplate, values: TemplateValues, rest: Readonly<Record<string, unknown>>): string {
  const own = query === undefined ? [] : [fillTemplate(query, values, encodeForUrl)];
  const added = Object.entries(rest).map(([name, value]) => `${encodeForUrl(name)}=${encodeForUrl(queryText(value))}`);
  return [...own, ...added].filter((part) => part !== '').join('&');
}

const queryText = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value ?? null)).toWellFormed();

/** What a placeholder has put somewhere is not sent twice. */
function withoutPlaced(
  { endpoint }: RequestParts,
  secrets: Readonly<Record<string, string>>,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const placed = new Set([endpoint, ...Object.values(secrets)].flatMap(namesIn));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !placed.has(name)));
}

function bodyOf(method: ToolMethod, rest: Readonly<Record<string, unknown>>): string {
  if (method === 'GET' || (method === 'DELETE' && Object.keys(rest).length === 0)) return '';
  return JSON.stringify(rest);
}

function isTooLong({ url, headers, body }: ToolRequest): boolean {
  return (
    url.length > MOST_URL ||
    body.length > MOST_BODY ||
    Object.values(headers).some(({ length }) => length > MOST_HEADER)
  );
}
