import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { handler } from '#functions/carrier/twilio-call-status.ts';
import { setEnvironment } from '#infra/local/compose/stack-environment.ts';
import { findSigner } from '#shared/integrations/twilio/signature.ts';
import { twilioAccount } from '#shared/integrations/twilio/twilio-accounts.ts';
import { expectSuccess } from '#shared/integrations/twilio/twilio-api.ts';
import { createFileSecrets } from '#shared/platform/secrets.ts';
import { carrierEvent } from '#test/support/events.ts';
import { createFixedClock } from '#test/support/fakes.ts';
import { carrierCallId, storeCall } from '#test/support/in-memory/calls.ts';

const sidOf = { default: `AC${'1'.repeat(32)}`, second: `AC${'2'.repeat(32)}` };
const tokenOf = { default: 'first token', second: 'second token' };
type Account = keyof typeof sidOf;
let folder = '';
let restore = () => {};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'accounts-'));
  const secretsFile = join(folder, 'secrets.json');
  const content = { 'twilio-auth-token': tokenOf.default, 'twilio-auth-token-second': tokenOf.second };
  await writeFile(secretsFile, JSON.stringify(content));
  restore = setEnvironment({
    SECRETS_FILE: secretsFile,
    TWILIO_ACCOUNT_SID: sidOf.default,
    CARRIER_ACCOUNTS: JSON.stringify([{ name: 'second', accountSid: sidOf.second, callsPerSecond: 2 }]),
    PUBLIC_URL: 'https://api.example.com',
  });
});
afterAll(async () => {
  restore();
  await rm(folder, { recursive: true });
});

const secrets = () => createFileSecrets(join(folder, 'secrets.json'), createFixedClock());
const isToken = (account: Account) => (token: string) => token === tokenOf[account];

it('takes a signature of the account that the request names, and of no other', async () => {
  await expect(findSigner(sidOf.second, isToken('second'), secrets())).resolves.toBe('second');
  await expect(findSigner(sidOf.second, isToken('default'), secrets())).resolves.toBeUndefined();
  await expect(findSigner(`AC${'3'.repeat(32)}`, isToken('default'), secrets())).resolves.toBeUndefined();
  await expect(findSigner(undefined, isToken('second'), secrets())).resolves.toBe('second');
});

it('has the API of each account, and none of an account that is not configured', async () => {
  expect(twilioAccount('second')).toMatchObject({ accountSid: sidOf.second, apiUrl: 'https://api.twilio.com' });
  expect(() => twilioAccount('third')).toThrow('no carrier account third');
});

/** Signed as Twilio signs: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
function signed(url: string, form: Record<string, string>, token: string): string {
  const text = Object.keys(form)
    .toSorted()
    .reduce((all, name) => all + name + form[name], url);
  return createHmac('sha1', token).update(text).digest('base64');
}

it.each([
  { signer: 'second', owner: 'second', status: 204 },
  { signer: 'default', owner: 'default', status: 204 },
  { signer: 'default', owner: 'second', status: 403 },
  { signer: 'second', owner: 'default', status: 403 },
] as const)('answers $status to a callback of $signer about a call of $owner', async ({ signer, owner, status }) => {
  const subject = await storeCall({ carrierAccount: owner });
  const verify = async ({ signature, pathAndQuery, params }: Parameters<Parameters<typeof handler.with>[1]>[0]) =>
    findSigner(
      String(params['AccountSid']),
      (token) =>
        signed(`https://api.example.com${pathAndQuery}`, params as Record<string, string>, token) === signature,
      secrets(),
    );
  const form = { AccountSid: sidOf[signer], CallSid: carrierCallId, CallStatus: 'ringing' };
  const path = `/carrier/twilio/calls/${subject.key.userId}/${subject.key.callId}/status`;
  const signature = signed(`https://api.example.com${path}`, form, tokenOf[signer]);
  const answer = await handler.with(subject, verify, () => subject.clock.now())(
    carrierEvent(subject.key, 'status', form, signature),
  );
  expect(answer.statusCode).toBe(status);
  expect((await subject.now())?.status).toBe(status === 204 ? 'ringing' : 'initiated');
});

it('names no number of the carrier’s text in an error, which is logged', () => {
  const body = { code: 21_211, message: "Invalid 'To' Phone Number: +12025550100" };
  const answer = { kind: 'answered', status: 400, body, retryAfterSeconds: null } as const;
  expect(() => expectSuccess(answer)).toThrow(/^Twilio answered 400: 21211$/);
});
