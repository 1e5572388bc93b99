import * as v from 'valibot';
import { ProviderRecord, synthesizerProviders } from '#shared/catalog/voices.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-synthesizer-providers',
  scope: 'read',
  summary: 'List the providers of voices',
  answers: { status: 200, body: v.pipe(v.array(ProviderRecord), v.readonly()) },
  deps: () => ({}),
  handle: async () => ok(synthesizerProviders),
});
