import * as v from 'valibot';
import { transcriberProviders } from '#shared/catalog/languages.ts';
import { ProviderRecord } from '#shared/catalog/voices.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'lookups/list-transcriber-providers',
  scope: 'read',
  summary: 'List the providers of transcription',
  answers: { status: 200, body: v.pipe(v.array(ProviderRecord), v.readonly()) },
  deps: () => ({}),
  handle: async () => ok(transcriberProviders),
});
