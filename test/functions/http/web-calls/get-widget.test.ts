import { expect, it } from 'vitest';
import { handler } from '#functions/http/web-calls/get-widget.ts';
import { httpEvent } from '#test/support/http-event.ts';
import { SHOP, webCallScene } from '#test/support/in-memory/service.ts';

function setup() {
  const { deps, widget } = webCallScene();
  const endpoint = handler.with(deps);
  const get = (headers: Record<string, string>, token = widget, method = 'GET') =>
    endpoint(httpEvent({ path: `/api/widget/${token}`, parameters: { token }, headers, method }));
  return { get, widget };
}

it('answers 200 to a page of an allowed origin, with the look and nothing else', async () => {
  const { get } = setup();
  const { statusCode, headers, body } = await get({ origin: SHOP });
  expect({ statusCode, body: JSON.parse(body) }).toEqual({
    statusCode: 200,
    body: { data: { theme: 'dark', color: '#2563eb', position: 'top-left', language: 'en' } },
  });
  expect(headers).toMatchObject({ 'access-control-allow-origin': SHOP, vary: 'origin' });
});

it.each<[what: string, headers: Record<string, string>, change?: (widget: string) => string]>([
  ['another origin', { origin: 'https://shop.example.com.evil.example' }],
  ['the origin without TLS', { origin: 'http://shop.example.com' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a request without an origin', {}],
  ['a read from its own origin that is not allowed', { 'sec-fetch-site': 'same-origin' }],
  ['another uuid', { origin: SHOP }, (widget) => widget.replace(/.$/, 'f')],
  ['another user', { origin: SHOP }, (widget) => widget.replace(/^7/, '8')],
  ['no widget at all', { origin: SHOP }, () => 'x'],
  ['a widget of nothing', { origin: SHOP }, () => '7.2001.'],
])('answers 403 to %s, without headers that let a page read it', async (_, headers, change = (widget) => widget) => {
  const { get, widget } = setup();
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await get(headers, change(widget), method);
    expect(answer).toMatchObject({ statusCode: 403 });
    expect(JSON.parse(answer.body)).toEqual({ message: 'Pages of this origin may not show the widget.' });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  }
});

it('answers a preflight of an allowed origin with 204 and what it may send', async () => {
  const { get, widget } = setup();
  expect(await get({ origin: SHOP }, widget, 'OPTIONS')).toMatchObject({
    statusCode: 204,
    body: '',
    headers: {
      'access-control-allow-origin': SHOP,
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'content-type',
    },
  });
});
