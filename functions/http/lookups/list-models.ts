import * as v from 'valibot';
import { listModels, ModelRecord } from '#shared/catalog/models.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-models',
  summary: 'List the language models',
  answers: { status: 200, body: v.array(ModelRecord) },
  deps: () => ({}),
  handle: async () => ok(listModels().map(({ id, name }) => ({ id, name }))),
});
