import * as v from 'valibot';
import { AppError } from '#shared/domain/errors/app-error.ts';
import { errorResponse } from '#shared/http/error-response.ts';
import { fieldErrors } from '#shared/http/field-errors.ts';
import { HttpEvent } from '#shared/http/http-event.ts';
import { jsonResponse, type HttpResponse } from '#shared/http/http-response.ts';
import { rawBody } from '#shared/http/raw-body.ts';
import { withLogContext } from '#shared/runtime/log-context.ts';
import { logger } from '#shared/runtime/logger.ts';
import { metrics } from '#shared/runtime/metrics.ts';
import { isWebhookSigned, type WebhookVerifier } from '#shared/runtime/openai-webhook-verifier.ts';

type DataSchema = v.GenericSchema<unknown, unknown>;

export interface OpenAiWebhookDefinition<Data extends DataSchema, Deps> {
  /** The manifest row of this webhook. */
  id: string;
  /** The one event that is handled; a project may send others here, which are answered and left alone. */
  event: string;
  /** `data` of that event. */
  data: Data;
  deps: () => Deps;
  handle: (data: v.InferOutput<Data>, deps: Deps) => Promise<void>;
}

export interface OpenAiWebhook<Deps> {
  (event: unknown, context?: unknown): Promise<HttpResponse>;
  schemas: { body: v.GenericSchema<unknown, unknown> };
  /** The same webhook on other dependencies, for tests. */
  with(deps: Deps, verify: WebhookVerifier): (event: unknown) => Promise<HttpResponse>;
}

const AnyEvent = v.pipe(v.string(), v.parseJson(), v.looseObject({ type: v.string() }));

/**
 * A webhook of OpenAI, signed as Standard Webhooks says. The signature is checked before anything else: forged or stale is
 * 401, counted, and changes nothing. A 500 brings the same webhook again.
 */
export function defineOpenAiWebhook<Data extends DataSchema, Deps>(
  definition: OpenAiWebhookDefinition<Data, Deps>,
): OpenAiWebhook<Deps> {
  let deps: Deps | undefined;
  const real = webhookHandler(definition, () => (deps ??= definition.deps()), isWebhookSigned);
  return Object.assign(real, {
    schemas: { body: v.object({ type: v.literal(definition.event), data: definition.data }) },
    with: (other: Deps, verify: WebhookVerifier) => webhookHandler(definition, () => other, verify),
  });
}

function webhookHandler<Data extends DataSchema, Deps>(
  definition: OpenAiWebhookDefinition<Data, Deps>,
  deps: () => Deps,
  verify: WebhookVerifier,
): (input: unknown) => Promise<HttpResponse> {
  const { id } = definition;
  const answer = async (event: HttpEvent): Promise<HttpResponse> => {
    const body = rawBody(event);
    if (!(await verify({ headers: event.headers, body }))) {
      metrics.count('CarrierCallbackRefused', { reason: 'forged' });
      logger.warn('a webhook was refused', { webhook: id });
      return jsonResponse({ status: 401, body: { message: 'Unauthorized' } });
    }
    const parsed = v.safeParse(AnyEvent, body);
    if (!parsed.success) throw new AppError('malformed_json');
    if (parsed.output.type === definition.event) {
      const data = v.safeParse(definition.data, parsed.output['data']);
      if (!data.success) throw new AppError('validation_failed', { errors: fieldErrors(data.issues) });
      await definition.handle(data.output, deps());
    }
    return jsonResponse({ status: 200, body: {} });
  };
  return (input) => {
    const event = v.parse(HttpEvent, input);
    const { requestId } = event.requestContext;
    return withLogContext({ functionId: id, requestId }, async () => {
      const response = await answer(event).catch((error: unknown) => jsonResponse(errorResponse(error, {}, logger)));
      if (response.statusCode >= 500) metrics.count('RequestFailed', { function: id });
      response.headers['x-request-id'] = requestId;
      return response;
    });
  };
}
