import { createHmac } from 'node:crypto';
import type { TwilioApiOptions } from '#shared/integrations/twilio/twilio-api.ts';
import { carrierKindOf, furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { DEFAULT_CARRIER_ACCOUNT, environment } from '#shared/platform/environment.ts';
import { carrierSecretOf, secrets } from '#shared/platform/secrets.ts';

export interface TwilioAccount extends TwilioApiOptions {
  name: string;
}

/** The default one first. */
export function twilioAccounts(): TwilioAccount[] {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  const further = furtherCarrierAccounts().filter(({ name }) => carrierKindOf(name) === 'twilio');
  return [
    { name: DEFAULT_CARRIER_ACCOUNT, accountSid: TWILIO_ACCOUNT_SID, apiUrl: TWILIO_API_URL },
    ...further.map(({ name, accountSid, apiUrl = TWILIO_API_URL }) => ({ name, accountSid, apiUrl })),
  ].map((account) => ({ ...account, authToken: () => secrets().get(carrierSecretOf(account)) }));
}

/** @throws Error if the stage has no account of this name */
export function twilioAccount(name: string): TwilioAccount {
  const account = twilioAccounts().find((one) => one.name === name);
  if (!account) throw new Error(`the stage has no carrier account ${name}`);
  return account;
}

export interface VoiceToken {
  accountSid: string;
  apiKeySid: string;
  apiKeySecret: string;
  applicationSid: string;
  /** `From` of the voice URL is `client:` and this. Letters, digits and underscores. */
  identity: string;
  lifetimeSeconds: number;
  /** Epoch milliseconds. */
  now: number;
}

/** Twilio's package would add 300 KB for one HMAC. Format: https://www.twilio.com/docs/iam/access-tokens */
export function createVoiceToken(token: VoiceToken): string {
  const { accountSid, apiKeySid, apiKeySecret, applicationSid, identity, lifetimeSeconds } = token;
  const issuedAt = Math.floor(token.now / 1000);
  const signed = [
    { alg: 'HS256', cty: 'twilio-fpa;v=1', typ: 'JWT' },
    {
      jti: `${apiKeySid}-${issuedAt}`,
      grants: { identity, voice: { outgoing: { application_sid: applicationSid } } },
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
      iss: apiKeySid,
      sub: accountSid,
    },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${createHmac('sha256', apiKeySecret).update(signed).digest('base64url')}`;
}
