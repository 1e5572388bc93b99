import {
  GetSecretValueCommand,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { Webhook } from 'standardwebhooks';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks.js';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { handler as openAiWebhook } from '#functions/carrier/openai-call-incoming.ts';
import { handler as callFallback } from '#functions/carrier/twilio-call-fallback.ts';
import { createCallToken, createConnectionToken } from '#shared/calls/call-token.ts';
import { isConnectionSigned } from '#shared/carrier-container.ts';
import { connectionOfToken, isBridgeToken, isToolsToken, toolsOf } from '#shared/container.ts';
import { SECRET_CACHE_MS } from '#shared/platform/secrets.ts';
import { numberEvent } from '#test/support/events.ts';

const socketUrl = 'wss://voice.example.com/prod';
const publicUrl = 'https://api.example.com';
const key = { userId: 7, callId: 1001 };
const call = { key, carrierCallId: 'CA1', connectionNumber: 3 };
const webhookSecret = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;

/** Newest first, as the labels AWSCURRENT and AWSPREVIOUS have them. */
let live: string[] = [];
const client = mockClient(SecretsManagerClient);
client.on(GetSecretValueCommand).callsFake(({ SecretId, VersionStage }) => {
  const value = live[VersionStage === 'AWSPREVIOUS' ? 1 : 0];
  if (value === undefined) throw new ResourceNotFoundException({ message: 'no such label', $metadata: {} });
  return { SecretString: SecretId.endsWith('openai-webhook-secret') ? webhookSecret(value) : value };
});

afterAll(() => client.restore());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubEnv('SECRETS_PREFIX', 'ringback/test/');
  vi.stubEnv('SOCKET_URL', socketUrl);
  vi.stubEnv('PUBLIC_URL', publicUrl);
  vi.stubEnv('TABLE_NAME', 'ringback-test');
});

/** The status of a callback without its form: 403 where the signature is refused. */
async function callBack(authToken: string): Promise<number> {
  const signature = getExpectedTwilioSignature(authToken, `${publicUrl}/carrier/twilio/call-fallback`, {});
  return (await callFallback(numberEvent('call-fallback', {}, signature))).statusCode;
}

async function announce(secret: string): Promise<number> {
  const body = '{"type":"another.event"}';
  const signature = new Webhook(webhookSecret(secret)).sign('wh1', new Date(), body);
  const headers = {
    'webhook-id': 'wh1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
    'webhook-signature': signature,
  };
  return (await openAiWebhook({ ...numberEvent('', {}), headers, body })).statusCode;
}

/** Everything that a secret is checked for, with this value. */
const checks = async (value: string) => [
  await callBack(value),
  await announce(value),
  await isConnectionSigned({ 'x-twilio-signature': getExpectedTwilioSignature(value, socketUrl, {}) }),
  await connectionOfToken(createConnectionToken(value, call), key, 'CA1'),
  await isBridgeToken(createCallToken(value, 'bridge', key, 'CA1'), key, 'CA1'),
  await isToolsToken(createCallToken(value, 'tools', key, 'rtc1'), key, 'rtc1'),
];

const ACCEPTED = [422, 200, true, 3, true, true];
const REFUSED = [403, 401, false, undefined, false, false];

it('every signature is accepted with the current and the previous value of its secret, and with no older one', async () => {
  live = ['second', 'first'];
  expect(await checks('second')).toEqual(ACCEPTED);
  expect(await checks('first')).toEqual(ACCEPTED);
  expect(await checks('zeroth')).toEqual(REFUSED);
  // This process has the old values in its cache, and others have the new ones already.
  live = ['third', 'second'];
  vi.setSystemTime(Date.now() + 10_000);
  expect(await checks('third')).toEqual(ACCEPTED);
  live = ['third'];
  vi.setSystemTime(Date.now() + SECRET_CACHE_MS);
  expect(await checks('second')).toEqual(REFUSED);
  // What is signed is signed with the current value.
  expect(await toolsOf(key, 'rtc1')).toMatchObject({ token: createCallToken('third', 'tools', key, 'rtc1') });
});
