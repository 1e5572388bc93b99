import * as v from 'valibot';
import { isRefusal, type FunctionRuntime } from '#infra/local/function-runtime/function-runtime.ts';
import { authorizerEvent, type HttpApiEvent } from '#infra/local/gateway/http-api-event.ts';
import { gatewayAnswers, type HttpAnswer } from '#infra/local/gateway/http-answer.ts';
import type { AuthorizerRow } from '#shared/manifest/manifest-row.ts';

export type Authorization = { context: Record<string, unknown> } | { refusal: HttpAnswer };

/** The «simple» answer of an authorizer. */
const AuthorizerAnswer = v.object({
  isAuthorized: v.boolean(),
  context: v.optional(v.record(v.string(), v.unknown()), {}),
});

/**
 * A REQUEST authorizer on the Authorization header. Its answers are kept per header value; what it throws is not kept.
 * Without the header it is not asked at all.
 */
export function createAuthorizer(row: AuthorizerRow, runtime: FunctionRuntime) {
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
