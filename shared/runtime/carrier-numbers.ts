import { createTwilioApi } from '#shared/adapters/twilio/twilio-api.ts';
import { createTwilioNumbers } from '#shared/adapters/twilio/twilio-numbers.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

/** The numbers of the carrier's account, for whoever does not serve its callbacks. */
export function carrierNumbers(): Pick<Carrier, 'findNumber' | 'pointNumber'> {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  return createTwilioNumbers(
    createTwilioApi({ apiUrl: TWILIO_API_URL, accountSid: TWILIO_ACCOUNT_SID, authToken: twilioAuthToken }),
  );
}
