import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { twilioAccounts } from '#shared/integrations/twilio/twilio-accounts.ts';
import { DEFAULT_CARRIER_ACCOUNT, environment } from '#shared/platform/environment.ts';
import { carrierSecretOf, secrets, type Secrets } from '#shared/platform/secrets.ts';

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

/** Whether one of our accounts at Twilio signed this upgrade to our address. */
export async function isTwilioConnection(headers: Record<string, string>): Promise<boolean> {
  const signature = headers['x-twilio-signature'] ?? '';
  const socketUrl = environment.socketUrl();
  const signer = await findSigner(undefined, (authToken) => isSignedUpgrade({ authToken, signature, socketUrl }));
  return signer !== undefined;
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
    const signed = await known.match(carrierSecretOf({ name }), (authToken) => check(authToken) || undefined);
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
