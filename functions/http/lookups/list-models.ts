import { listModels } from '#shared/app/list-models.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { ok } from '#shared/http/http-response.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-models',
  deps: () => ({}),
  handle: async () => ok(listModels().map(({ id, name }) => ({ id, name }))),
});
