import { vi } from 'vitest';
import { documentedRows } from '#shared/manifest/http-rows.ts';
import type { HttpResponse } from '#shared/platform/http/http.ts';

/**
 * Whatever an endpoint answers in a unit test is held against the OpenAPI document: a test that passes
 * with an answer that the document does not tell of shows drift. Endpoints that tests make up are left alone.
 */
vi.mock(import('#shared/platform/http/endpoint.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const defineEndpoint: typeof original.defineEndpoint = (definition) => {
    const endpoint = original.defineEndpoint(definition);
    const row = documentedRows.find(({ id }) => id === definition.id);
    if (!row) return endpoint;
    const check = async (answering: Promise<HttpResponse>) => {
      const [response, { checkAnswerOf }] = await Promise.all([answering, import('#test/support/check-answer.ts')]);
      checkAnswerOf(row, { ...response, status: response.statusCode });
      return response;
    };
    return Object.assign((...call: Parameters<typeof endpoint>) => check(endpoint(...call)), {
      ...endpoint,
      with: (...deps: Parameters<typeof endpoint.with>) => {
        const answer = endpoint.with(...deps);
        return (event: unknown) => check(answer(event));
      },
    });
  };
  return { ...original, defineEndpoint };
});
