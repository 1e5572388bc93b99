import { listLanguages } from '#shared/app/list-languages.ts';
import { defineEndpoint } from '#shared/http/define-endpoint.ts';
import { ok } from '#shared/http/http-response.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-languages',
  deps: () => ({}),
  handle: async () => ok(listLanguages().map(({ id, name, iso2 }) => ({ id, name, iso_2: iso2 }))),
});
