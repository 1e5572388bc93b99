import * as v from 'valibot';
import { listModels } from '#shared/app/list-models.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { ModelRecord } from '#shared/http/records/lookup-records.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-models',
  summary: 'List the language models',
  answers: { status: 200, body: v.array(ModelRecord) },
  deps: () => ({}),
  handle: async () => ok(listModels().map(({ id, name }) => ({ id, name }))),
});
