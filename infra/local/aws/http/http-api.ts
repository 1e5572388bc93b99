import * as v from 'valibot';
import { authorizerEvent, httpApiEvent, type HttpApiEvent } from '#infra/local/aws/http/http-api-event.ts';
import {
  answerOfFunction,
  gatewayAnswers,
  type HttpAnswer,
  type HttpRequest,
} from '#infra/local/aws/http/http-message.ts';
import { createRouter, type RoutedRow } from '#infra/local/aws/http/match-route.ts';
import { type FunctionRuntime, FunctionTimeout, isRefusal } from '#infra/local/aws/lambda/function-runtime.ts';
import type { AuthorizerRow, ManifestRow } from '#shared/manifest/manifest-row.ts';

export interface HttpApi {
  /** Whether a route takes this request; its body is read only then. */
  has(method: string, path: string): boolean;
  answer(request: HttpRequest): Promise<HttpAnswer>;
  /** Whether the function of a route decides which sites may send this request. */
  isForOtherSites(method: string, path: string): boolean;
}

/** API Gateway's HTTP API: endpoints below `/api` behind the authorizer, carrier callbacks at the root without one. */
export function createHttpApi(rows: readonly ManifestRow[], runtime: FunctionRuntime): HttpApi {
  const route = createRouter(rows.filter(isRouted));
  const authorizerRow = rows.find((row) => row.kind === 'authorizer');
  const authorize = authorizerRow && createAuthorizer(authorizerRow, runtime);
  return {
    has: (method, path) => route(method, path) !== undefined,
    isForOtherSites(method, path) {
      const row = route(method, path)?.row;
      return row?.kind === 'http' && row.otherMethod === 'OPTIONS';
    },
    async answer(request) {
      const match = route(request.method, request.path);
      if (!match) return gatewayAnswers.notFound;
      const event = httpApiEvent(request, match);
      if (isPublic(match.row) || !authorize) return call(runtime, match.row, event);
      const authorization = await authorize(event);
      if ('refusal' in authorization) return authorization.refusal;
      return call(runtime, match.row, httpApiEvent(request, match, authorization.context));
    },
  };
}

async function call(runtime: FunctionRuntime, row: RoutedRow, event: HttpApiEvent): Promise<HttpAnswer> {
  try {
    return answerOfFunction(await runtime.invoke(row, event, { requestId: event.requestContext.requestId }));
  } catch (error) {
    return error instanceof FunctionTimeout ? gatewayAnswers.unavailable : gatewayAnswers.failed;
  }
}

/** Carrier callbacks are signed and have no token. */
function isPublic(row: RoutedRow): boolean {
  return row.kind === 'carrier' || row.auth === 'none';
}

function isRouted(row: ManifestRow): row is RoutedRow {
  return row.kind === 'http' || row.kind === 'carrier';
}

type Authorization = { context: Record<string, unknown> } | { refusal: HttpAnswer };

/** The «simple» answer of an authorizer. */
const AuthorizerAnswer = v.object({
  isAuthorized: v.boolean(),
  context: v.optional(v.record(v.string(), v.unknown()), {}),
});

/**
 * A REQUEST authorizer on the Authorization header. Its answers are cached per header value, its errors are not.
 * Without the header it is not called.
 */
function createAuthorizer(row: AuthorizerRow, runtime: FunctionRuntime) {
  const kept = new Map<string, { authorization: Authorization; until: number }>();
  return async (event: HttpApiEvent): Promise<Authorization> => {
    const header = event.headers['authorization'];
    if (header === undefined || header === '') return { refusal: gatewayAnswers.unauthorized };
    const known = kept.get(header);
    if (known && known.until > Date.now()) return known.authorization;
    try {
      const answer = await runtime.invoke(row, authorizerEvent(event, header));
      const authorization = toAuthorization(v.parse(AuthorizerAnswer, answer));
      kept.set(header, { authorization, until: Date.now() + row.cacheSeconds * 1000 });
      return authorization;
    } catch (error) {
      return { refusal: isRefusal(error) ? gatewayAnswers.unauthorized : gatewayAnswers.failed };
    }
  };
}

function toAuthorization(answer: v.InferOutput<typeof AuthorizerAnswer>): Authorization {
  return answer.isAuthorized ? { context: answer.context } : { refusal: gatewayAnswers.forbidden };
}
