import middy from '@middy/core';
import httpJsonBodyParser from '@middy/http-json-body-parser';
import * as v from 'valibot';
import { AppError, type ErrorCode } from '#shared/domain/errors/app-error.ts';
import { parseRecordId } from '#shared/domain/ids/record-id.ts';
import { errorResponse, type ErrorTexts } from '#shared/http/error-response.ts';
import { fieldErrors } from '#shared/http/field-errors.ts';
import { HttpEvent } from '#shared/http/http-event.ts';
import { jsonResponse, type EndpointAnswer, type HttpResponse } from '#shared/http/http-response.ts';
import { addLogContext, withLogContext } from '#shared/runtime/log-context.ts';
import { lambdaContext } from '#shared/runtime/lambda-context.ts';
import { logger } from '#shared/runtime/logger.ts';

const MAX_BODY_BYTES = 256 * 1024;

type Schema = v.GenericSchema<unknown, unknown>;
const NoInput = v.strictObject({});

export interface EndpointRequest<Body extends Schema, Query extends Schema> {
  /** The authenticated user. */
  userId: number;
  /** The record id of the path; 0 when the path has none. */
  id: number;
  body: v.InferOutput<Body>;
  query: v.InferOutput<Query>;
  /** The full address that the client called, for page URLs. */
  url: URL;
}

export interface EndpointDefinition<Body extends Schema, Query extends Schema, Deps> {
  /** The manifest row of this endpoint. */
  id: string;
  /** Makes the real dependencies; called once, on the first request. */
  deps: () => Deps;
  handle: (request: EndpointRequest<Body, Query>, deps: Deps) => Promise<EndpointAnswer>;
  body?: Body;
  query?: Query;
  /** For a path that ends in `{id}`: the refusal of an id that is none. */
  pathId?: ErrorCode;
  errors?: ErrorTexts;
}

export interface Endpoint<Body extends Schema, Query extends Schema, Deps> {
  (event: unknown, context?: unknown): Promise<HttpResponse>;
  schemas: { body?: Body; query?: Query };
  /** The same endpoint on other dependencies, for tests. */
  with(deps: Deps): (event: unknown) => Promise<HttpResponse>;
}

/**
 * One HTTP endpoint: parses path, query and body by schema, calls the one use case, and answers as the contract says.
 * Every answer carries `x-request-id`. Whatever is thrown becomes an error answer, never a stack.
 */
export function defineEndpoint<Deps, Body extends Schema = typeof NoInput, Query extends Schema = typeof NoInput>(
  definition: EndpointDefinition<Body, Query, Deps>,
): Endpoint<Body, Query, Deps> {
  let deps: Deps | undefined;
  const real = endpointHandler(definition, () => (deps ??= definition.deps()));
  return Object.assign(real, {
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
  const chain = middy<HttpEvent, HttpResponse>()
    .before(({ event }) => refuseLargeBody(event))
    .use(definition.body === undefined ? [] : [httpJsonBodyParser()])
    .onError((request) => {
      request.response = jsonResponse(errorResponse(request.error, definition.errors ?? {}, logger));
    })
    .handler(async (event) => jsonResponse(await definition.handle(readRequest(definition, event), deps())));
  return (input) => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId: definition.id, requestId }, async () => {
      const response = await chain(event, lambdaContext(requestId));
      response.headers['x-request-id'] = requestId;
      return response;
    });
  };
}

function readRequest<Body extends Schema, Query extends Schema, Deps>(
  definition: EndpointDefinition<Body, Query, Deps>,
  event: HttpEvent,
): EndpointRequest<Body, Query> {
  const userId = event.requestContext.authorizer?.lambda.user_id;
  if (userId === undefined) throw new AppError('forbidden');
  addLogContext({ userId });
  const url = requestUrl(event);
  return {
    userId,
    id: definition.pathId === undefined ? 0 : readPathId(event, definition.pathId),
    query: parse(definition.query, queryParameters(url)),
    body: parse(definition.body, event.body),
    url,
  };
}

function parse<S extends Schema>(schema: S | undefined, input: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema ?? v.any(), input);
  if (!result.success) throw new AppError('validation_failed', { errors: fieldErrors(result.issues) });
  return result.output;
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
