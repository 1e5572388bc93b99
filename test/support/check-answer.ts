import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { createRouter } from '#infra/local/gateway/match-route.ts';
import type { OpenApiDocument } from '#infra/openapi/openapi-types.ts';
import { httpRows } from '#shared/manifest/http-rows.ts';
import type { HttpRow } from '#shared/manifest/manifest-row.ts';
import openApi from '#shared/openapi/openapi.json' with { type: 'json' };

export type SentAnswer = { status: number; headers: Headers | Record<string, unknown>; body: unknown };

const document = openApi as unknown as OpenApiDocument;
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
formats.default(ajv);
ajv.addSchema(document, 'openapi.json');
const compiled = new Map<string, ValidateFunction>();
const route = createRouter(httpRows);

/** Throws when the OpenAPI document does not describe the answer. Ignores paths without a route. */
export function checkAnswer(method: string, url: string, answer: SentAnswer): void {
  const { pathname } = new URL(url, 'http://localhost');
  const row = route(method, pathname)?.row;
  if (row?.kind === 'http') checkAnswerOf(row, answer);
}

export function checkAnswerOf(row: HttpRow, answer: SentAnswer): void {
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
    ...(header('content-type') === 'application/json' ? [] : [`content-type ${String(header('content-type'))}`]),
    ...(header('x-request-id') ? [] : ['no x-request-id']),
  ];
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
