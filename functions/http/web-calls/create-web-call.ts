import { modelHeaders } from '#shared/catalog/models.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, smallKeyValues } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { startWebCallDeps } from '#shared/web-call-container.ts';
import { startWebCall, toWebCallAnswer, WebCallAnswer } from '#shared/web-calls/start-web-call.ts';

export const handler = defineEndpoint({
  id: 'web-calls/create-web-call',
  summary: 'Start a call in a web page',
  namesModel: true,
  answers: { status: 200, body: WebCallAnswer },
  scope: 'calls',
  refusals: ['assistant_not_found', 'insufficient_balance', 'too_many_conversations', 'web_calls_not_set_up'],
  pathId: 'assistant_not_found',
  body: objectOf({ variables: optional(smallKeyValues()) }),
  deps: startWebCallDeps,
  handle: async ({ userId, id, body }, deps) => {
    const started = await startWebCall({ userId, assistantId: id, variables: body.variables ?? {} }, deps);
    return { ...ok(toWebCallAnswer(started)), headers: modelHeaders(started.speakingModel) };
  },
});
