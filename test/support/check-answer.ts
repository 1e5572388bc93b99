import formats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer, OpenApiDocument } from '#infra/generate/openapi/openapi-types.ts';
import { createRouter } from '#infra/local/aws/http/match-route.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';
import openApi from '#shared/openapi/openapi.json' with { type: 'json' };

export type SentAnswer = { status: number; headers: Headers | Record<string, unknown>; body: unknown };

const document = openApi as unknown as OpenApiDocument;
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(closed(document) as object, 'openapi.json');
const compiled = new Map<string, ValidateFunction>();
const route = createRouter(httpRows);

/** The document leaves objects open for fields of later versions. This version has exactly those that it describes. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const inside = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isClosed = inside['type'] === 'object' && 'properties' in inside && !('additionalProperties' in inside);
  return isClosed ? { ...inside, additionalProperties: false } : inside;
}

/** Throws when the OpenAPI document does not describe the answer. Ignores paths without a route. */
export function checkAnswer(method: string, url: string, answer: SentAnswer): void {
  const { pathname } = new URL(url, 'http://localhost');
  const row = route(method, pathname)?.row;
  if (row?.kind === 'http' && row.method !== 'ANY') checkAnswerOf(row, answer);
}

export function checkAnswerOf(row: HttpRow, answer: SentAnswer): void {
  // Of preflights the document does not tell.
  if (row.otherMethod === 'OPTIONS' && answer.status === 204) return;
  const problems = answerProblems(row, answer);
  if (problems.length === 0) return;
  const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
  throw new Error(
    `${row.method} ${row.path} answers ${answer.status} ${body.slice(0, 2000)}\nwhich is not in shared/openapi/openapi.json:\n${problems.slice(0, 10).join('\n')}`,
  );
}

/** What is wrong with an answer, in words; nothing when the document tells of it. */
export function answerProblems({ method, path }: HttpRow, { status, headers, body }: SentAnswer): string[] {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) return [`no operation ${method} ${path}`];
  if (!operation.responses[status]) return [`no answer ${status} of ${operation.operationId}`];
  const header = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name]);
  const isValid = validatorOf(path, method.toLowerCase(), status);
  const problems = isValid(typeof body === 'string' ? JSON.parse(body) : body)
    ? []
    : (isValid.errors ?? []).map(
        (error) => `${error.instancePath || 'the body'} ${error.message} ${JSON.stringify(error.params)}`,
      );
  return [
    ...problems,
    ...(problems.length === 0 ? unknownMessage(status, operation.responses[status], body) : []),
    ...(header('content-type') === 'application/json' ? [] : [`content-type ${String(header('content-type'))}`]),
    ...(header('x-request-id') ? [] : ['no x-request-id']),
  ];
}

/** The document has an example for each message that an answer may have, with the keys that stand beside it. */
function unknownMessage(status: number, { content }: Answer, body: unknown): string[] {
  const { message, ...beside }: Record<string, unknown> =
    typeof body === 'string' ? JSON.parse(body) : { ...Object(body) };
  if (typeof message !== 'string') return [];
  const examples = Object.values(content['application/json'].examples ?? {}).map(
    ({ value }) => Object(value) as object,
  );
  const isKnown = examples.some((example) => {
    const { message: known, ...others } = { message: '', ...example };
    const isSame = known === message || [known, message].every((text) => text.startsWith('Invalid fields: '));
    return isSame && (status < 400 || Object.keys(others).join() === Object.keys(beside).join());
  });
  return isKnown ? [] : [`no example has the message «${message}» beside ${Object.keys(beside).join() || 'nothing'}`];
}

function validatorOf(path: string, method: string, status: number): ValidateFunction {
  const pointer = ['paths', path, method, 'responses', status, 'content', 'application/json', 'schema']
    .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const known = compiled.get(pointer) ?? ajv.getSchema(`openapi.json#/${pointer}`);
  if (!known) throw new Error(`the document has no schema at ${pointer}`);
  compiled.set(pointer, known);
  return known;
}
