import * as v from 'valibot';
import { DEFAULT_CARRIER_ACCOUNT, read } from '#shared/platform/environment.ts';

const DEFAULT_CARRIER_KIND = 'twilio';

export const FurtherCarrierAccount = v.object({
  /** Names the account in the service, and its secret. */
  name: v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,19}$/), v.notValue(DEFAULT_CARRIER_ACCOUNT)),
  /** Which carrier has the account: the name of its folder in `integrations`. */
  kind: v.optional(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{0,19}$/))),
  accountSid: v.string(),
  callsPerSecond: v.pipe(v.number(), v.minValue(0.01)),
  apiUrl: v.optional(v.pipe(v.string(), v.url())),
});
export type FurtherCarrierAccount = v.InferOutput<typeof FurtherCarrierAccount>;

export const furtherCarrierAccounts = () =>
  read({ CARRIER_ACCOUNTS: v.optional(v.pipe(v.string(), v.parseJson(), v.array(FurtherCarrierAccount)), '[]') })
    .CARRIER_ACCOUNTS;

/** What web calls need of the carrier. Without both ids there are none. */
export const webCallSettings = () =>
  read({
    TWILIO_API_KEY_SID: v.optional(v.string(), ''),
    TWILIO_APPLICATION_SID: v.optional(v.string(), ''),
    WEB_CALL_URL: v.optional(v.pipe(v.string(), v.url())),
  });

/** @throws Error if the stage has no such account */
export function carrierKindOf(account: string): string {
  if (account === DEFAULT_CARRIER_ACCOUNT) return DEFAULT_CARRIER_KIND;
  const known = furtherCarrierAccounts().find(({ name }) => name === account);
  if (!known) throw new Error(`the stage has no carrier account ${account}`);
  return known.kind ?? DEFAULT_CARRIER_KIND;
}
