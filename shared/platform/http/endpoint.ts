import middy from '@middy/core';
import type * as v from 'valibot';
import type { ErrorCode } from '#shared/platform/errors.ts';
import { errorAnswers, type ErrorTexts } from '#shared/platform/http/errors.ts';
import { jsonResponse, type EndpointAnswer, type HttpEvent, type HttpResponse } from '#shared/platform/http/http.ts';
import { jsonBody, sizeLimit } from '#shared/platform/http/middlewares/body.ts';
import type { IdempotencyKeyMiddleware, Reserved } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { identity, type Identified } from '#shared/platform/http/middlewares/identity.ts';
import { lambdaKeepsTime, observed, type HttpFunction } from '#shared/platform/http/middlewares/observability.ts';
import {
  validation,
  type InputRules,
  type Schema,
  type ValidInput,
} from '#shared/platform/http/middlewares/validation.ts';
import { once } from '#shared/platform/environment.ts';

type NoInput = v.GenericSchema<unknown, object>;

/** What the middlewares have read from a request. */
export type EndpointRequest<Body extends Schema, Query extends Schema> = Identified &
  ValidInput<Body, Query> &
  Reserved;

export interface EndpointDefinition<
  Body extends Schema,
  Query extends Schema,
  Deps,
  Answer extends Schema = Schema,
> extends InputRules<Body, Query, Deps> {
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
  errors?: ErrorTexts;
  /** `idempotencyKey` where the header `Idempotency-Key` is honoured. Passed in, so that other bundles do not hold it. */
  idempotent?: (endpoint: { id: string; errors?: ErrorTexts }, deps: () => Deps) => IdempotencyKeyMiddleware;
  /** Makes the real dependencies; called once, on the first request. */
  deps: () => Deps;
  handle: (request: EndpointRequest<Body, Query>, deps: Deps) => Promise<EndpointAnswer<v.InferOutput<Answer>>>;
}

/** What an endpoint takes and answers, for the OpenAPI document. */
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

export interface Endpoint<Body extends Schema, Query extends Schema, Deps> extends HttpFunction {
  contract: EndpointContract;
  schemas: { body?: Body; query?: Query };
  /** The same endpoint on other dependencies, for tests. */
  with(deps: Deps): HttpFunction;
}

/** One HTTP endpoint: reads the request by its rules, calls one operation, and answers as the contract says. */
export function defineEndpoint<
  Deps,
  Body extends Schema = NoInput,
  Query extends Schema = NoInput,
  Answer extends Schema = Schema,
>(definition: EndpointDefinition<Body, Query, Deps, Answer>): Endpoint<Body, Query, Deps> {
  const { body, query, refusals = [], idempotent } = definition;
  return Object.assign(endpointOn(definition, once(definition.deps)), {
    contract: { ...definition, refusals, idempotent: idempotent !== undefined },
    schemas: { ...(body === undefined ? {} : { body }), ...(query === undefined ? {} : { query }) },
    with: (other: Deps) => endpointOn(definition, () => other),
  });
}

function endpointOn<Body extends Schema, Query extends Schema, Deps>(
  definition: EndpointDefinition<Body, Query, Deps>,
  deps: () => Deps,
): HttpFunction {
  const chain = middy<HttpEvent, HttpResponse>(lambdaKeepsTime)
    .use(errorAnswers(definition.errors))
    .use(sizeLimit())
    .use(definition.body ? jsonBody() : [])
    .use(identity(definition))
    .use(validation(definition, deps))
    .use(definition.idempotent ? [definition.idempotent(definition, deps)] : [])
    .handler<HttpEvent, HttpResponse>(async ({ userId, input, reservation }) =>
      jsonResponse(await definition.handle({ userId, ...input, reservation }, deps())),
    );
  return observed(definition.id, chain);
}
