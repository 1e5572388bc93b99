import { createHmac } from 'node:crypto';
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import type { TwilioApiOptions } from '#shared/integrations/twilio/twilio-api.ts';
import { DEFAULT_CARRIER_ACCOUNT, environment } from '#shared/platform/environment.ts';
import { secrets, twilioSecretOf, type Secrets } from '#shared/platform/secrets.ts';

export interface TwilioAccount extends TwilioApiOptions {
  /** `default`, or its name in the configuration of the stage. */
  name: string;
}

/** The accounts of the stage, the default one first. */
export function twilioAccounts(): TwilioAccount[] {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  const further = environment.furtherCarrierAccounts();
  return [
    { name: DEFAULT_CARRIER_ACCOUNT, accountSid: TWILIO_ACCOUNT_SID, apiUrl: TWILIO_API_URL },
    ...further.map(({ name, accountSid, apiUrl = TWILIO_API_URL }) => ({ name, accountSid, apiUrl })),
  ].map((account) => ({ ...account, authToken: () => secrets().get(twilioSecretOf(account.name)) }));
}

/** @throws Error if the stage has no account of this name */
export function twilioAccount(name: string): TwilioAccount {
  const account = twilioAccounts().find((one) => one.name === name);
  if (!account) throw new Error(`the stage has no carrier account ${name}`);
  return account;
}

/**
 * The account that signed a request of the carrier; undefined if none did. Twilio names the account in every form, and signs with
 * the auth token of that account: with the old one until the new one is promoted.
 * @param accountSid the account that the request names; undefined if it cannot name one, as the upgrade of a socket
 * @param check whether this auth token signed the request
 */
export async function findSigner(
  accountSid: string | undefined,
  check: (authToken: string) => boolean,
  known: Secrets = secrets(),
): Promise<string | undefined> {
  for (const name of namesOf(accountSid)) {
    const signed = await known.match(twilioSecretOf(name), (authToken) => check(authToken) || undefined);
    if (signed) return name;
  }
  return undefined;
}

/** A stage with one account needs no name: its token signs everything, and a subaccount has the SID of another. */
function namesOf(accountSid: string | undefined): string[] {
  const further = environment.furtherCarrierAccounts();
  if (further.length === 0) return [DEFAULT_CARRIER_ACCOUNT];
  return twilioAccounts()
    .filter((account) => accountSid === undefined || account.accountSid === accountSid)
    .map(({ name }) => name);
}

export type FormParameters = Record<string, string | string[]>;

/**
 * Whether Twilio signed this form: HMAC-SHA1 of the configured URL, followed by the sorted parameters,
 * compared in constant time. https://www.twilio.com/docs/usage/webhooks/webhooks-security
 */
export function isSignedForm(request: {
  authToken: string;
  signature: string;
  url: string;
  params: FormParameters;
}): boolean {
  return validateRequest(request.authToken, request.signature, request.url, request.params);
}

/**
 * Whether Twilio signed this WebSocket upgrade. Sources disagree on the trailing slash and on whether the scheme is ws or http,
 * so each form of our URL is accepted. Every one is an HMAC over our own URL.
 */
export function isSignedUpgrade(request: { authToken: string; signature: string; socketUrl: string }): boolean {
  const bare = request.socketUrl.replace(/\/$/, '');
  const http = bare.replace(/^ws/, 'http');
  return [bare, `${bare}/`, http, `${http}/`].some((url) =>
    validateRequest(request.authToken, request.signature, url, {}),
  );
}

export interface VoiceToken {
  accountSid: string;
  apiKeySid: string;
  apiKeySecret: string;
  /** The TwiML application whose voice URL Twilio requests when the page connects. */
  applicationSid: string;
  /** Who calls: `From` of the voice URL is `client:` and this. Letters, digits and underscores. */
  identity: string;
  lifetimeSeconds: number;
  /** Epoch milliseconds. */
  now: number;
}

/**
 * An access token of Twilio for one outgoing call of the Voice SDK. Signed here, because the package of Twilio would add 300 KB for
 * one HMAC. Format: https://www.twilio.com/docs/iam/access-tokens
 */
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
