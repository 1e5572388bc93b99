import { once } from 'node:events';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { localCredentials } from '#infra/local/address/names.ts';
import { createConnectionToken } from '#shared/calls/call-token.ts';
import { useLocalStack, waitFor } from '#test/support/local-stack.ts';
import { createAssistant, listCalls, makeCall } from '#test/support/over-http.ts';

const running = useLocalStack();
const authToken = () => running().stack.secrets.twilioAuthToken;

const listedCall = async (id: number) => (await listCalls(running().api)).data.find((row) => row.id === id);

async function callBack(callId: number, form: Record<string, string>, signature?: string) {
  const url = `${running().origin}/carrier/twilio/calls/1/${callId}/status`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-twilio-signature': signature ?? getExpectedTwilioSignature(authToken(), url, form) },
    body: new URLSearchParams(form),
  });
  return { status: response.status, requestId: response.headers.get('x-request-id') };
}

describe('a carrier callback', () => {
  const completed = { CallSid: `CA${'9'.repeat(32)}`, CallStatus: 'completed', CallDuration: '99' };
  let callId: number;

  beforeAll(async () => {
    callId = await makeCall(running().api, '+12025550151', await createAssistant(running().api));
    await waitFor('the call to ring', async () => (await listedCall(callId))?.status === 'ringing');
  });

  it('that is forged answers 403 and changes nothing', async () => {
    expect(await callBack(callId, completed, 'forged')).toMatchObject({ status: 403 });
    expect((await listedCall(callId))?.status).not.toBe('ended');
  });

  it('about an unknown call answers 404, with a request id', async () => {
    const { status, requestId } = await callBack(callId + 1, completed);
    expect(status).toBe(404);
    expect(requestId).not.toBeNull();
  });
});

describe('a queue message that does not parse', () => {
  const client = () => new SQSClient({ endpoint: running().stack.queues.endpoint, ...localCredentials });

  it.each(['not JSON', '{"userId":1}'])('«%s» ends on the dead-letter queue with the reason', async (MessageBody) => {
    const { queues } = running().stack;
    const sqs = client();
    await sqs.send(new SendMessageCommand({ QueueUrl: queues.queueUrl('dial-calls'), MessageBody }));
    const letter = await waitFor('the dead letter', async () => {
      const { Messages } = await sqs.send(
        new ReceiveMessageCommand({
          QueueUrl: queues.deadLetterQueueUrl('dial-calls'),
          MessageAttributeNames: ['All'],
          WaitTimeSeconds: 1,
        }),
      );
      return Messages?.find(({ Body }) => Body === MessageBody);
    });
    expect(letter.MessageAttributes?.['reason']?.StringValue).not.toBe('');
    sqs.destroy();
  });
});

describe('a WebSocket connection', () => {
  const socketUrl = () => running().origin.replace('http', 'ws') + '/voice';
  const sockets: WebSocket[] = [];

  afterAll(() => {
    for (const socket of sockets) socket.close();
  });

  function connect(signature: string): WebSocket {
    const socket = new WebSocket(socketUrl(), { headers: { 'x-twilio-signature': signature } });
    // A refused one fails again when it is closed.
    socket.on('error', () => undefined);
    sockets.push(socket);
    return socket;
  }

  const connectSigned = () => connect(getExpectedTwilioSignature(authToken(), socketUrl(), {}));

  it('with a forged signature is refused with 403', async () => {
    const socket = connect('forged');
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(403);
  });

  it('with the token of another call is closed politely', async () => {
    const socket = connectSigned();
    await once(socket, 'open');
    const token = createConnectionToken(running().stack.secrets.callTokenKey, {
      key: { userId: 1, callId: 1 },
      carrierCallId: 'CA1',
      connectionNumber: 0,
    });
    const setup = { type: 'setup', callSid: 'CA1', customParameters: { call: '1.2', token } };
    socket.send(JSON.stringify(setup));
    const [data] = (await once(socket, 'message')) as [Buffer];
    expect(JSON.parse(data.toString())).toEqual({ type: 'end' });
  });
});
