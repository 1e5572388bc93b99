import {
  ApiGatewayManagementApiClient,
  ForbiddenException,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createApiGatewaySocket } from '#shared/platform/socket/socket.ts';

const mock = mockClient(ApiGatewayManagementApiClient);

afterAll(() => mock.restore());
const socket = createApiGatewaySocket(new ApiGatewayManagementApiClient({ endpoint: 'https://api.example.com/voice' }));
const frame = '{"text":"Grüße"}';

beforeEach(() => mock.reset());

it('posts a frame to the connection', async () => {
  mock.on(PostToConnectionCommand).resolves({});
  await expect(socket.send('abc=', frame)).resolves.toBe('sent');
  expect(mock.call(0).args[0].input).toEqual({ ConnectionId: 'abc=', Data: frame });
});

it('tells that the peer has closed the connection', async () => {
  mock.on(PostToConnectionCommand).rejects(new GoneException({ message: 'gone', $metadata: {} }));
  await expect(socket.send('abc=', frame)).resolves.toBe('gone');
});

it('throws any other failure', async () => {
  mock.on(PostToConnectionCommand).rejects(new ForbiddenException({ message: 'no', $metadata: {} }));
  await expect(socket.send('abc=', frame)).rejects.toThrow('no');
});
