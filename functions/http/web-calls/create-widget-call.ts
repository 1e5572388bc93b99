import { assistantReader } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { objectOf, optional } from '#shared/platform/http/fields.ts';
import { ok } from '#shared/platform/http/http.ts';
import { allowOrigins } from '#shared/platform/http/middlewares/access-token.ts';
import { rates, startWebCallDeps } from '#shared/web-call-container.ts';
import { rememberWidgets } from '#shared/web-calls/remember-widgets.ts';
import { toWidgetCallAnswer, WidgetCallAnswer } from '#shared/web-calls/start-web-call.ts';
import { startWidgetCall } from '#shared/web-calls/start-widget-call.ts';
import { visitorVariables } from '#shared/web-calls/visitor-variables.ts';
import { findWidget, readWidget } from '#shared/web-calls/widget.ts';

/** Anybody can call it: a browser tells the true origin of its page, a program any. The balance of the widget's user pays. */
export const handler = defineEndpoint({
  id: 'web-calls/create-widget-call',
  isPublic: true,
  summary: 'Start a call from a widget',
  answers: { status: 200, body: WidgetCallAnswer },
  refusals: [
    'origin_not_allowed',
    'too_many_conversations',
    'too_many_requests',
    'web_calls_not_set_up',
    'widget_unavailable',
  ],
  pathToken: true,
  body: objectOf({ variables: optional(visitorVariables()) }),
  crossOrigin: (deps) => allowOrigins((origin, token) => findWidget(token, origin, deps())),
  deps: () => ({ ...startWebCallDeps(), rates: rates(), widgets: rememberWidgets(assistantReader(), clock()) }),
  handle: async ({ token, body, sourceIp: address }, deps) => {
    const assistant = await readWidget(token, deps);
    const started = await startWidgetCall({ assistant, variables: body.variables ?? {}, address }, deps);
    return ok(toWidgetCallAnswer(started));
  },
});
