import * as v from 'valibot';
import { assistantReader } from '#shared/container.ts';
import { clock } from '#shared/platform/clock.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { allowOrigins } from '#shared/platform/http/middlewares/access-token.ts';
import { rememberWidgets } from '#shared/web-calls/remember-widgets.ts';
import { WidgetRecord, findWidget, readWidget, toPublicWidget, type WidgetDeps } from '#shared/web-calls/widget.ts';

export const handler = defineEndpoint({
  id: 'web-calls/get-widget',
  isPublic: true,
  summary: 'Get the appearance of a widget',
  answers: { status: 200, body: v.strictObject({ data: WidgetRecord }) },
  refusals: ['origin_not_allowed'],
  pathToken: true,
  crossOrigin: (deps) => allowOrigins((origin, token) => findWidget(token, origin, deps())),
  deps: (): WidgetDeps => ({ widgets: rememberWidgets(assistantReader(), clock()) }),
  handle: async ({ token }, deps) => ok({ data: toPublicWidget(await readWidget(token, deps)) }),
});
