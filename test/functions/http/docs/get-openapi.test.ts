import { expect, it } from 'vitest';
import { handler } from '#functions/http/docs/get-openapi.ts';
import openApi from '#shared/openapi/openapi.json' with { type: 'json' };
import { httpEvent, readResponse } from '#test/support/http-event.ts';

it.each([
  { rawPath: '/api/openapi.json', address: 'https://api.example.com/api' },
  { rawPath: '/v2/openapi.json', address: 'https://api.example.com/v2' },
])('answers 200 with the document, without a token, and the address it was asked at: $address', async (row) => {
  const { authorizer: _, ...requestContext } = httpEvent().requestContext;
  const response = await handler({ ...httpEvent(), rawPath: row.rawPath, requestContext });
  expect(response.headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
  const servers = [{ url: row.address, description: 'The service that serves this document.' }];
  expect(readResponse(response)).toEqual({ status: 200, body: { ...openApi, servers } });
});
