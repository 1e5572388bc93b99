import { createTwilioApi } from '#shared/adapters/twilio/twilio-api.ts';
import { createTwilioCarrier } from '#shared/adapters/twilio/twilio-carrier.ts';
import type { Carrier } from '#shared/ports/carrier.ts';
import { environment } from '#shared/runtime/environment.ts';
import { twilioAuthToken } from '#shared/runtime/twilio-auth-token.ts';

export function carrier(): Carrier {
  const { TWILIO_ACCOUNT_SID, TWILIO_API_URL } = environment.carrier();
  const api = createTwilioApi({ apiUrl: TWILIO_API_URL, accountSid: TWILIO_ACCOUNT_SID, authToken: twilioAuthToken });
  return createTwilioCarrier(api, environment.publicUrl());
}
