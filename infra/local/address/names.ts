import type { FurtherCarrierAccount } from '#shared/platform/carrier-settings.ts';

export const TABLE_NAME = 'ringback';

/** The simulator's account; the real one is in AWS. */
export const ACCOUNT_SID = `AC${'0'.repeat(31)}1`;

/** The TwiML application and the API key of web calls at the simulator; the real ones are in AWS. */
export const APPLICATION_SID = `AP${'0'.repeat(31)}1`;

export const API_KEY_SID = `SK${'0'.repeat(31)}1`;

/** The project at the stand-in of the speech model; the real one is in AWS. */
export const PROJECT_ID = 'proj_local';

/** The same program serves S3. */
export const RECORDINGS_BUCKET = 'ringback-recordings';

export const localCredentials = {
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
};

/** The variable of the functions; nothing for a stack with one account. */
export function accountsVariable(accounts: readonly FurtherCarrierAccount[]): Record<string, string> {
  return accounts.length === 0 ? {} : { CARRIER_ACCOUNTS: JSON.stringify(accounts) };
}
