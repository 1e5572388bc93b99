import { validateRequest } from 'twilio/lib/webhooks/webhooks.js';
import { twilioAccounts } from '#shared/integrations/twilio/twilio-accounts.ts';
import { furtherCarrierAccounts } from '#shared/platform/carrier-settings.ts';
import { DEFAULT_CARRIER_ACCOUNT, environment } from '#shared/platform/environment.ts';
import { carrierSecretOf, secrets, type Secrets } from '#shared/platform/secrets.ts';

export type FormParameters = Record<string, string | string[]>;

/** HMAC-SHA1 of URL and sorted parameters: https://www.twilio.com/docs/usage/webhooks/webhooks-security */
export function isSignedForm(request: {
  authToken: string;
  signature: string;
  url: string;
  params: FormParameters;
}): boolean {
  return validateRequest(request.authToken, request.signature, request.url, request.params);
}

/** Sources disagree on the trailing slash and on ws or http, so each form of our own URL is accepted. */
export function isSignedUpgrade(request: { authToken: string; signature: string; socketUrl: string }): boolean {
  const bare = request.socketUrl.replace(/\/$/, '');
  const http = bare.replace(/^ws/, 'http');
  return [bare, `${bare}/`, http, `${http}/`].some((url) =>
    validateRequest(request.authToken, request.signature, url, {}),
  );
}

export async function isTwilioConnection(headers: Record<string, string>): Promise<boolean> {
  const signature = headers['x-twilio-signature'] ?? '';
  const socketUrl = environment.socketUrl();
  const signer = await findSigner(undefined, (authToken) => isSignedUpgrade({ authToken, signature, socketUrl }));
  return signer !== undefined;
}

/** Twilio signs with the old token until the new one is promoted. @param accountSid undefined: an upgrade has none */
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
  const further = furtherCarrierAccounts();
  if (further.length === 0) return [DEFAULT_CARRIER_ACCOUNT];
  return twilioAccounts()
    .filter((account) => accountSid === undefined || account.accountSid === accountSid)
    .map(({ name }) => name);
}
