import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import * as v from 'valibot';
import {
  AppError,
  invalidFields,
  unknownFields,
  type ErrorCode,
  type FieldErrors,
} from '#shared/domain/errors/app-error.ts';
import type { Reservation } from '#shared/domain/idempotency/idempotency-record.ts';
import { parseRecordId } from '#shared/domain/ids/record-id.ts';
import { errorResponse, type ErrorTexts } from '#shared/http/error-response.ts';
import { fieldErrors } from '#shared/http/field-errors.ts';
import { answerOnce, hasIdempotency, type IdempotencyDeps, type Run } from '#shared/http/idempotency.ts';
import { HttpEvent } from '#shared/http/http-event.ts';
import { jsonResponse, type EndpointAnswer, type HttpResponse } from '#shared/http/http-response.ts';
import { addLogContext, withLogContext } from '#shared/runtime/log-context.ts';
import { lambdaContext, withoutEarlyTimeout } from '#shared/runtime/lambda-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';

const MAX_BODY_BYTES = 256 * 1024;

type Schema = v.GenericSchema<unknown, unknown>;
const NoInput = v.strictObject({});

export interface EndpointRequest<Body extends Schema, Query extends Schema> {
  /** The authenticated user; 0 where everybody may call. */
  userId: number;
  /** The record id of the path; 0 when the path has none. */
  id: number;
  /** The token of the path, as it was sent; empty when the path has none. */
  token: string;
  /** The phone number of the path, as it was sent; empty when the path has none. */
  phoneNumber: string;
  body: v.InferOutput<Body>;
  query: v.InferOutput<Query>;
  /** The full address that the client called, for page URLs. */
  url: URL;
  /** The identity of the record that the request makes, when its idempotency key has set one aside. */
  reservation?: Reservation | undefined;
}

export interface EndpointDefinition<Body extends Schema, Query extends Schema, Deps, Answer extends Schema = Schema> {
  /** The manifest row of this endpoint. */
  id: string;
  /** Whether it can be called without an access token, as its row in the manifest says; there is no user then. */
  isPublic?: boolean;
  /** What it does, in one line of the API reference. */
  summary?: string;
  /** The answer of success, for the API reference and its tests. */
  answers?: { status: number; body: Answer };
  /** Its refusals beyond those that every endpoint has: of the token, of a body that cannot be read, of wrong fields. */
  refusals?: readonly ErrorCode[];
  /** Makes the real dependencies; called once, on the first request. */
  deps: () => Deps;
  handle: (request: EndpointRequest<Body, Query>, deps: Deps) => Promise<EndpointAnswer<v.InferOutput<Answer>>>;
  body?: Body;
  query?: Query;
  /** The only fields that the body may have; any other one is refused before everything else. Left out: others are ignored. */
  onlyFields?: readonly string[];
  /** For a path that ends in `{id}`: the refusal of an id that is none. */
  pathId?: ErrorCode;
  /** For a path that ends in `{token}`. */
  pathToken?: true;
  /** For a path that ends in `{phone_number}`. */
  pathNumber?: true;
  errors?: ErrorTexts;
  /** Honours the header `Idempotency-Key`, for which the dependencies must have the means. */
  idempotent?: Deps extends IdempotencyDeps ? true : never;
  /**
   * Asked when the body fails its schema: what else is wrong with it by rules outside the schema,
   * so that all failing fields are reported at once. The body is as it was sent.
   */
  alsoWrong?: (request: { userId: number; id: number; body: unknown }, deps: Deps) => Promise<FieldErrors>;
}

/** What an endpoint takes and answers, as the OpenAPI document tells it. */
export type EndpointContract = Pick<
  EndpointDefinition<Schema, Schema, unknown>,
  | 'isPublic'
  | 'summary'
  | 'answers'
  | 'body'
  | 'query'
  | 'onlyFields'
  | 'pathId'
  | 'pathToken'
  | 'pathNumber'
  | 'errors'
> & { refusals: readonly ErrorCode[]; idempotent: boolean };

export interface Endpoint<Body extends Schema, Query extends Schema, Deps> {
  (event: unknown, context?: unknown): Promise<HttpResponse>;
  contract: EndpointContract;
  schemas: { body?: Body; query?: Query };
  /** The same endpoint on other dependencies, for tests. */
  with(deps: Deps): (event: unknown) => Promise<HttpResponse>;
}

/**
 * One HTTP endpoint: parses path, query and body by schema, calls the one use case, and answers as the contract says.
 * Every answer carries `x-request-id`. Whatever is thrown becomes an error answer, never a stack.
 */
export function defineEndpoint<
  Deps,
  Body extends Schema = typeof NoInput,
  Query extends Schema = typeof NoInput,
  Answer extends Schema = Schema,
>(definition: EndpointDefinition<Body, Query, Deps, Answer>): Endpoint<Body, Query, Deps> {
  let deps: Deps | undefined;
  const real = endpointHandler(definition, () => (deps ??= definition.deps()));
  return Object.assign(real, {
    contract: { ...definition, refusals: definition.refusals ?? [], idempotent: definition.idempotent === true },
    schemas: {
      ...(definition.body === undefined ? {} : { body: definition.body }),
      ...(definition.query === undefined ? {} : { query: definition.query }),
    },
    with: (other: Deps) => endpointHandler(definition, () => other),
  });
}

function endpointHandler<Body extends Schema, Query extends Schema, Deps>(
  definition: EndpointDefinition<Body, Query, Deps>,
  deps: () => Deps,
): (event: unknown) => Promise<HttpResponse> {
  const chain = middy<HttpEvent, HttpResponse>(withoutEarlyTimeout)
    .before(({ event }) => refuseLargeBody(event))
    .before(({ event }) => fillMissingBody(event))
    .use(definition.body === undefined ? [] : [httpJsonBodyParser({ reviver: wellFormed })])
    .onError((request) => {
      request.response = jsonResponse(errorResponse(request.error, definition.errors ?? {}, logger));
    })
    .handler(async (event) => {
      const request = await readRequest(definition, event, deps);
      const run = (reservation?: Reservation) => definition.handle({ ...request, reservation }, deps());
      return jsonResponse(
        definition.idempotent ? await runOnce(definition, request.userId, event, deps(), run) : await run(),
      );
    });
  return (input) => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId: definition.id, requestId }, async () => {
      const response = await chain(event, lambdaContext(requestId));
      if (response.statusCode >= 500) metrics.count('RequestFailed', { function: definition.id });
      response.headers['x-request-id'] = requestId;
      return response;
    });
  };
}

function runOnce(
  { id, errors = {} }: { id: string; errors?: ErrorTexts },
  userId: number,
  { headers, body }: HttpEvent,
  deps: unknown,
  run: Run,
): Promise<EndpointAnswer> {
  if (!hasIdempotency(deps)) throw new Error(`${id} lacks what idempotency keys take`);
  return answerOnce({ userId, route: id, headers, body, texts: errors }, deps, run);
}

async function readRequest<Body extends Schema, Query extends Schema, Deps>(
  definition: EndpointDefinition<Body, Query, Deps>,
  event: HttpEvent,
  deps: () => Deps,
): Promise<EndpointRequest<Body, Query>> {
  const userId = definition.isPublic ? 0 : event.requestContext.authorizer?.lambda.user_id;
  if (userId === undefined) throw new AppError('forbidden');
  addLogContext({ userId });
  const url = requestUrl(event);
  if (definition.onlyFields) refuseOtherFields(event.body, definition.onlyFields);
  const id = definition.pathId === undefined ? 0 : readPathId(event, definition.pathId);
  const phoneNumber = definition.pathNumber ? (event.pathParameters['phone_number'] ?? '') : '';
  const query = parse(definition.query, queryParameters(url));
  if (!query.success) throw invalidFields(fieldErrors(query.issues));
  const body = parse(definition.body, event.body);
  if (!body.success) {
    const more = await definition.alsoWrong?.({ userId, id, body: event.body }, deps());
    throw invalidFields({ ...more, ...fieldErrors(body.issues) });
  }
  const token = definition.pathToken ? (event.pathParameters['token'] ?? '') : '';
  return { userId, id, token, phoneNumber, query: query.output, body: body.output, url };
}

function parse<S extends Schema>(schema: S | undefined, input: unknown): v.SafeParseResult<S> {
  return v.safeParse(schema ?? v.any(), input);
}

function refuseOtherFields(body: unknown, known: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
  const others = Object.keys(body).filter((name) => !known.includes(name));
  if (others.length > 0) throw unknownFields(others);
}

function readPathId(event: HttpEvent, refusal: ErrorCode): number {
  const id = parseRecordId(event.pathParameters['id'] ?? '');
  if (id === undefined) throw new AppError(refusal);
  return id;
}

function requestUrl(event: HttpEvent): URL {
  const scheme = event.headers['x-forwarded-proto'] ?? 'https';
  const host = event.headers['host'] ?? event.requestContext.domainName;
  const query = event.rawQueryString === '' ? '' : `?${event.rawQueryString}`;
  return new URL(`${scheme}://${host}${event.rawPath}${query}`);
}

/** The last value of a repeated parameter counts; an empty one counts as not sent. */
function queryParameters(url: URL): Record<string, string> {
  return Object.fromEntries([...url.searchParams].filter(([, value]) => value.trim() !== ''));
}

function refuseLargeBody(event: HttpEvent): void {
  if (typeof event.body !== 'string') return;
  const bytes = Buffer.byteLength(event.body, event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > MAX_BODY_BYTES) throw new AppError('payload_too_large');
}

/** Half a surrogate pair has no UTF-8: neither the table nor a webhook could carry it. It is read as any broken character is. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}

/** A request without any body is one with an empty object, so that its answer names the fields that are missing. */
function fillMissingBody(event: HttpEvent): void {
  if (event.body !== undefined && event.body !== '') return;
  Object.assign(event, { body: '{}', isBase64Encoded: false });
  event.headers['content-type'] = 'application/json';
}
