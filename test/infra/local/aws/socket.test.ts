import { once } from 'node:events';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { localCredentials } from '#infra/local/address/names.ts';
import type { Handler } from '#infra/local/aws/lambda/function-runtime.ts';
import { useGateway } from '#test/infra/local/aws/use-gateway.ts';
import { socketRow } from '#test/infra/local/fake-rows.ts';

interface Event {
  body: string;
  requestContext: Record<string, unknown> & { connectionId: string };
}

const start = useGateway();

async function setup(
  handlers: Record<string, Handler> = {},
  options: { timeoutSeconds?: number; limits?: { idleSeconds: number; lifetimeSeconds: number } } = {},
) {
  const events: Record<string, Event[]> = { $connect: [], $default: [], $disconnect: [] };
  const rows = (['$connect', '$default', '$disconnect'] as const).map((routeKey) =>
    socketRow(routeKey, { timeoutSeconds: options.timeoutSeconds ?? 5 }),
  );
  const functions = rows.map(({ id }): [string, Handler] => [
    id,
    (event) => {
      events[id]?.push(event as Event);
      return handlers[id]?.(event, undefined) ?? { statusCode: 200 };
    },
  ]);
  const gateway = await start(rows, Object.fromEntries(functions), options.limits);
  gateway.open();
  const endpoint = `http://${gateway.host}/voice`;
  const management = new ApiGatewayManagementApiClient({ endpoint, maxAttempts: 1, ...localCredentials });
  return { url: `ws://${gateway.host}/voice`, events, management };
}

async function connect(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers });
  const received: string[] = [];
  socket.on('message', (data) => received.push((data as Buffer).toString()));
  await once(socket, 'open');
  return { socket, received };
}

function refusal(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    socket.on('error', () => undefined);
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
  });
}

describe('$connect', () => {
  it('has the headers, the query and the connection', async () => {
    const { url, events } = await setup();
    await connect(`${url}?a=1`, { 'X-Twilio-Signature': 'abc' });
    expect(events['$connect']?.[0]).toMatchObject({
      headers: { 'X-Twilio-Signature': 'abc' },
      queryStringParameters: { a: '1' },
      requestContext: { routeKey: '$connect', eventType: 'CONNECT', domainName: '127.0.0.1', stage: 'voice' },
    });
    const { requestContext } = events['$connect']![0]!;
    expect(requestContext.connectionId).toMatch(/=$/);
    for (const key of ['requestTimeEpoch', 'connectedAt']) expect(requestContext[key]).toBeTypeOf('number');
  });

  it.each([
    { outcome: 'answers 403', handler: () => ({ statusCode: 403 }), status: 403 },
    { outcome: 'answers 500', handler: () => ({ statusCode: 500 }), status: 500 },
    { outcome: 'answers nonsense', handler: () => 'yes', status: 502 },
    { outcome: 'crashes', handler: () => Promise.reject(new Error('boom')), status: 502 },
  ])('refuses the upgrade with $status when it $outcome', async ({ handler, status }) => {
    const { url } = await setup({ $connect: handler });
    await expect(refusal(url)).resolves.toBe(status);
  });

  it('refuses other paths with 403', async () => {
    const { url } = await setup();
    await expect(refusal(`${url}/other`)).resolves.toBe(403);
  });
});

describe('messages', () => {
  it('come as events without headers', async () => {
    const { url, events } = await setup();
    const { socket } = await connect(url);
    socket.send('{"type":"setup"}');
    await vi.waitFor(() => expect(events['$default']).toHaveLength(1));
    const event = events['$default']?.[0];
    expect(event).toMatchObject({
      body: '{"type":"setup"}',
      isBase64Encoded: false,
      requestContext: {
        routeKey: '$default',
        eventType: 'MESSAGE',
        connectionId: events['$connect']?.[0]?.requestContext.connectionId,
      },
    });
    expect(event).not.toHaveProperty('headers');
  });

  it('of one connection are worked on at once', async () => {
    const { promise: bothAreThere, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const { url, events } = await setup({
      $default: async () => {
        running += 1;
        if (running === 2) resolve();
        await bothAreThere;
        return { statusCode: 200 };
      },
    });
    const { socket, received } = await connect(url);
    socket.send('one');
    socket.send('two');
    await bothAreThere;
    expect(events['$default']).toHaveLength(2);
    expect(received).toEqual([]);
  });

  it.each([
    { outcome: 'crashes', handler: () => Promise.reject(new Error('boom')) },
    { outcome: 'answers 500', handler: () => ({ statusCode: 500 }) },
    { outcome: 'is late', handler: () => new Promise(() => undefined) },
  ])('are answered with an error frame when the function $outcome', async ({ handler }) => {
    const { url, events } = await setup({ $default: handler }, { timeoutSeconds: 0.05 });
    const { socket, received } = await connect(url);
    socket.send('x');
    await vi.waitFor(() => expect(received).toHaveLength(1));
    const { connectionId, requestId } = events['$default']![0]!.requestContext;
    expect(JSON.parse(received[0] ?? '')).toEqual({ message: 'Internal server error', connectionId, requestId });
  });

  it.each([
    { what: 'a frame over 32 KB', data: 'a'.repeat(32 * 1024 + 1), code: 1009 },
    { what: 'a message over 128 KB', data: 'a'.repeat(128 * 1024 + 1), code: 1009 },
    { what: 'binary', data: Buffer.from([1, 2, 3]), code: 1003 },
  ])('close the connection with $code when they are $what', async ({ data, code }) => {
    const { url, events } = await setup();
    const { socket } = await connect(url);
    socket.send(data);
    await expect(once(socket, 'close').then(([closeCode]) => closeCode as number)).resolves.toBe(code);
    expect(events['$default']).toEqual([]);
  });

  it('may be larger than a frame when they come in several', async () => {
    const { url, events } = await setup();
    const { socket } = await connect(url);
    socket.send('a'.repeat(30_000), { fin: false });
    socket.send('b'.repeat(30_000), { fin: true });
    await vi.waitFor(() => expect(events['$default']).toHaveLength(1));
    expect(events['$default']?.[0]?.body).toHaveLength(60_000);
  });
});

describe('the end of a connection', () => {
  it('is an event with code and reason', async () => {
    const { url, events } = await setup();
    const { socket } = await connect(url);
    socket.close(1000, 'done');
    await vi.waitFor(() => expect(events['$disconnect']).toHaveLength(1));
    expect(events['$disconnect']?.[0]?.requestContext).toMatchObject({
      eventType: 'DISCONNECT',
      disconnectStatusCode: 1000,
      disconnectReason: 'done',
    });
  });

  it.each([
    { limit: 'idle', limits: { idleSeconds: 0.05, lifetimeSeconds: 60 } },
    { limit: 'too old', limits: { idleSeconds: 60, lifetimeSeconds: 0.05 } },
  ])('comes with 1001 when it is $limit', async ({ limits }) => {
    const { url } = await setup({}, { limits });
    const { socket } = await connect(url);
    await expect(once(socket, 'close').then(([code]) => code as number)).resolves.toBe(1001);
  });
});

describe('@connections', () => {
  it('sends to a connection, describes it and closes it', async () => {
    const { url, events, management } = await setup();
    const { socket, received } = await connect(url);
    const ConnectionId = events['$connect']?.[0]?.requestContext.connectionId;
    await management.send(new PostToConnectionCommand({ ConnectionId, Data: '{"type":"text"}' }));
    await vi.waitFor(() => expect(received).toEqual(['{"type":"text"}']));
    const info = await management.send(new GetConnectionCommand({ ConnectionId }));
    expect(info.ConnectedAt).toBeInstanceOf(Date);
    const closed = once(socket, 'close');
    await management.send(new DeleteConnectionCommand({ ConnectionId }));
    await closed;
    await expect(management.send(new PostToConnectionCommand({ ConnectionId, Data: 'x' }))).rejects.toThrow(
      GoneException,
    );
  });

  it('answers 403 to a request without a signature', async () => {
    const { url } = await setup();
    const response = await fetch(`${url.replace('ws', 'http')}/@connections/abc`, { method: 'POST', body: 'x' });
    expect(response.status).toBe(403);
  });
});
