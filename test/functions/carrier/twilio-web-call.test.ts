import { afterEach, expect, it, vi } from 'vitest';
import { handler } from '#functions/carrier/twilio-web-call.ts';
import { createCallToken } from '#shared/calls/call-token.ts';
import type { CallKey } from '#shared/calls/call.ts';
import { createTwilioCallInstructions } from '#shared/integrations/twilio/call-instructions.ts';
import { webIdentity } from '#shared/integrations/twilio/callers.ts';
import type { TwilioVerifier } from '#shared/integrations/twilio/carrier-callback.ts';
import { startWebCall } from '#shared/web-calls/start-web-call.ts';
import { buildCall } from '#test/support/builders.ts';
import { numberEvent, SECOND_ACCOUNT, verifySigned } from '#test/support/events.ts';
import { webCallScene } from '#test/support/in-memory/service.ts';

const KEY = '12345';
const REJECT = '<?xml version="1.0" encoding="UTF-8"?><Response><Reject reason="rejected"/></Response>';
const sid = (digit: string) => `CA${digit.padStart(32, '0')}`;
const identityOf = (key: CallKey, purpose: 'web' | 'tools' = 'web') =>
  `client:${webIdentity(key, createCallToken(KEY, purpose, key, ''))}`;

afterEach(() => vi.unstubAllEnvs());

async function setup(verify: TwilioVerifier = verifySigned) {
  const scene = webCallScene();
  const { call } = await startWebCall({ userId: 7, assistantId: 2001, variables: {} }, scene.deps);
  const urls = { publicUrl: 'https://api.example.com', socketUrl: 'wss://voice.example.com/prod' };
  const instructions = createTwilioCallInstructions({
    ...urls,
    realtimeProjectId: undefined,
    tokenKey: async () => KEY,
  });
  const deps = {
    ...scene.deps,
    instructions,
    isWebToken: async (token: string, key: CallKey) => token === createCallToken(KEY, 'web', key, ''),
  };
  const endpoint = handler.with(deps, verify, () => scene.clock.now());
  const key = { userId: 7, callId: call.id };
  const connect = (form: Record<string, string> = {}, signature?: string) =>
    endpoint(numberEvent('web-call', { CallSid: sid('1'), From: identityOf(key), To: '', ...form }, signature));
  return { ...scene, key, connect };
}

it('connects a call that its page has begun to the conversation, and limits its time', async () => {
  const { connect, calls, key, timer } = await setup();
  const { statusCode, body } = await connect();
  expect(statusCode).toBe(200);
  expect(body).toContain('<ConversationRelay url="wss://voice.example.com/prod"');
  expect(await calls.get(key)).toMatchObject({ status: 'in-progress', carrierCallId: sid('1') });
  expect(await calls.findByCarrierId(sid('1'))).toEqual(key);
  expect(timer.timers.at(-1)).toMatchObject({ queue: 'check-call', message: { ...key, limit: true } });
});

it('answers a repeat of the carrier alike, and rejects a second connection with the same token', async () => {
  const { connect } = await setup();
  const { body } = await connect();
  expect((await connect()).body).toBe(body);
  expect((await connect({ CallSid: sid('2') })).body).toBe(REJECT);
});

it('rejects a second connection that comes at the same moment, and takes it for no fault of the carrier', async () => {
  const { connect, calls, key, counts } = await setup();
  const answers = await Promise.all([connect(), connect({ CallSid: sid('2') })]);
  const { carrierCallId } = (await calls.get(key))!;
  const [winner, other] = carrierCallId === sid('1') ? answers : answers.toReversed();
  expect(winner?.body).toContain('<ConversationRelay');
  expect(other).toMatchObject({ statusCode: 200, body: REJECT });
  expect(counts.map(({ name }) => name)).not.toContain('CarrierIdRefused');
});

it.each<[what: string, from: (key: CallKey) => string]>([
  ['a phone number', () => '+12025550100'],
  [
    'a token for another call',
    ({ userId, callId }) => identityOf({ userId, callId: callId + 1 }).replace(`${callId + 1}`, `${callId}`),
  ],
  ['a token for another purpose', (key) => identityOf(key, 'tools')],
  ['a token without its last digit', (key) => identityOf(key).slice(0, -1)],
  ['a client that is not ours', () => 'client:ada'],
])('rejects %s', async (_, from) => {
  const { connect, calls, key, counts } = await setup();
  expect((await connect({ From: from(key) })).body).toBe(REJECT);
  expect(await calls.get(key)).toMatchObject({ status: 'initiated', carrierCallId: null });
  expect(counts).toContainEqual({ name: 'WebCallRefused', dimensions: { reason: 'token' } });
});

it('rejects a page that comes when its call has expired, and one that names a call of another type', async () => {
  const { connect, calls, key, clock } = await setup();
  await calls.cancelDialling(key, 'expired', clock.now());
  expect((await connect()).body).toBe(REJECT);
  const outbound = buildCall({ id: key.callId + 9 });
  await calls.createWithHold(outbound, (await calls.getConfiguration(key))!);
  const from = identityOf({ userId: 7, callId: outbound.id });
  expect((await connect({ From: from, CallSid: sid('3') })).body).toBe(REJECT);
});

it('answers 403 to a request that the carrier did not sign', async () => {
  const { connect } = await setup();
  expect(await connect({}, 'forged')).toMatchObject({ statusCode: 403 });
});

it('answers 403 to any account but the default one, which issued the token', async () => {
  vi.stubEnv('CARRIER_ACCOUNTS', SECOND_ACCOUNT);
  const { connect, calls, key } = await setup(async () => 'second');
  expect(await connect()).toMatchObject({ statusCode: 403 });
  expect(await calls.get(key)).toMatchObject({ status: 'initiated', carrierCallId: null });
});
