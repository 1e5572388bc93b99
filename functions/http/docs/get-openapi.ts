import * as v from 'valibot';
import { describeApi } from '#shared/http/describe-api.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { ok } from '#shared/http/http-response.ts';
import { text } from '#shared/http/records/wire-fields.ts';

export const handler = defineEndpoint({
  id: 'docs/get-openapi',
  isPublic: true,
  summary: 'Read the OpenAPI document',
  answers: { status: 200, body: v.looseObject({ openapi: text('3.1.1'), paths: v.record(v.string(), v.unknown()) }) },
  deps: () => ({}),
  handle: async ({ url }) => ({ ...ok(describeApi(url)), headers: { 'cache-control': 'public, max-age=300' } }),
});
