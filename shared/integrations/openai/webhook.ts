import middy from '@middy/core';
import { Webhook } from 'standardwebhooks';
import * as v from 'valibot';
import { once } from '#shared/platform/environment.ts';
import { AppError } from '#shared/platform/errors.ts';
import {
  callbackErrors,
  callbackSize,
  errorAnswers,
  type HttpFunction,
  lambdaKeepsTime,
  observed,
} from '#shared/platform/http/errors.ts';
import { type HttpEvent, type HttpResponse, jsonResponse, rawBody } from '#shared/platform/http/http.ts';
import { logger, metrics } from '#shared/platform/observability/telemetry.ts';
import { secrets } from '#shared/platform/secrets.ts';

type DataSchema = v.GenericSchema<unknown, unknown>;

export interface OpenAiWebhookDefinition<Data extends DataSchema, Deps> {
  id: string;
  /** Other events of the project are acknowledged and ignored. */
  event: string;
  data: Data;
  deps: () => Deps;
  handle: (data: v.InferOutput<Data>, deps: Deps) => Promise<void>;
}

export interface OpenAiWebhook<Deps> extends HttpFunction {
  schemas: { body: v.GenericSchema<unknown, unknown> };
  with(deps: Deps, verify: WebhookVerifier): HttpFunction;
}

export interface SignedWebhook {
  /** Names are in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** Whether OpenAI signed this webhook for the project within the last five minutes. */
export type WebhookVerifier = (webhook: SignedWebhook) => Promise<boolean>;

/** Standard Webhooks: https://platform.openai.com/docs/guides/webhooks. An invalid one gets 401; a 500 is retried. */
export function defineOpenAiWebhook<Data extends DataSchema, Deps>(
  definition: OpenAiWebhookDefinition<Data, Deps>,
): OpenAiWebhook<Deps> {
  const webhookOn = (deps: () => Deps, verify: WebhookVerifier): HttpFunction =>
    observed(
      definition.id,
      middy<HttpEvent, HttpResponse>(lambdaKeepsTime)
        .use(errorAnswers({ isCallback: true }))
        .use(callbackSize())
        .use(signature(verify))
        .use(eventData(definition))
        .handler<HttpEvent, HttpResponse>(async ({ data }) => {
          await definition.handle(data, deps());
          return acknowledged();
        }),
    );
  return Object.assign(webhookOn(once(definition.deps), isWebhookSigned), {
    schemas: { body: v.object({ type: v.literal(definition.event), data: definition.data }) },
    with: (deps: Deps, verify: WebhookVerifier) => webhookOn(() => deps, verify),
  });
}

const isWebhookSigned: WebhookVerifier = async ({ headers, body }) => {
  const isSignedWith = (secret: string) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return undefined;
    }
  };
  return (await secrets().match('openai-webhook-secret', isSignedWith)) === true;
};

function signature(verify: WebhookVerifier): middy.MiddlewareObj<HttpEvent, HttpResponse> {
  return {
    before: async ({ event }) => {
      if (await verify({ headers: event.headers, body: rawBody(event) })) return undefined;
      metrics.count('CarrierCallbackRefused', { reason: 'forged' });
      logger.warn('webhook rejected: invalid signature');
      return jsonResponse({ status: 401, body: { message: 'Unauthorized' } });
    },
  };
}

const AnyEvent = v.pipe(v.string(), v.parseJson(), v.looseObject({ type: v.string() }));

function eventData<Data extends DataSchema>(definition: {
  event: string;
  data: Data;
}): middy.MiddlewareObj<HttpEvent & { data: v.InferOutput<Data> }, HttpResponse> {
  return {
    before: ({ event }) => {
      const parsed = v.safeParse(AnyEvent, rawBody(event));
      if (!parsed.success) throw new AppError('malformed_json');
      if (parsed.output.type !== definition.event) return acknowledged();
      const data = v.safeParse(definition.data, parsed.output['data']);
      if (!data.success) throw new AppError('validation_failed', { errors: callbackErrors(data.issues) });
      event.data = data.output;
      return undefined;
    },
  };
}

function acknowledged(): HttpResponse {
  return jsonResponse({ status: 200, body: {} });
}
