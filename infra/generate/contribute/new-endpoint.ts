import { json, sentenceCase, type Piece } from '#infra/generate/contribute/pieces.ts';
import { USUAL_VERBS } from '#infra/generate/openapi/generation-problems.ts';

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

/** The pieces of an endpoint: function, sample event, test, manifest row, note of the API reference. */
export function endpointPieces(id: string, options: { method: string; path?: string | undefined }): Piece[] {
  if (!/^[a-z]+(?:-[a-z]+)*\/[a-z]+(?:-[a-z]+)*$/.test(id)) {
    throw new Error(`"${id}" is not an endpoint id such as users/ping: <noun>/<verb-noun>, in kebab case`);
  }
  const [, verb = ''] = /\/([a-z]+)/.exec(id) ?? [];
  if (!USUAL_VERBS.includes(verb))
    throw new Error(`"${verb}" is not one of the usual verbs: ${USUAL_VERBS.join(', ')}`);
  const method = options.method.toUpperCase();
  if (!METHODS.includes(method)) throw new Error(`--method must be one of ${METHODS.join(', ')}`);
  const path = options.path ?? `/user/${id.split('/').at(-1)}`;
  if (!/^\/[\w/-]+$/.test(path)) throw new Error(`--path must be like /user/ping`);
  const endpoint = { id, method, path, summary: sentenceCase(id.split('/').at(-1) ?? '') };
  return [
    { path: `functions/http/${id}.ts`, content: functionText(endpoint) },
    { path: `events/${id}.json`, content: eventText(endpoint) },
    { path: `test/functions/http/${id}.test.ts`, content: testText(endpoint) },
    { path: 'shared/manifest/http-rows.ts', insert: rowText(endpoint), before: '];' },
    {
      path: 'infra/generate/openapi/notes.ts',
      insert: `  '${id}': 'Returns the user of the access token.',\n`,
      before: "  'assistants/create-assistant':",
    },
  ];
}

interface NewEndpoint {
  id: string;
  method: string;
  path: string;
  summary: string;
}

const hasBody = (method: string) => method === 'POST' || method === 'PUT';

function functionText({ id, method, summary }: NewEndpoint): string {
  const body = hasBody(method)
    ? `\n  body: objectOf({ note: optional(v.pipe(text(255), v.description('A note of the client.'))) }),`
    : '';
  const fields = hasBody(method) ? `import { objectOf, optional, text } from '#shared/platform/http/fields.ts';\n` : '';
  return `import * as v from 'valibot';
import { defineEndpoint } from '#shared/platform/http/endpoint.ts';
${fields}import { ok } from '#shared/platform/http/http.ts';
import { recordId } from '#shared/platform/http/record-fields.ts';

export const handler = defineEndpoint({
  id: '${id}',
  scope: '${method === 'GET' ? 'read' : 'admin'}',
  summary: '${summary}',
  answers: { status: 200, body: v.strictObject({ user_id: recordId(1) }) },${body}
  deps: () => ({}),
  handle: async ({ userId }) => ok({ user_id: userId }),
});
`;
}

function rowText({ id, method, path, summary }: NewEndpoint): string {
  return `  {
    ...defaults,
    id: '${id}',
    method: '${method}',
    path: '${path}',
    uses: [],
    failure: 'Users cannot use \`${path}\` (${summary.toLowerCase()}).',
  },
`;
}

function eventText({ id, method, path }: NewEndpoint): string {
  return json({
    version: '2.0',
    routeKey: `${method} /api${path}`,
    rawPath: `/api${path}`,
    rawQueryString: '',
    headers: {
      host: 'api.example.com',
      authorization: 'Bearer rb_example',
      'x-forwarded-proto': 'https',
      ...(hasBody(method) && { 'content-type': 'application/json' }),
    },
    requestContext: {
      requestId: `sample-${id.split('/').at(-1)}`,
      domainName: 'api.example.com',
      stage: '$default',
      authorizer: { lambda: { user_id: 1, token_id: 193_047_756_800_001 } },
    },
    ...(hasBody(method) && { body: '{}' }),
    isBase64Encoded: false,
  });
}

function testText({ id, method, path }: NewEndpoint): string {
  const event = hasBody(method) ? 'httpEvent({ body: {} })' : 'httpEvent()';
  return `import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/${id}.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';

describe('${method} ${path}', () => {
  it('answers 200 with the user of the token', async () => {
    const response = readResponse(await handler.with({})(${event}));
    expect(response).toEqual({ status: 200, body: { user_id: 7 } });
  });
});
`;
}
