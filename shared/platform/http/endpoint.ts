import middy from '@middy/core';
import type * as v from 'valibot';
import { once } from '#shared/platform/environment.ts';
import type { ErrorCode } from '#shared/platform/errors.ts';
import {
  errorAnswers,
  type ErrorTexts,
  type HttpFunction,
  lambdaKeepsTime,
  observed,
} from '#shared/platform/http/errors.ts';
import {
  type EndpointAnswer,
  type HttpEvent,
  type HttpResponse,
  type TokenScope,
  jsonResponse,
} from '#shared/platform/http/http.ts';
import {
  identity,
  rateLimited,
  type CrossOriginMiddleware,
  type Identified,
} from '#shared/platform/http/middlewares/access-token.ts';
import type { IdempotencyKeyMiddleware, Reserved } from '#shared/platform/http/middlewares/idempotency-key.ts';
import { jsonBody } from '#shared/platform/http/middlewares/json-body.ts';
import {
  answerSize,
  sizeLimit,
  validation,
  type InputRules,
  type Schema,
  type ValidInput,
} from '#shared/platform/http/middlewares/validation.ts';

type NoInput = v.GenericSchema<unknown, object>;

export type EndpointRequest<Body extends Schema, Query extends Schema> = Identified &
  ValidInput<Body, Query> &
  Reserved;

interface EndpointDefinition<
  Body extends Schema,
  Query extends Schema,
  Deps,
  Answer extends Schema = Schema,
> extends InputRules<Body, Query, Deps> {
  id: string;
  /** No access token is needed, as in the manifest row. `userId` is 0 then. */
  isPublic?: boolean;
  /** The scope that a token needs, if it has scopes. Every endpoint that is not public states one. */
  scope?: TokenScope;
  summary?: string;
  answers?: { status: number; body: Answer };
  /** Whether a success may have the header `x-language-model`. */
  namesModel?: boolean;
  /** Error codes beyond those of every endpoint: invalid token, unreadable body, invalid fields. */
  refusals?: readonly ErrorCode[];
  errors?: ErrorTexts;
  /** `idempotencyKey` if the endpoint supports the header `Idempotency-Key`. Passed in to keep it out of other bundles. */
  idempotent?: (endpoint: { id: string; errors?: ErrorTexts }, deps: () => Deps) => IdempotencyKeyMiddleware;
  /** `allowOrigins` if pages of some other origins may call the endpoint. Passed in for the same reason. */
  crossOrigin?: (deps: () => Deps) => CrossOriginMiddleware;
  deps: () => Deps;
  handle: (request: EndpointRequest<Body, Query>, deps: Deps) => Promise<EndpointAnswer<v.InferOutput<Answer>>>;
}

export type EndpointContract = Pick<
  EndpointDefinition<Schema, Schema, unknown>,
  | 'isPublic'
  | 'scope'
  | 'summary'
  | 'namesModel'
  | 'answers'
  | 'body'
  | 'query'
  | 'onlyFields'
  | 'pathId'
  | 'pathReference'
  | 'pathToken'
  | 'pathNumber'
  | 'pathDelivery'
  | 'errors'
> & { refusals: readonly ErrorCode[]; idempotent: boolean };

export interface Endpoint<Body extends Schema, Query extends Schema, Deps> extends HttpFunction {
  contract: EndpointContract;
  schemas: { body?: Body; query?: Query };
  with(deps: Deps): HttpFunction;
}

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
    .use(definition.crossOrigin ? definition.crossOrigin(deps) : [])
    .use(errorAnswers(definition.errors))
    .use([sizeLimit(), answerSize()])
    .use(definition.body ? jsonBody() : [])
    .use(identity(definition))
    .use(validation(definition, deps))
    .use(definition.idempotent ? [definition.idempotent(definition, deps)] : [])
    .handler<HttpEvent, HttpResponse>(async ({ userId, access, input, reservation }) =>
      jsonResponse(await definition.handle({ userId, access, ...input, reservation }, deps())),
    );
  return observed(definition.id, rateLimited(definition, chain));
}
