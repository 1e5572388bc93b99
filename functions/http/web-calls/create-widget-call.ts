import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional, smallKeyValues } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { allowOrigins } from '#shared/platform/http/middlewares/access-token.ts';
import { rates, startWebCallDeps } from '#shared/web-call-container.ts';
import { startWebCall, toWebCallAnswer, WebCallAnswer } from '#shared/web-calls/start-web-call.ts';
import { countWidgetCall, findWidget, hashVisitor, readWidget } from '#shared/web-calls/widget.ts';

/** The origin of the visitor's page authorizes, and the balance of the widget's user pays. */
export const handler = defineEndpoint({
  id: 'web-calls/create-widget-call',
  isPublic: true,
  summary: 'Start a call from a widget',
  answers: { status: 200, body: WebCallAnswer },
  refusals: [
    'origin_not_allowed',
    'insufficient_balance',
    'too_many_conversations',
    'too_many_requests',
    'web_calls_not_set_up',
  ],
  pathToken: true,
  body: objectOf({ variables: optional(smallKeyValues()) }),
  crossOrigin: (deps) => allowOrigins((origin, token) => findWidget(token, origin, deps())),
  deps: () => ({ ...startWebCallDeps(), rates: rates() }),
  handle: async ({ token, body, sourceIp }, deps) => {
    const assistant = await readWidget(token, deps);
    const visitor = hashVisitor(assistant, sourceIp);
    await countWidgetCall(assistant, visitor, deps);
    const { userId, id: assistantId } = assistant;
    const variables = body.variables ?? {};
    const input = { userId, assistantId, variables, isByWidget: true, visitor };
    return ok(toWebCallAnswer(await startWebCall(input, deps)));
  },
});
