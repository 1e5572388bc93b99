import { expect, it } from 'vitest';
import { handler } from '#functions/http/web-calls/create-widget-call.ts';
import { countWidgetCall } from '#shared/web-calls/widget.ts';
import { httpEvent, readResponse } from '#test/support/http-event.ts';
import { SHOP, webCallScene } from '#test/support/in-memory/service.ts';

function setup(parts: Parameters<typeof webCallScene>[0] = {}) {
  const scene = webCallScene(parts);
  const endpoint = handler.with(scene.deps);
  const start = async (sourceIp: string, body: unknown = {}, origin = SHOP) => {
    const token = scene.widget;
    const event = httpEvent({
      path: `/api/widget/${token}/web-call`,
      parameters: { token },
      headers: { origin },
      body,
    });
    const http = { method: 'POST', sourceIp };
    const answer = await endpoint({
      ...event,
      requestContext: { ...event.requestContext, http, authorizer: undefined },
    });
    return { ...readResponse(answer), headers: answer.headers };
  };
  /** As `connectWebCall` does when the pages begin their calls. */
  const connectAll = async () => {
    for (const one of scene.calls.line.ofWidgets) await scene.calls.leaveVisitor((await scene.calls.get(one))!);
  };
  return { ...scene, start, connectAll };
}

it('answers 200 to a page of an allowed origin, and holds the money of the widget’s user', async () => {
  const { start, calls } = setup();
  const { status, body, headers } = await start('198.51.100.7', { variables: { page: '/cart' } });
  expect(status).toBe(200);
  expect(headers['access-control-allow-origin']).toBe(SHOP);
  const [live] = calls.line.ofWidgets;
  expect(body).toMatchObject({ data: { call_id: live!.callId, transport: 'twilio', expires_in: 60 } });
  expect(live).toMatchObject({ userId: 7, assistantId: 2001 });
  expect(await calls.getConfiguration(live!)).toMatchObject({ variables: { page: '/cart' } });
});

it('answers 403 to a page of another origin, and starts nothing', async () => {
  const { start, calls } = setup();
  expect(await start('198.51.100.7', {}, 'https://evil.example')).toMatchObject({ status: 403 });
  expect(calls.line.ofWidgets).toEqual([]);
});

it('answers 429 to the fourth call of a visitor, and lets others call', async () => {
  const { start, connectAll } = setup();
  const statuses = [];
  for (const address of ['1', '1', '1', '1', '2']) {
    statuses.push((await start(`198.51.100.${address}`)).status);
    await connectAll();
  }
  expect(statuses).toEqual([200, 200, 200, 429, 200]);
  const refused = await start('198.51.100.1');
  expect(refused).toMatchObject({ body: { message: 'Too Many Requests', retry_after: 10 } });
  expect(refused.headers).toMatchObject({ 'access-control-allow-origin': SHOP, 'retry-after': '10' });
});

it('lets a widget start 20 calls at once and then one a second, whoever makes them', async () => {
  const { assistant, rates, clock } = setup();
  const visit = (visitor: number) => countWidgetCall(assistant, String(visitor), { rates, clock });
  for (let visitor = 1; visitor <= 20; visitor += 1) await visit(visitor);
  for (const visitor of [21, 23]) {
    await expect(visit(visitor)).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 });
    clock.move(1000);
    await visit(visitor + 1);
  }
});

it('answers 429 to the sixth call at once', async () => {
  const { start } = setup();
  const statuses = [];
  for (let visitor = 1; visitor <= 6; visitor += 1) statuses.push((await start(`198.51.100.${visitor}`)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

it.each([
  ['without web calls in the deployment', { isOff: true }, 'Web calls are not set up in this deployment.'],
  ['without money', { available: 0 }, 'Insufficient balance'],
])('answers 422 %s', async (_, parts, message) => {
  expect(await setup(parts).start('198.51.100.7')).toMatchObject({ status: 422, body: { message } });
});

it('answers 429 to a visitor who has two calls that no page has begun, and lets another visitor call', async () => {
  const { start, clock, connectAll } = setup();
  const statuses = [];
  for (let call = 1; call <= 8; call += 1) {
    statuses.push((await start('198.51.100.1')).status);
    clock.move(10_000);
  }
  expect(statuses).toEqual([200, 200, ...Array.from({ length: 6 }, () => 429)]);
  expect(await start('198.51.100.2')).toMatchObject({ status: 200 });
  await connectAll();
  expect(await start('198.51.100.1')).toMatchObject({ status: 200 });
});

it('lets one of two places of a widget to other visitors', async () => {
  const look = { theme: 'dark', color: '#2563eb', position: 'top-left' } as const;
  const { start } = setup({ assistant: { widgetSettings: { ...look, allowed_origins: [SHOP], calls_at_once: 2 } } });
  const statuses = [];
  for (const address of ['1', '1', '2']) statuses.push((await start(`198.51.100.${address}`)).status);
  expect(statuses).toEqual([200, 429, 200]);
});
