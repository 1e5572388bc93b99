import * as v from 'valibot';
import document from '#shared/openapi/openapi.json' with { type: 'json' };
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { ok } from '#shared/platform/http/http.ts';
import { plainText } from '#shared/platform/http/record-fields.ts';

const DOCUMENT_PATH = '/openapi.json';

export const handler = defineEndpoint({
  id: 'docs/get-openapi',
  isPublic: true,
  summary: 'Read the OpenAPI document',
  answers: {
    status: 200,
    body: v.pipe(
      v.looseObject({ openapi: plainText('3.1.1'), paths: v.record(v.string(), v.unknown()) }),
      v.metadata({ additionalProperties: true }),
    ),
  },
  deps: () => ({}),
  handle: async ({ url }) => ({ ...ok(describeApi(url())), headers: { 'cache-control': 'public, max-age=300' } }),
});

/** Sets the server to the requested origin, so that generated clients call this service. */
function describeApi(address: URL) {
  const base = address.origin + address.pathname.slice(0, -DOCUMENT_PATH.length);
  return { ...document, servers: [{ url: base, description: 'The service that serves this document.' }] };
}
