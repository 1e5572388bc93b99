import document from '#shared/openapi/openapi.json' with { type: 'json' };

const DOCUMENT_PATH = '/openapi.json';

/** The OpenAPI document with the address that it was asked for at, so that clients made from it know where to call. */
export function describeApi(address: URL) {
  const base = address.origin + address.pathname.slice(0, -DOCUMENT_PATH.length);
  return { ...document, servers: [{ url: base, description: 'This service.' }] };
}
