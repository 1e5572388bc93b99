import { httpRows } from '#shared/manifest/http-rows.ts';
import { methodsAt } from '#shared/manifest/manifest-row.ts';
import { publicMessages } from '#shared/platform/errors.ts';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
import { errorStatus } from '#shared/platform/http/errors.ts';
import { API_PREFIX } from '#shared/platform/http/http.ts';

export const handler = defineEndpoint({
  id: 'docs/unknown-endpoint',
  isPublic: true,
  summary: 'Refuse an unknown endpoint',
  deps: () => ({}),
  handle: async ({ url }) => {
    const methods = methodsAt(httpRows, url().pathname.slice(API_PREFIX.length));
    if (methods.length > 0) {
      const body = { message: publicMessages.method_not_allowed };
      return { status: errorStatus.method_not_allowed, body, headers: { allow: methods.join(', ') } };
    }
    const hint = `No such endpoint. The reference is at ${url().origin}${API_PREFIX}/openapi.json.`;
    return { status: errorStatus.not_found, body: { message: publicMessages.not_found, hint } };
  },
});
