import type { TwilioApiOptions } from '#shared/integrations/twilio/twilio-api.ts';
import { DEFAULT_CARRIER_ACCOUNT, environment } from '#shared/platform/environment.ts';
import { type Secrets, secrets, twilioSecretOf } from '#shared/platform/secrets.ts';

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
