import type { Resources } from '#infra/cloud/constructs/resources.ts';
import { DEFAULT_CARRIER_ACCOUNT } from '#shared/platform/environment.ts';
import { carrierSecretOf, type SecretName } from '#shared/platform/secrets.ts';

type Accounts = Pick<Resources, 'twilioAccountSid' | 'carrierAccounts'>;

/** A stage with one account names no others. */
export function accountsVariable({ carrierAccounts }: Pick<Accounts, 'carrierAccounts'>): Record<string, string> {
  return carrierAccounts.length === 0 ? {} : { CARRIER_ACCOUNTS: JSON.stringify(carrierAccounts) };
}

export function carrierVariables(accounts: Accounts): Record<string, string> {
  return { TWILIO_ACCOUNT_SID: accounts.twilioAccountSid, ...accountsVariable(accounts) };
}

/**
 * The secret of the default account stands for those of all accounts: which one signed a callback is in the callback. Returns the
 * secrets that a function with this one may read, and the variables that name the accounts.
 */
export function withCarrierAccounts(name: SecretName, accounts: Accounts) {
  if (name !== carrierSecretOf({ name: DEFAULT_CARRIER_ACCOUNT })) return { variables: {}, secrets: [name] };
  const further = accounts.carrierAccounts.map(carrierSecretOf);
  return { variables: carrierVariables(accounts), secrets: [name, ...further] };
}
