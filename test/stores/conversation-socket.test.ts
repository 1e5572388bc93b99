import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiGatewaySocket, type VoiceFrame } from '#shared/platform/socket/socket-client.ts';
import { createMemoryConversationSocket } from '#test/support/memory/platform.ts';

const received: VoiceFrame[] = [];
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const isClosed = decodeURIComponent(request.url ?? '') !== '/voice/@connections/open=';
    if (!isClosed) received.push(JSON.parse(Buffer.concat(chunks).toString('utf8')) as VoiceFrame);
    response.writeHead(isClosed ? 410 : 200, isClosed ? { 'x-amzn-errortype': 'GoneException' } : {});
    response.end(isClosed ? '{"message":"gone"}' : '');
  });
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function overHttp() {
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/voice`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  return createApiGatewaySocket(new ApiGatewayManagementApiClient({ endpoint, region: 'us-east-1', credentials }));
}

describe.each([
  {
    adapter: 'memory',
    create: () => {
      const socket = createMemoryConversationSocket();
      socket.close('closed=');
      return { socket, sent: () => socket.frames.map(({ frame }) => frame) };
    },
  },
  {
    adapter: 'api gateway',
    create: () => {
      received.length = 0;
      return { socket: overHttp(), sent: () => received };
    },
  },
])('conversation socket on $adapter', ({ create }) => {
  it('sends frames in the order in which they are awaited', async () => {
    const { socket, sent } = create();
    const frames: VoiceFrame[] = [
      { type: 'text', token: 'Grüße, ', last: false },
      { type: 'text', token: 'Ada.', last: true, interruptible: false },
      { type: 'end' },
    ];
    for (const frame of frames) await expect(socket.send('open=', frame)).resolves.toBe('sent');
    expect(sent()).toEqual(frames);
  });

  it('tells that a connection is closed', async () => {
    const { socket, sent } = create();
    await expect(socket.send('closed=', { type: 'end' })).resolves.toBe('gone');
    expect(sent()).toEqual([]);
  });
});
