import * as v from 'valibot';
import { listLanguages, LanguageRecord } from '#shared/catalog/languages.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-languages',
  scope: 'read',
  summary: 'List the languages',
  answers: { status: 200, body: v.array(LanguageRecord) },
  deps: () => ({}),
  handle: async () => ok(listLanguages().map(({ id, name, iso2 }) => ({ id, name, iso_2: iso2 }))),
});
