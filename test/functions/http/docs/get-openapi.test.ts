import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/docs/get-openapi.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import openApi from '#shared/openapi/openapi.json' with { type: 'json' };

const event = { ...httpEvent({ path: '/api/openapi.json' }) };

describe('GET /openapi.json', () => {
  it('answers 200 with the whole document without a token, and lets it be kept for a while', async () => {
    const { authorizer: _, ...requestContext } = event.requestContext;
    const response = await handler({ ...event, requestContext });
    expect(response.headers).toMatchObject({ 'cache-control': 'public, max-age=300' });
    expect(readResponse(response)).toEqual({
      status: 200,
      body: { ...openApi, servers: [{ url: 'https://api.example.com/api', description: 'This service.' }] },
    });
  });

  it('names the address that it was asked at, whatever the prefix', async () => {
    const response = await handler({ ...event, rawPath: '/v2/openapi.json' });
    expect(readResponse(response).body).toMatchObject({ servers: [{ url: 'https://api.example.com/v2' }] });
  });
});
