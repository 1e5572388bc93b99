import { describe, expect, it } from 'vitest';
import { handler } from '#functions/http/docs/unknown-endpoint.ts';
import { httpEvent } from '#test/support/http-event.ts';

const reference = 'https://api.example.com/api/openapi.json';

async function answerTo(path: string) {
  const { authorizer: _, ...requestContext } = httpEvent().requestContext;
  const event = { ...httpEvent({ path: `/api${path}` }), routeKey: 'ANY /api/{proxy+}', requestContext };
  const { statusCode, headers, body } = await handler(event);
  return { status: statusCode, allow: headers['allow'], link: headers['link'], body: JSON.parse(body) as unknown };
}

describe('what is no endpoint', () => {
  it.each(['/user/nothing', '/user/assistants/5/calls', '/', '/user/calls/', '/USER/calls'])(
    'answers 404 to %s, and says where the reference is',
    async (path) =>
      expect(await answerTo(path)).toEqual({
        status: 404,
        allow: undefined,
        link: `<${reference}>; rel="help"`,
        body: { message: 'Not Found', hint: `No such endpoint. The reference is at ${reference}.` },
      }),
  );

  it.each([
    { path: '/user/make_call', allow: 'POST' },
    { path: '/user/leads/5', allow: 'DELETE, GET, PATCH, PUT' },
    { path: '/user/lead', allow: 'POST' },
    { path: '/user/assistants/get', allow: 'DELETE, GET, PATCH, PUT' },
    { path: '/user/do-not-call/+12025550100', allow: 'DELETE' },
  ])('answers 405 to another method of $path, and allows $allow', async ({ path, allow }) =>
    expect(await answerTo(path)).toMatchObject({ status: 405, allow, body: { message: 'Method Not Allowed' } }),
  );
});
