import { twilioAccount } from '#shared/integrations/twilio/twilio-accounts.ts';
import { createTwilioPermissions } from '#shared/integrations/twilio/twilio-permissions.ts';
import type { CarrierPermissions } from '#shared/numbers/carrier-account.ts';
import { carrierKindOf } from '#shared/platform/carrier-settings.ts';
import { OperatorError } from '#shared/platform/errors.ts';

/** Only operators read them, so a carrier may have none. @throws OperatorError for a carrier that has none */
export function accountPermissions(account: string): CarrierPermissions {
  const kind = carrierKindOf(account);
  if (kind !== 'twilio') throw new OperatorError(`accounts of the kind ${kind} have no permissions to compare`);
  return createTwilioPermissions(twilioAccount(account));
}
